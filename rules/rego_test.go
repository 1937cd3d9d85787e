package rules_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/ruletest"
	"github.com/karplint/karplint/lint/rule"
)

// TestRego runs every test_… rule of rules/*/*_test.rego, each folder on its own with lib.
func TestRego(t *testing.T) {
	loaded, err := rule.Load(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	folders, err := fs.Glob(os.DirFS("."), "*/*_test.rego")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no tests: %v", err)
	}
	for i, name := range folders {
		folder := path.Dir(name)
		if i > 0 && path.Dir(folders[i-1]) == folder {
			continue
		}
		t.Run(folder, func(t *testing.T) { runTests(t, loaded, folder) })
	}
}

func runTests(t *testing.T, loaded *rule.Rules, folder string) {
	modules, names, err := loaded.TestModules(rule.Folder{Files: os.DirFS("."), Dir: folder}, facts.FS)
	if err != nil {
		t.Fatal(err)
	}
	results, err := ruletest.RunRego(t.Context(), modules, names)
	if err != nil {
		t.Fatal(err)
	}
	for _, result := range results.Tests {
		t.Run(result.Name, func(t *testing.T) {
			if result.Failed != "" {
				t.Fatalf("%s: %s\n%s", result.Place, result.Failed, result.Output)
			}
		})
	}
}

// TestFolders: every rule has its three files, and its tests at least one test_… rule.
func TestFolders(t *testing.T) {
	folders, err := fs.Glob(os.DirFS("."), "*/rule.rego")
	if err != nil || len(folders) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	for _, rule := range folders {
		dir := path.Dir(rule)
		if info, err := os.Stat(path.Join(dir, "examples.txtar")); err != nil || info.Size() == 0 {
			t.Errorf("%s has no examples.txtar", dir)
		}
		tests, err := os.ReadFile(path.Join(dir, "rule_test.rego"))
		if err != nil || !bytes.Contains(tests, []byte("\ntest_")) {
			t.Errorf("%s has no tests in rule_test.rego", dir)
		}
	}
}

// fewKeys are rules that define an object key by key, for few keys: OPA compares each key of such a rule with all others.
var fewKeys = map[string]bool{
	"mixed-alpha-and-beta/rule.rego objects": true, "nodeclass-not-found/rule.rego names": true, "lib/served.rego successors": true,
}

// TestKeysOfObjects: an object with as many keys as a file has values is a comprehension, whose time is linear.
func TestKeysOfObjects(t *testing.T) {
	for _, name := range regoFiles(t) {
		for _, rule := range parseModule(t, name).Rules {
			head := rule.Head.Reference
			if !head.IsGround() && !fewKeys[name+" "+head[0].String()] {
				t.Errorf("%s: %s has a key for each of its bindings; write a comprehension", name, head)
			}
		}
	}
}

// TestFormat: every module of karplint is written as `opa fmt` writes it; KARPLINT_REGO_FMT=1 rewrites them.
func TestFormat(t *testing.T) {
	var names []string
	for _, pattern := range []string{
		"*/*.rego", "../internal/installations/rules/*/*.rego", "../bench/policy/*.rego", "../examples/rules/*/*.rego",
		"../internal/ruletest/skeleton/*.rego",
	} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no modules %s: %v", pattern, err)
		}
		names = append(names, found...)
	}
	for _, name := range names {
		before, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		after, err := format.Source(name, before)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(before, after) {
			continue
		}
		if os.Getenv("KARPLINT_REGO_FMT") == "" {
			t.Errorf("%s is not formatted; run KARPLINT_REGO_FMT=1 go test ./rules -run TestFormat", name)
			continue
		}
		if err := os.WriteFile(name, after, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func parseModule(t *testing.T, name string) *ast.Module {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	module, err := ast.ParseModuleWithOpts(name, string(data), ast.ParserOptions{ProcessAnnotation: true})
	if err != nil {
		t.Fatal(err)
	}
	return module
}

func regoFiles(t *testing.T) []string {
	t.Helper()
	names, err := fs.Glob(os.DirFS("."), "*/*.rego")
	if err != nil {
		t.Fatal(err)
	}
	return names
}
