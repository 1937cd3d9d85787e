package config

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
)

func loadText(t *testing.T, text string) (*Config, error) {
	t.Helper()
	dir := writeAll(t, map[string]string{Name: "# extended\n", "team/" + Name: text})
	path := filepath.Join(dir, "team", Name)
	return Load(nil, path, builtin)
}

var ownRules = sync.OnceValues(func() (*rule.Rules, error) { return rule.Load(rules.FS) })

// builtin returns karplint's own rules with those in folders below dir that exist.
func builtin(dir string, folders []string) (*rule.Rules, error) {
	own, err := ownRules()
	if err != nil {
		return nil, err
	}
	var custom []rule.Folder
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(dir, folder)); err != nil {
			continue
		}
		custom = append(custom, rule.Folder{Files: os.DirFS(dir), Dir: folder})
	}
	return own.With(custom...)
}

func TestLoad(t *testing.T) {
	got, err := loadText(t, `# our settings
select: [KL5, do-not-evict]
ignore: KL404
fail-on: warning
karpenter-version: 1.10
kubernetes-version: 1.30
destroy-order: controller-first
rules:
  KL309: off
  KL401: {severity: error, daemonsets: storage-agent}
  do-not-evict: info
  application-tolerates-disruption:
    namespaces: [agents, kube-system]
exclude:
  - "charts/**"
convert:
  role: KarpenterNode
  ignore-defaults: true
  roles: {default: RoleA, "gpu": RoleB}
`)
	if err != nil {
		t.Fatal(err)
	}
	want := &Config{
		Select: []string{"KL5", "do-not-evict"}, Ignore: []string{"KL404"}, FailOn: "warning",
		KarpenterVersion: "1.10", KubernetesVersion: "1.30", DestroyOrder: "controller-first", Exclude: []string{"charts/**"},
		Rules: ruleSettings{
			Off:        []string{"KL309"},
			On:         []string{"KL401", "KL501"},
			Severities: map[string]rule.Severity{"KL401": rule.Error, "KL501": rule.Info},
			Options: map[string]map[string]any{
				"KL401": {"daemonsets": []any{"storage-agent"}}, "KL404": {"namespaces": []any{"agents", "kube-system"}},
			},
		},
		Convert: convertSettings{Role: "KarpenterNode", IgnoreDefaults: true, Roles: map[string]string{"default": "RoleA", "gpu": "RoleB"}},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Config{}, Layers{}, ruleSettings{}), cmpopts.IgnoreFields(Config{}, "Source")); diff != "" {
		t.Error(diff)
	}
	if place := got.Place("karpenter-version"); !strings.HasSuffix(place, "/.karplint.yaml:5:20") {
		t.Errorf("Place = %q", place)
	}
	if place := got.Place("convert.roles.gpu"); !strings.HasSuffix(place, "/.karplint.yaml:19:27") {
		t.Errorf("Place of an entry of a map = %q", place)
	}
	if place := got.Place("convert.instance-profile"); place != "" {
		t.Errorf("Place of a key that is not set = %q", place)
	}
}

