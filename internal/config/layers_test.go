package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// writeAll writes files below a new directory, which is a repository, and returns it.
func writeAll(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files[".git/HEAD"] = ""
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// settingsFor returns the settings for a file, with their places relative to the directory.
func settingsFor(t *testing.T, dir, config, file string) string {
	t.Helper()
	c, err := Load(nil, filepath.Join(dir, config), builtin)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, set := range c.For(filepath.Join(dir, file)).Settings() {
		lines = append(lines, fmt.Sprint(set.Key, " = ", set.Value, " ", strings.TrimPrefix(set.From, dir+"/")))
	}
	return strings.Join(lines, "\n")
}

// TestLayers: a configuration overrides what it extends, and an override what stands before it. Maps are joined, all else is replaced.
func TestLayers(t *testing.T) {
	dir := writeAll(t, map[string]string{
		Name: `select: [KL4, KL5]
rules:
  KL404: {severity: info, namespaces: [agents]}
  KL515: off
convert: {role: Nodes, roles: {a: A, b: B}}
exclude: [gen/**]
overrides:
  - paths: [legacy/**, "*.old.yaml"]
    rules: {KL515: error}
    karpenter-version: 0.31.3
`,
		"team/" + Name: `extends: ../.karplint.yaml
select: KL1
rules:
  application-tolerates-disruption: {workloads: [ci]}
convert: {instance-profile: Profile, roles: {b: C}}
overrides:
  - paths: legacy/a.yaml
    rules: {KL515: warning}
  - paths: "*.yaml"
    ignore: KL501
`,
	})
	for _, test := range []struct{ config, file, want string }{
		{Name, "a.yaml", `select = KL4, KL5 .karplint.yaml:1:9
rules.KL404 = info; namespaces: agents .karplint.yaml:3:3
rules.KL515 = off .karplint.yaml:4:3
exclude = gen/** .karplint.yaml:6:10
convert.role = Nodes .karplint.yaml:5:17
convert.roles.a = A .karplint.yaml:5:32
convert.roles.b = B .karplint.yaml:5:38`},
		{Name, "x/y.old.yaml", `select = KL4, KL5 .karplint.yaml:1:9
rules.KL404 = info; namespaces: agents .karplint.yaml:3:3
rules.KL515 = error .karplint.yaml:9:13
karpenter-version = 0.31.3 .karplint.yaml:10:24
exclude = gen/** .karplint.yaml:6:10
convert.role = Nodes .karplint.yaml:5:17
convert.roles.a = A .karplint.yaml:5:32
convert.roles.b = B .karplint.yaml:5:38`},
		{"team/" + Name, "team/legacy/a.yaml", `select = KL1 team/.karplint.yaml:2:9
ignore = KL501 team/.karplint.yaml:10:13
rules.KL404 = info; namespaces: agents; workloads: ci team/.karplint.yaml:4:3
rules.KL515 = warning team/.karplint.yaml:8:13
exclude = gen/** .karplint.yaml:6:10
convert.instance-profile = Profile team/.karplint.yaml:5:29
convert.roles.a = A .karplint.yaml:5:32
convert.roles.b = C team/.karplint.yaml:5:46`},
	} {
		if diff := cmp.Diff(test.want, settingsFor(t, dir, test.config, test.file)); diff != "" {
			t.Errorf("%s, %s: %s", test.config, test.file, diff)
		}
	}
	c, err := Load(nil, filepath.Join(dir, "team", Name), builtin)
	if err != nil || c.ExcludeHome != dir {
		t.Errorf("exclude is relative to %q, error %v", c.ExcludeHome, err)
	}
	if one, other := c.OverridesFor(filepath.Join(dir, "team/a.yaml")), c.OverridesFor(filepath.Join(dir, "team/a.tf")); one == other {
		t.Errorf("a.yaml and a.tf have the same overrides %q", one)
	}
}

// TestOverrideOfDirectory: a glob that matches a directory is for all files below it, as in exclude.
func TestOverrideOfDirectory(t *testing.T) {
	dir := writeAll(t, map[string]string{Name: "overrides: [{paths: [legacy, apps/old/], select: KL1}]\n"})
	for file, want := range map[string]string{
		"legacy/a/b.yaml": "select = KL1 .karplint.yaml:1:50", "apps/old/a.tf": "select = KL1 .karplint.yaml:1:50", "apps/a.tf": "", "a.yaml": "",
	} {
		if got := settingsFor(t, dir, Name, file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

// TestExtendsErrors: a mistake in an extended file is told with its place there.
func TestExtendsErrors(t *testing.T) {
	dir := writeAll(t, map[string]string{
		"a/" + Name: "extends: ../b/.karplint.yaml\n", "b/" + Name: "extends: ../a/.karplint.yaml\n",
		"c/" + Name: "extends: ../wrong.yaml\n", "wrong.yaml": "slect: x\n",
		"d/" + Name: "extends: ../../outside.yaml\n",
	})
	for config, want := range map[string]string{
		"a/" + Name: "b/.karplint.yaml:1:10: extends: ../a/.karplint.yaml extends this file itself, or one that extends it",
		"c/" + Name: `wrong.yaml:1:1: unknown key "slect"`,
		"d/" + Name: "extends: ../../outside.yaml is missing, or outside of the repository",
	} {
		if _, err := Load(nil, filepath.Join(dir, config), builtin); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", config, err, want)
		}
	}
}
