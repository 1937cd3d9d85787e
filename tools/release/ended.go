package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// addEnded returns the step that writes which metrics of the release before are gone, and prints which of its variables are.
func addEnded(before fs.FS) func(*tables, fs.FS) error {
	return func(t *tables, files fs.FS) error {
		old, errOld := namesOf(before)
		now, err := namesOf(files)
		if err = errors.Join(errOld, err); err != nil {
			t.tell("compare metrics and variables with the release before: %v", err)
			return nil
		}
		t.done("environment")
		var rows []string
		for _, name := range slices.Sorted(maps.Keys(old)) {
			row := "  - {name: " + name + ", until: " + t.release + "}"
			switch {
			case now[name]:
			case strings.HasPrefix(name, "karpenter_"):
				t.tell("added to facts/metrics.yaml:%s (if another has its meaning, move it to renamed)", row)
				rows = append(rows, row)
			default:
				t.tell("add to removed in facts/environment.yaml, with value or instead:%s", row)
			}
		}
		return t.edit("metrics", func(lines []string) []string {
			_, end := section(lines, "dropped")
			return slices.Insert(lines, end, rows...)
		})
	}
}

var variable = regexp.MustCompile(`(?:env\.WithDefault\w+\(|WithEnv\([^,]+, "[^"]+", )"(\w+)"`)

// namesOf returns the names of the metrics and of the environment variables of a release and of its core.
func namesOf(files fs.FS) (map[string]bool, error) {
	modules := []fs.FS{files}
	version, err := required(files, coreModule)
	if err == nil && version != "" {
		var core fs.FS
		core, err = download(coreModule, version)
		modules = append(modules, core)
	}
	if err != nil {
		return nil, err
	}
	m := metrics{constants: map[string]string{}, names: map[string]bool{}}
	for _, files := range modules {
		if err := fs.WalkDir(files, "pkg", func(name string, _ fs.DirEntry, err error) error {
			if err != nil || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
				return err
			}
			text, err := fs.ReadFile(files, name)
			if err == nil {
				err = m.parse(text)
			}
			return err
		}); err != nil {
			return nil, err
		}
	}
	m.read()
	return m.names, nil
}

// metrics are the parsed files of modules, the texts of their constants (package.name), and the names found.
type metrics struct {
	files     []*ast.File
	constants map[string]string
	names     map[string]bool
}

func (m *metrics) parse(text []byte) error {
	for _, found := range variable.FindAllSubmatch(text, -1) {
		m.names[string(found[1])] = true
	}
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	m.files = append(m.files, file)
	for n := range ast.Preorder(file) {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == len(spec.Names) {
			for i, name := range spec.Names {
				m.constants[file.Name.Name+"."+name.Name] = m.text(spec.Values[i], file)
			}
		}
	}
	return nil
}

// read reads the names of metrics from the options that each is made with.
func (m *metrics) read() {
	for _, file := range m.files {
		for n := range ast.Preorder(file) {
			options, _ := n.(*ast.CompositeLit)
			if options == nil {
				continue
			}
			fields := map[string]string{}
			for _, e := range options.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					if key, ok := pair.Key.(*ast.Ident); ok {
						fields[key.Name] = m.text(pair.Value, file)
					}
				}
			}
			if fields["Namespace"] == "karpenter" && fields["Name"] != "" {
				m.names[strings.ReplaceAll("karpenter_"+fields["Subsystem"]+"_"+fields["Name"], "__", "_")] = true
			}
		}
	}
}

// text returns the text of a literal or a constant; "" for all else.
func (m *metrics) text(expr ast.Expr, file *ast.File) string {
	switch expr := expr.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(expr.Value)
		return text
	case *ast.Ident:
		return m.constants[file.Name.Name+"."+expr.Name]
	case *ast.SelectorExpr:
		if from, ok := expr.X.(*ast.Ident); ok {
			return m.constants[from.Name+"."+expr.Sel.Name]
		}
	}
	return ""
}
