package docs_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/karplint/karplint/"

// TestImports holds every package to its row of the table in imports.md. Those of base may be imported by all, so that
// rows do not list them.
func TestImports(t *testing.T) {
	allowed := importTable(t)
	imports := importsBelow(t, root)
	for pkg := range allowed {
		if _, exists := imports[pkg]; !exists {
			t.Errorf("imports.md has a row for %s, which holds no Go code; delete it", pkg)
		}
	}
	for pkg, imported := range imports {
		row, ok := allowed[pkg]
		if !ok {
			t.Errorf("%s has no row in the table of imports.md; add one", pkg)
			continue
		}
		if isBase := func(name string) bool { return strings.HasPrefix(name, "base/") }; isBase(pkg) &&
			slices.ContainsFunc(imported, func(name string) bool { return !isBase(name) }) {
			t.Errorf("%s imports %q; packages of base import only each other", pkg, imported)
		}
		for _, other := range imported {
			if !slices.Contains(row, other) && !strings.HasPrefix(other, "base/") {
				t.Errorf("%s imports %s, which its row in imports.md does not name", pkg, other)
			}
		}
	}
}

// TestImportTable fails when the table can no longer be read, which would make TestImports pass
// for the wrong reason.
func TestImportTable(t *testing.T) {
	allowed := importTable(t)
	if row, ok := allowed["model"]; !ok || len(row) > 0 {
		t.Errorf("model may import %q; it must import nothing of karplint", row)
	}
	if !slices.Contains(allowed["cmd/karplint"], "internal/cli") {
		t.Errorf("cmd/karplint may import %q; internal/cli is missing", allowed["cmd/karplint"])
	}
}

// TestSteps finds the functions that architecture.md names for the steps of a run.
func TestSteps(t *testing.T) {
	page, err := os.ReadFile("architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`([A-Za-z.]+)`(?: and `([A-Za-z.]+)`)? in `([a-z/_.]+)`").FindAllStringSubmatch(string(page), -1)
	if len(named) < 10 {
		t.Fatalf("architecture.md names %d places, too few", len(named))
	}
	for _, place := range named {
		code := goCode(t, place[3])
		for _, name := range place[1:3] {
			receiver, function, isMethod := strings.Cut(name, ".")
			declared := "func " + receiver + "("
			if isMethod {
				declared = " *" + receiver + ") " + function + "("
			}
			if name != "" && !strings.Contains(code, declared) {
				t.Errorf("architecture.md names %s in %s, which is not there", name, place[3])
			}
		}
	}
}

// goCode returns the text of a file, or of the Go files in a directory.
func goCode(t *testing.T, name string) string {
	t.Helper()
	pattern := filepath.Join(root, name)
	if !strings.HasSuffix(name, ".go") {
		pattern = filepath.Join(pattern, "*.go")
	}
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	return code.String()
}

// TestFiles holds the tables of files to the directories.
func TestFiles(t *testing.T) {
	for _, pkg := range []string{"lint", "convert"} {
		checkFiles(t, pkg, filePatterns(t, pkg))
	}
}

// filePatterns reads imports.md: the patterns that the table of a package's files names.
func filePatterns(t *testing.T, pkg string) []string {
	t.Helper()
	page, err := os.ReadFile("imports.md")
	if err != nil {
		t.Fatal(err)
	}
	_, below, found := strings.Cut(string(page), "\nThe files of `"+pkg+"`")
	_, table, hasTable := strings.Cut(below, "\n\n| Files | What they do |\n")
	table, _, closed := strings.Cut(table, "\n\n")
	if !found || !hasTable || !closed {
		t.Fatalf("imports.md has no table of the files of %s", pkg)
	}
	var patterns []string
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		for _, span := range codeSpan.FindAllStringSubmatch(cells[1], -1) {
			patterns = append(patterns, span[1])
		}
	}
	return patterns
}

// checkFiles reports files that no pattern, or more than one, is for, and patterns without a file.
func checkFiles(t *testing.T, pkg string, patterns []string) {
	t.Helper()
	files, err := filepath.Glob("../" + pkg + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".go")
		if strings.HasSuffix(name, "_test") {
			continue
		}
		var rows []string
		for _, pattern := range patterns {
			if is, _ := path.Match(pattern, name); is {
				rows, used[pattern] = append(rows, pattern), true
			}
		}
		switch len(rows) {
		case 0:
			t.Errorf("%s/%s.go is not in the table of imports.md; say there what it does", pkg, name)
		case 1:
		default:
			t.Errorf("imports.md says what %s/%s.go does in several rows: %q", pkg, name, rows)
		}
	}
	for _, pattern := range patterns {
		if !used[pattern] {
			t.Errorf("imports.md names %s in %s, which is not there", pattern, pkg)
		}
	}
}

var codeSpan = regexp.MustCompile("`([^`]+)`")

// importTable reads imports.md: for each package what its row lets it import.
func importTable(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile("imports.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(page), "| Package | Its job | May import |\n")
	if !found {
		t.Fatal("imports.md has no table | Package | Its job | May import |")
	}
	allowed := map[string][]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 {
			break
		}
		name := codeSpan.FindStringSubmatch(cells[1])
		if name == nil {
			continue
		}
		allowed[name[1]] = []string{}
		for _, span := range codeSpan.FindAllStringSubmatch(cells[3], -1) {
			allowed[name[1]] = append(allowed[name[1]], span[1])
		}
	}
	return allowed
}

// importsBelow returns, for each package of the module at dir, which other packages of the module
// its code imports, tests excluded.
func importsBelow(t *testing.T, dir string) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && name != dir && isForeign(name) {
			return fs.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		pkg := path.Dir(filepath.ToSlash(rel))
		imports[pkg] = append(imports[pkg], []string{}...)
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if other, ours := strings.CutPrefix(imported, module); ours {
				imports[pkg] = append(imports[pkg], other)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}

// isForeign says whether the go command does not count the directory to the module.
func isForeign(dir string) bool {
	base := filepath.Base(dir)
	if base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
