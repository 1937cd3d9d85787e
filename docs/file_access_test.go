package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fileAccess are the functions of a package of the standard library that touch the file system: all but the harmless ones, or the
// harmful ones alone.
var fileAccess = map[string]func(name string) bool{
	"os": func(name string) bool {
		return !slices.Contains([]string{
			"Args", "ErrNotExist", "Exit", "File", "Getenv", "Getwd", "Interrupt", "Stdin", "Stdout", "Stderr", "UserHomeDir",
		}, name)
	},
	"path/filepath": func(name string) bool {
		return slices.Contains([]string{"EvalSymlinks", "Glob", "Walk", "WalkDir"}, name)
	},
	"io/ioutil": func(string) bool { return true },
	"os/exec":   func(string) bool { return true },
	"net": func(name string) bool {
		return strings.HasPrefix(name, "Dial") || strings.HasPrefix(name, "Listen") || strings.HasPrefix(name, "Lookup")
	},
	"net/http": func(string) bool { return true },
}

// TestFileAccess: two packages open files, base/regular to read them and edit/save to write them, so that one place keeps to the bounds of
// what may be read. internal/git alone runs a program, git. No package uses the network. A command that only developers run may do all of this.
func TestFileAccess(t *testing.T) {
	checked := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != root && isForeign(name) {
			return fs.SkipDir
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(rel))
		isCode := strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
		if !isCode || strings.HasPrefix(pkg, "internal/testing/") || slices.Contains([]string{"base/regular", "edit/save"}, pkg) {
			return nil
		}
		checked++
		for _, used := range fileAccessesIn(t, name) {
			if pkg == "internal/git" && strings.HasPrefix(used, "exec.") {
				continue
			}
			t.Errorf("%s uses %s; use base/regular to read files, edit/save to write them, and internal/git to run git", filepath.ToSlash(rel), used)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if checked < 100 {
		t.Errorf("%d files were checked; there are hundreds", checked)
	}
	if used := fileAccessesIn(t, "../internal/git/run.go"); !slices.Contains(used, "exec.CommandContext") {
		t.Errorf("internal/git uses %q; exec.CommandContext is missing, so the test finds nothing", used)
	}
	if used := fileAccessesIn(t, "../edit/save/new.go"); !slices.Contains(used, "os.OpenFile") {
		t.Errorf("edit/save uses %q; os.OpenFile is missing, so the test finds nothing", used)
	}
}

// fileAccessesIn returns the names that a file uses and that touch the file system.
func fileAccessesIn(t *testing.T, name string) (used []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	touches := map[string]func(string) bool{}
	for _, spec := range file.Imports {
		imported := strings.Trim(spec.Path.Value, `"`)
		if spec.Name == nil && fileAccess[imported] != nil {
			touches[path.Base(imported)] = fileAccess[imported]
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		selector, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if pkg, ok := selector.X.(*ast.Ident); ok && touches[pkg.Name] != nil && touches[pkg.Name](selector.Sel.Name) {
			used = append(used, pkg.Name+"."+selector.Sel.Name)
		}
		return true
	})
	return used
}