func TestLoadEmpty(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "---\n", "select:\nconvert:\n"} {
		if _, err := loadText(t, text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	for text, want := range wrong {
		_, err := loadText(t, text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: got error %v, want %q", text, err, want)
		}
	}
}

// wrong are configurations with what Load says about them.
var wrong = map[string]string{
	"slect: [KL5]\n":       `:1:1: unknown key "slect"; did you mean "select"?`,
	"convert:\n  rol: x\n": `:2:3: unknown key "rol"; did you mean "role"?`,
	"colour: x\n": `:1:1: unknown key "colour"; known keys are baseline, convert, destroy-order, exclude, extends, fail-on, ignore, ` +
		`karpenter-version, kubernetes-version, max-memory, overrides, rules, rules-dir, select, timeout`,
	"fail-on: never\n":                                      `:1:10: fail-on is "never"; it can be error, warning, info`,
	"destroy-order: controler-last\n":                       `:1:16: destroy-order is "controler-last"; did you mean "controller-last"?`,
	"destroy-order: never\n":                                `:1:16: destroy-order is "never"; it can be controller-last, controller-first`,
	"select: {a: b}\n":                                      `:1:9: select[0] is a map, but must be a string`,
	"select:\n- KL5\n- [a]\n":                               `:3:3: select[1] is a list, but must be a string`,
	"overrides: {paths: [a]}\n":                             `:1:12: overrides is a map, but must be a list`,
	"overrides:\n- rules: {KL501: off}\n":                   `:2:3: overrides[0] has no paths; name the files that it is for`,
	"overrides: [{paths: a, exclude: b}]\n":                 `:1:24: unknown key "exclude"`,
	"exclude: ['!a']\n":                                     `"!a": a glob cannot leave out what others match`,
	"convert: {answers: [{objects: a, class: existing}]}\n": `:1:31: objects: "a" has no kind; write a kind and a name, such as */a`,
	"overrides: [{paths: 'a['}]\n":                          `"a[" is not a glob`,
	"overrides: [{paths: a, rules: {KL5011: off}}]\n":       `no rule is called "KL5011"`,
	"extends: /etc/karplint.yaml\n":                         `is absolute; write a path relative to this file`,
	"extends: missing.yaml\n":                               `extends: missing.yaml is missing, or outside of the repository`,
	"extends: .karplint.yaml\n":                             `.karplint.yaml extends this file itself`,
	"convert: yes please\n":                                 `:1:10: convert is "yes please", but must be a map`,
	"convert: {ignore-defaults: maybe}\n":                   `:1:28: convert.ignore-defaults is "maybe", but must be true or false`,
	"convert: {roles: {a: [b]}}\n":                          `:1:22: convert.roles.a is a list, but must be a string`,
	"convert: {roles: {a: b, a: c}}\n":                      `:1:25: key "a" is set twice`,
	"select: KL5\nselect: KL4\n":                            `:2:1: key "select" is set twice`,
	"exclude: ['a[']\n":                                     `:1:11: exclude: "a[" is not a glob; check its brackets`,
	"- a\n":                                                 `:1:1: the configuration is a list, but must be a map`,
	"select: [KL5\n":                                        `:1:1: does not parse: did not find expected ',' or ']'`,
	"select: KL5\n---\nselect: KL4\n":                       `the file has a second document, but a configuration must be a single one`,
	"a: &a [*a]\nselect: \x00\n":                            `:2:9: the file is binary: it holds a NUL byte`,
	"select: KL5\nignore: '\u00e9\xff'\n":                   `:2:11: does not parse: invalid leading UTF-8 octet`,
	"karpenter-version: ['1.0', '1.1']\n":                   `:1:20: karpenter-version is a list, but must be a string`,
	"karpenter-version: &v {x: *v}\n":                       `:1:20: karpenter-version is a map, but must be a string`,
	"convert:\n  role: a\n  instance-profile: b\n":          `:2:3: convert.role and convert.instance-profile cannot both be set; remove one of them`,
	"\tselect: KL5\n":                                       `:1:1: does not parse: found character that cannot start any token`,
	"convert:\n  roles: {a: null}\n":                        `:2:14: convert.roles.a is empty, but must be a string`,

	"convert: {answers: {objects: a/b}}\n":             `:1:20: convert.answers is a map, but must be a list`,
	"convert:\n  answers:\n  - spec: {role: a}\n":      `:3:5: convert.answers[0] has no objects; name those that it is for`,
	"convert:\n  answers:\n  - objects: a/b\n":         `:3:5: convert.answers[0] needs either a spec with fields, or class: existing`,
	"convert: {answers: [{objects: 'a/['}]}\n":         `:1:31: objects: "a/[" is not a glob; check its brackets`,
	"convert: {answers: [{objects: a/b, class: b}]}\n": `:1:43: class is "b"; it can be existing`,
	"convert: {answers: [{objects: a/b, class: existing, spec: {role: b}}]}\n": `:1:21: convert.answers[0] needs either a spec with fields, or ` +
		`class: existing`,
	"convert: {answers: [{objects: a/b, spec: {rol: b}}]}\n":                                   `:1:43: unknown key "rol"; did you mean "role"?`,
	"convert: {answers: [{objects: a/b, spec: {role: [b]}}]}\n":                                `:1:49: spec.role is a list, but must be a string`,
	"convert: {answers: [{objects: a/b, spec: {role: ''}}]}\n":                                 `:1:49: spec.role is empty`,
	"convert: {answers: [{objects: a/b, spec: {amiSelectorTerms: b}}]}\n":                      `spec.amiSelectorTerms is "b", but must be a list`,
	"convert: {answers: [{objects: a/b, spec: {amiSelectorTerms: []}}]}\n":                     `:1:61: spec.amiSelectorTerms is a list, but must`,
	"convert: {answers: [{objects: a/b, spec: {amiSelectorTerms: [b]}}]}\n":                    `:1:62: spec.amiSelectorTerms[0] is "b", but`,
	"convert: {answers: [{objects: a/b, spec: {amiSelectorTerms: [{tags: {b: c, b: d}}]}}]}\n": `:1:76: key "b" is set twice`,
	"convert: {answers: [{objects: a/b, spec: {amiSelectorTerms: [{id: ~}]}}]}\n": `:1:67: spec.amiSelectorTerms[0].id is empty, but must be a ` +
		`string`,
	"convert: {answers: [{objects: a/b, spec: {amiSelectorTerms: [&t {tags: *t}]}}]}\n": `spec.amiSelectorTerms[0].tags is a`,
	"convert: {answers: [{objects: a/b, spec: {role: b, instanceProfile: c}}]}\n": `:1:42: convert.answers[0]: role and instanceProfile cannot both ` +
		`be set; remove one of them`,

	"select: [KL5, KL5O1]\n": `:1:15: select: no rule has the id, id prefix or name "KL5O1"; did you mean "KL501"?`,
	"ignore: do-not-evcit\n": `:1:9: ignore: no rule has the id, id prefix or name "do-not-evcit"; did you mean ` +
		`"do-not-evict"?`,
	"ignore: true\n":                            `:1:9: ignore[0] is "true", but must be a string`,
	"kubernetes-version: latest\n":              `:1:21: kubernetes-version: "latest" is not a Kubernetes version; write 1.29 or 1.29.3`,
	"rules: [KL404]\n":                          `:1:8: rules is a list, but must be a map`,
	"rules: {KL4O4: off}\n":                     `:1:9: no rule is called "KL4O4"; did you mean "KL404"?`,
	"rules: {kl404: off}\n":                     `:1:9: no rule is called "kl404"; did you mean "KL404"?`,
	"rules: {KL4: off}\n":                       `:1:9: no rule is called "KL4"; only select and ignore accept a prefix of ids`,
	"rules: {KL404: of}\n":                      `:1:16: rules.KL404 is "of"; did you mean "off"?`,
	"rules: {KL404: false}\n":                   `:1:16: rules.KL404 is "false"; it can be off, on, error, warning, info`,
	"rules: {KL404: [off]}\n":                   `:1:16: rules.KL404 is a list; it can be off, on, error, warning, info`,
	"rules: {KL501: off, do-not-evict: info}\n": `:1:21: KL501 and do-not-evict are the same rule; write it once`,
	"rules:\n  KL404:\n    namespace: [a]\n": `:3:5: rule KL404 application-tolerates-disruption has no option "namespace"; did you mean ` +
		`"namespaces"?`,
	"rules: {KL501: {colour: red}}\n":                  `:1:17: rule KL501 do-not-evict has no option "colour"; it has severity`,
	"rules: {KL404: {severity: fatal}}\n":              `:1:27: rules.KL404.severity is "fatal"; it can be off, on, error, warning, info`,
	"rules: {KL404: {namespaces: {a: b}}}\n":           `:1:29: rules.KL404.namespaces[0] is a map, but must be a string`,
	"rules: {KL404: {namespaces: a, namespaces: b}}\n": `:1:32: key "namespaces" is set twice`,
	"convert: {roles: {[a]: b}}\n":                     `:1:19: a key is a list, but must be a string`,
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "repo", "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	find := func(want string) {
		t.Helper()
		if got := Find(nil, deep); got != want {
			t.Errorf("Find = %q, want %q", got, want)
		}
	}
	write := func(path string) string {
		t.Helper()
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	outside := write(filepath.Join(root, Name))
	find(outside)
	if err := os.Mkdir(filepath.Join(root, "repo", ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	find("") // the repository's root ends the search
	find2 := write(filepath.Join(root, "repo", Name))
	find(find2)
	find(write(filepath.Join(deep, Name)))
}

// TestLarge: a configuration is small.
func TestLarge(t *testing.T) {
	_, err := loadText(t, strings.Repeat("#", maxSize+1))
	if err == nil || !strings.HasSuffix(err.Error(), ".karplint.yaml: larger than 1 MiB, the maximum") {
		t.Error(err)
	}
}

// TestLoadFound: a configuration is a regular file of the repository, also behind a link. What is outside is not even quoted.
func TestLoadFound(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repo := filepath.Join(root, "repo")
	for dir, text := range map[string]string{"repo/.git": "", "repo/shared": "fail-on: info", "outside": "secret text"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, dir, "settings.yaml"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(repo, Name)
	for target, want := range map[string]string{
		"shared/settings.yaml":     "",
		"../outside/settings.yaml": Name + ": not read: outside the repository",
		"/dev/zero":                Name + ": not read: outside the repository",
		"shared":                   Name + ": not a regular file",
		"none":                     Name + ": no such file or directory",
	} {
		if err := os.Symlink(target, path); err != nil {
			t.Skip("this system has no links")
		}
		if found := Find(nil, repo); found != path {
			t.Fatalf("found %q", found)
		}
		_, err := LoadFound(nil, path, path, builtin)
		got := ""
		if err != nil {
			got = strings.TrimPrefix(err.Error(), repo+"/")
		}
		if got != want {
			t.Errorf("a link to %s: %q, want %q", target, got, want)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
}
