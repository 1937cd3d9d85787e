package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/rules"
)

// inputSection is a table of the input in writing-rules.md: the fields that a function of lint writes, with the comments beside them.
type inputSection struct {
	title, lead    string
	file, function string
	sections       []string // fields that are tables of their own
}

var inputSections = []inputSection{
	{"input.resource", "", "lint/subject.go", "input", []string{"resource", "target", "config"}},
	{"", "", "lint/verdict/patches.go", "Fields", nil},
	{"input.resource.free[]", "When no disruption budget of a NodePool is active, for the reasons that have one with a schedule.",
		"lint/subject.go", "freeTimes", nil},
	{"input.resource.problems[]", "`data.karplint.lib.admission` reads them.", "lint/verdict/terms.go", "problemTerm", nil},
	{"input.project", "Only for rules with `scope: project`, in place of `input.resource`.", "lint/project.go", "fields",
		[]string{"project", "target", "config"}},
	{"input.project.resources[]", "", "lint/project.go", "resourceTerm", nil},
	{"input.project.controllers[]", "", "lint/project.go", "controllerTerms", nil},
	{"input.project.controllers[].lacks[]", "", "lint/project.go", "lackTerms", nil},
	{"input.before", "Only for rules with `before: true`.", "lint/before.go", "before", nil},
	{"input.before.upgrades[]", "", "lint/before.go", "upgrades", nil},
	{"input.target", "`data.karplint.lib.target` compares it with a version.", "lint/linter.go", "targetTerm", nil},
	{"input.config", "The settings.", "lint/linter.go", "configTerm", nil},
}

// TestWritingRules holds the generated blocks of writing-rules.md to the code, and its commands to what they print.
func TestWritingRules(t *testing.T) {
	const name = "writing-rules.md"
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := tutorial(t, string(page))
	for block, generated := range map[string]string{ // in any order: each is a block of its own
		"input": inputTables(t), "kinds": kindList(t), "libraries": libraryTable(t), "facts": factTable(t),
	} {
		pattern := regexp.MustCompile(`(?s)(<!-- ` + block + ` -->\n).*?(<!-- end -->\n)`)
		if !pattern.MatchString(text) {
			t.Errorf("%s has no block %s", name, block)
		}
		text = pattern.ReplaceAllStringFunc(text, func(string) string { return "<!-- " + block + " -->\n" + generated + "<!-- end -->\n" })
	}
	compare(t, name, text)
}

// step is a step of the tutorial: a file to write, or a command to run, whose output follows.
var step = regexp.MustCompile("(?ms)^<!-- file (\\S+) -->\n```\\w+\n(.*?)^```\n|^```console\n\\$ (karplint [^\n]*)\n.*?^```\n")

// tutorial follows the steps of a page in an empty directory, and returns it with what the commands print.
func tutorial(t *testing.T, page string) string {
	t.Helper()
	dir := t.TempDir()
	steps := 0
	text := step.ReplaceAllStringFunc(page, func(old string) string {
		steps++
		match := step.FindStringSubmatch(old)
		if match[1] != "" {
			file := filepath.Join(dir, filepath.FromSlash(match[1]))
			if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(match[2]), 0o644); err != nil {
				t.Fatal(err)
			}
			return old
		}
		out := runKarplint(t, dir, strings.Fields(match[3])[1:])
		if strings.Contains(out, "FAIL") {
			t.Errorf("%s:\n%s", match[3], out)
		}
		return "```console\n$ " + match[3] + "\n" + out + "```\n"
	})
	if steps < 8 {
		t.Errorf("the tutorial has %d steps", steps)
	}
	return text
}

func inputTables(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	for _, s := range inputSections {
		if s.title != "" {
			fmt.Fprintf(&b, "\n### %s\n", s.title)
			if s.lead != "" {
				fmt.Fprintf(&b, "\n%s\n", s.lead)
			}
			b.WriteString("\n| Field | Type | |\n|---|---|---|\n")
		}
		for _, f := range fieldsOf(t, s) {
			fmt.Fprintf(&b, "| `%s` | %s | %s |\n", f.name, f.kind, f.text)
		}
	}
	return b.String() + "\n"
}

// field is a field of the input, with the comment beside the code that writes it.
type field struct{ name, kind, text string }

// typeOf returns the type of a field for people, by the function that makes its value.
func typeOf(call *ast.CallExpr) string {
	if call.Fun.(*ast.SelectorExpr).Sel.Name == "TextField" {
		return "text"
	}
	made := ""
	ast.Inspect(call.Args[1], func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && made == "" {
			switch f := c.Fun.(type) {
			case *ast.SelectorExpr:
				made = f.Sel.Name
			case *ast.Ident:
				made = f.Name
			}
		}
		return made == ""
	})
	switch made {
	case "InternedTerm", "BooleanTerm":
		return "true or false"
	case "Texts":
		return "list of texts"
	case "Path":
		return "path"
	case "Paths":
		return "set of paths"
	case "ArrayTerm", "Terms", "controllerTerms", "lackTerms", "upgrades", "NewList":
		return "list"
	case "Term":
		return "any"
	}
	return "object"
}

