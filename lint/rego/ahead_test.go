package rego_test

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/base/regocode"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/lint/rule"
)

// TestCompiledAhead holds rules/compiled to the rules and facts: with -update it writes it.
func TestCompiledAhead(t *testing.T) {
	const rules = "../../rules"
	loaded := loadSources(t, rules)
	want := compileAhead(t, loaded.All(), os.DirFS(rules), os.DirFS("../../facts"))
	if golden.Update() {
		if err := os.RemoveAll(filepath.Join(rules, "compiled")); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range want {
		file := filepath.Join(rules, name)
		if golden.Update() {
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, data, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s is not that of its source as it is (%v); run make docs", file, err)
		}
	}
	files, err := filepath.Glob(filepath.Join(rules, "compiled", "*"))
	if err != nil || len(files) != len(want) {
		t.Errorf("%d files in rules/compiled (%v), want %d; run make docs", len(files), err, len(want))
	}
}

// TestCompiledAlone: what is compiled of a module does not change with the rules beside it.
func TestCompiledAlone(t *testing.T) {
	rules := os.DirFS("../../rules")
	all := loadSources(t, "../../rules").All()
	few, more := compileAhead(t, all[5:9], rules, os.DirFS("../../facts")), compileAhead(t, all[:10], rules, os.DirFS("../../facts"))
	for name, data := range few {
		if !bytes.Equal(data, more[name]) {
			t.Errorf("%s changes with other rules", name)
		}
	}
}

func loadSources(t *testing.T, dir string) *rule.Rules {
	t.Helper()
	loaded, err := rule.Load(sourceOnly{os.DirFS(dir)})
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// compileAhead compiles rules, with the libraries and tables of facts that they use, and returns the compiled files by name. A file is good for the
// source that it was made from; with another one karplint compiles the sources, which takes several times as long as all the rest of a run over a
// few files. Each module is compiled with those that it uses alone, because OPA numbers variables through all modules.
func compileAhead(t *testing.T, chosen []*rule.Rule, rules, facts fs.FS) map[string][]byte {
	t.Helper()
	libraries, metadata, left := rego.Modules{}, map[string][]byte{}, map[string]bool{}
	if err := libraries.AddLibraries(rules, ".", "karplint.lib."); err != nil {
		t.Fatal(err)
	}
	for _, r := range chosen {
		file := path.Join(r.Folder, "rule.rego")
		encoded, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		metadata[file], left[file] = encoded, true
	}
	files := map[string][]byte{}
	for len(left) > 0 {
		name := slices.Min(slices.Collect(maps.Keys(left)))
		delete(left, name)
		used := map[string]*ast.Module{}
		if err := rego.AddRule(used, rules, name, rego.Imports{"lib": libraries, "facts": rego.Facts(facts)}); err != nil {
			t.Fatal(err)
		}
		compiler, err := rego.Compile(used, false)
		if err != nil {
			t.Fatal(err)
		}
		files[rego.CompiledFile(name)] = compiled(t, rules, name, metadata[name], compiler.Modules)
		for of := range used {
			switch file := rego.CompiledFile(of); {
			case files[file] != nil:
			case path.Ext(of) == ".yaml": // a table has no variables
				files[file] = compiled(t, facts, of, nil, compiler.Modules)
			default:
				left[of] = true
			}
		}
	}
	return files
}

// compiled returns the compiled file of a module.
func compiled(t *testing.T, sources fs.FS, name string, metadata []byte, modules map[string]*ast.Module) []byte {
	t.Helper()
	source, err := fs.ReadFile(sources, name)
	code, codeErr := regocode.Encode(name, modules)
	if err := errors.Join(err, codeErr); err != nil {
		t.Fatal(err)
	}
	return slices.Concat(rego.CompiledHead(source, metadata), metadata, code)
}

// sourceOnly is a file system of rules without those that were compiled ahead.
type sourceOnly struct{ fs.FS }

func (f sourceOnly) Open(name string) (fs.File, error) {
	if path.Dir(name) == "compiled" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f.FS.Open(name)
}
