package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestRooms holds the table of packages and types above the yardsticks to the code: each of them has a row with the reason, and no other has one.
func TestRooms(t *testing.T) {
	reasons := reasonTable(t)
	large := map[string]string{}
	for pkg := range importsBelow(t, root) {
		if !strings.HasPrefix(pkg, "internal/testing/") {
			maps.Copy(large, readRoom(t, pkg).aboveYardsticks(pkg))
		}
	}
	for name, excess := range large {
		if !slices.Contains(reasons, name) {
			t.Errorf("%s has %s; divide it, or give the reason in the table of imports.md", name, excess)
		}
	}
	for _, name := range reasons {
		if large[name] == "" {
			t.Errorf("imports.md gives a reason why %s is large, which it is not; delete it from the table", name)
		}
	}
}

// reasonTable reads imports.md: the packages and types for which it gives a reason.
func reasonTable(t *testing.T) (names []string) {
	t.Helper()
	page, err := os.ReadFile("imports.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, hasTable := strings.Cut(string(page), "| Package or type | Larger in | Reason |\n|---|---|---|\n")
	table, _, closed := strings.Cut(table, "\n\n")
	if !hasTable || !closed {
		t.Fatal("imports.md has no table | Package or type | Larger in | Reason |")
	}
	for row := range strings.Lines(table) {
		for _, span := range codeSpan.FindAllStringSubmatch(strings.Split(row, "|")[1], -1) {
			names = append(names, span[1])
		}
	}
	return names
}

// room counts what is in a package.
type room struct {
	files, lines    int
	names           map[string]bool
	methods, fields map[string]int // by type
}

func readRoom(t *testing.T, pkg string) room {
	t.Helper()
	r := room{names: map[string]bool{}, methods: map[string]int{}, fields: map[string]int{}}
	files, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		r.files++
		r.lines += set.File(file.Pos()).LineCount()
		for _, d := range file.Decls {
			r.add(d)
		}
	}
	return r
}

// add counts a declaration.
func (r room) add(d ast.Decl) {
	if f, ok := d.(*ast.FuncDecl); ok {
		if f.Recv != nil {
			r.methods[typeName(f.Recv.List[0].Type)]++
		} else if f.Name.Name != "init" {
			r.names[f.Name.Name] = true
		}
		return
	}
	for _, spec := range d.(*ast.GenDecl).Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			r.names[s.Name.Name] = true
			if fields, ok := s.Type.(*ast.StructType); ok {
				r.fields[s.Name.Name] = fields.Fields.NumFields()
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.Name != "_" {
					r.names[name.Name] = true
				}
			}
		}
	}
}

// typeName returns the name of a receiver's type.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// aboveYardsticks returns what is larger than imports.md allows without a reason: the package, or types in it.
func (r room) aboveYardsticks(pkg string) map[string]string {
	exported := 0
	for name := range r.names {
		if token.IsExported(name) {
			exported++
		}
	}
	large := map[string]string{}
	check := func(name string, count, limit int, noun string) {
		if count > limit {
			large[name] = strings.TrimPrefix(large[name]+fmt.Sprintf(", %d %s", count, noun), ", ")
		}
	}
	check(pkg, r.files, 20, "files")
	check(pkg, r.lines, 3500, "lines")
	check(pkg, len(r.names), 150, "names")
	check(pkg, exported, 25, "exported names")
	for name, count := range r.methods {
		check(pkg+"."+name, count, 60, "methods")
	}
	for name, count := range r.fields {
		check(pkg+"."+name, count, 15, "fields")
	}
	return large
}