func fieldsOf(t *testing.T, s inputSection) (fields []field) {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, filepath.Join(root, s.file), nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	comments := map[int]string{}
	for _, group := range parsed.Comments {
		for _, c := range group.List {
			comments[set.Position(c.Pos()).Line] = strings.TrimSpace(strings.TrimPrefix(c.Text, "//"))
		}
	}
	for _, d := range parsed.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Name.Name != s.function {
			continue
		}
		visit(f.Body, func(name string, call *ast.CallExpr) (deeper bool) {
			if name == s.function { // it encloses the fields
				return true
			}
			if slices.Contains(s.sections, name) {
				return false
			}
			text := comments[set.Position(call.Pos()).Line]
			if text == "" {
				t.Errorf("%s: nothing says what the field %s is; write it behind the call in %s", s.file, name, s.function)
			}
			fields = append(fields, field{name, typeOf(call), text})
			return false
		})
	}
	if len(fields) == 0 {
		t.Errorf("%s: %s writes no field", s.file, s.function)
	}
	return fields
}

// visit calls each for the calls of rego.Field and rego.TextField in a function, and for those inside if it returns true.
func visit(body ast.Node, each func(name string, call *ast.CallExpr) bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		called, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || called.Sel.Name != "Field" && called.Sel.Name != "TextField" {
			return true
		}
		name, ok := call.Args[0].(*ast.BasicLit)
		if !ok {
			return true
		}
		return each(strings.Trim(name.Value, `"`), call)
	})
}

// kindList is the kinds of resources in a project, from the comments of package survey.
func kindList(t *testing.T) string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "survey/survey.go"), nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, d := range parsed.Decls {
		constants, ok := d.(*ast.GenDecl)
		if !ok || constants.Tok != token.CONST || constants.Doc == nil || !strings.HasPrefix(constants.Doc.Text(), "Kinds of resources") {
			continue
		}
		for _, spec := range constants.Specs {
			value := spec.(*ast.ValueSpec)
			kind := strings.Trim(value.Values[0].(*ast.BasicLit).Value, `"`)
			text := strings.TrimPrefix(strings.TrimSpace(value.Doc.Text()), value.Names[0].Name)
			fmt.Fprintf(&b, "\n**%s**%s\n", kind, itemsFlush(text))
		}
	}
	return b.String() + "\n"
}

// itemsFlush moves the items of a list to the margin, with an empty line before the first one.
func itemsFlush(text string) string {
	var b strings.Builder
	inList := false
	for line := range strings.Lines(text) {
		item := strings.HasPrefix(line, "  - ")
		switch {
		case item && !inList:
			b.WriteString("\n")
			inList = true
		case inList && !item && !strings.HasPrefix(line, "    "):
			b.WriteString("\n")
			inList = false
		}
		b.WriteString(strings.TrimPrefix(line, "  "))
	}
	return b.String()
}

// libraryTable is the libraries of karplint's own rules, with their functions.
func libraryTable(t *testing.T) string {
	t.Helper()
	names, err := fs.Glob(rules.FS, "lib/*.rego")
	if err != nil {
		t.Fatal(err)
	}
	described := regexp.MustCompile(`(?m)^# ([a-z_]+\([^)]*\)):`)
	title := regexp.MustCompile(`(?m)^# title: (.*)$`)
	var b strings.Builder
	b.WriteString("\n| Library | | Functions |\n|---|---|---|\n")
	for _, name := range names {
		if strings.HasSuffix(name, "_test.rego") {
			continue
		}
		text, err := fs.ReadFile(rules.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		match := title.FindSubmatch(text)
		if match == nil { // for karplint's own rules about karplint
			continue
		}
		var functions []string
		for _, f := range described.FindAllSubmatch(text, -1) {
			functions = append(functions, "`"+string(f[1])+"`")
		}
		fmt.Fprintf(&b, "| [%s](../rules/%s) | %s | %s |\n", strings.TrimSuffix(path.Base(name), ".rego"), name, match[1], strings.Join(functions, ", "))
	}
	return b.String() + "\n"
}

// factTable is the tables of facts, with the first sentences of their comments.
func factTable(t *testing.T) string {
	t.Helper()
	names, err := fs.Glob(facts.FS, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("\n| Table | |\n|---|---|\n")
	for _, name := range names {
		text, err := fs.ReadFile(facts.FS, name)
		if err != nil {
			t.Fatal(err)
		}
		var comment []string
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSpace(line)
			if !strings.HasPrefix(line, "# ") {
				break
			}
			comment = append(comment, strings.TrimPrefix(line, "# "))
		}
		sentence, _, _ := strings.Cut(strings.Join(comment, " ")+" ", ". ")
		fmt.Fprintf(&b, "| [%s](../facts/%s) | %s |\n", strings.TrimSuffix(name, ".yaml"), name, strings.TrimSuffix(strings.TrimSpace(sentence), "."))
	}
	return b.String() + "\n"
}
