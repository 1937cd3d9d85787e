package hcl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

func parse(t *testing.T, name, text string) *Source {
	t.Helper()
	s, err := Parse(model.NewFile(name, []byte(text)))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return s
}

// TestNothing reads files without any value.
func TestNothing(t *testing.T) {
	for _, text := range []string{"", "\n \n", "\ufeff", "# only\n", "/* only */"} {
		s := parse(t, "a.tf", text)
		if s.Document.Root == nil || len(s.Document.Root.Entries) > 0 || len(s.Body.Attributes)+len(s.Body.Blocks) > 0 {
			t.Errorf("%q has entries", text)
		}
		if strings.Contains(text, "only") != (len(s.Comments()) == 1) {
			t.Errorf("%q has %d comments", text, len(s.Comments()))
		}
	}
	for _, text := range []string{"{}", "[]", "[{}]", "5", `"a"`, "null"} {
		if s := parse(t, "a.tf.json", text); len(s.Body.Attributes)+len(s.Body.Blocks) > 0 {
			t.Errorf("%q has entries", text)
		}
	}
}

// TestOrdinary reads what is long but not deep.
func TestOrdinary(t *testing.T) {
	for _, text := range []string{
		"a = b" + strings.Repeat(".c", 2000) + "\n",
		"a = [" + strings.Repeat("1 + 1, ", 2000) + "]\n",
		"a = [" + strings.Repeat("[{}], ", 2000) + "]\n",
		"a = {\n" + strings.Repeat("  b = 1 + f(2)\n", 2000) + "}\n",
		"a = \"" + strings.Repeat("${b + c}", 2000) + "\"\n",
		"a = <<E\n" + strings.Repeat("%{ if b }c%{ endif }\n", 2000) + "E\n",
		strings.Repeat("a {\n  b {}\n}\n", 2000),
	} {
		s := parse(t, "a.tf", text)
		if err := checkSource(s); err != nil {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

func TestBodyAccess(t *testing.T) {
	s := parse(t, "a.tf", "a = 1\nb {}\nc {}\nb {\n  d = 2\n}\n")
	if a := s.Body.Attribute("a"); a == nil || s.Document.Text(a.Span) != "a = 1" {
		t.Error("a", a)
	}
	if s.Body.Attribute("d") != nil {
		t.Error("d is found")
	}
	blocks := s.Body.BlocksOf("b")
	if len(blocks) != 2 || blocks[1].Body.Attribute("d") == nil {
		t.Error(blocks)
	}
}

// TestTwins shows which of two blocks with the same labels counts.
func TestTwins(t *testing.T) {
	s := parse(t, "a.tf", "p \"a\" {\n  x = 1\n}\np \"a\" {\n  x = 2\n}\n")
	if got := s.Document.Root.Get("p", "a", "x"); got.Text != "2" {
		t.Error(got)
	}
	if entries := s.Document.Root.Get("p").Entries; len(entries) != 2 {
		t.Errorf("%d entries", len(entries))
	}
}

func TestLocalSources(t *testing.T) {
	for text, want := range map[string]string{
		`source = "./x"`: "./x",
		"module \"a\" {\n  source=\"../../b\"\n}": "../../b",
		"source\t =\n \"./x\"":                    "./x",
		`"source": "./x", "source" : "../y"`:      "./x ../y",
		`source = "hashicorp/x/aws"`:              "",
		`source = "git::./x"`:                     "",
		`source_dir = "./x"`:                      "",
		`data_source = "./x"`:                     "",
		`source = var.x`:                          "",
		`# source = "./x"`:                        "./x",
		`source = "./x`:                           "",
		`source = "./x` + "\n\"":                  "",
		`source`:                                  "",
		`sources = "./x"`:                         "",
		`sourcesource = "./x"`:                    "",
		`"source`:                                 "",
		`source =`:                                "",
		`source = "..."`:                          "",
	} {
		if got := strings.Join(LocalSources([]byte(text)), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestReferences shows what strings are in the places where JSON has references or text.
func TestReferences(t *testing.T) {
	s := parse(t, "a.tf.json", `{
		"resource": {"r": {"a": {"depends_on": ["module.b", "r.c[0]", "${r.d}", "not one!"], "name": "module.b", "broken": "${", "deep": "${`+strings.Repeat("(", 2000)+`"}}},
		"import": {"to": "r.a", "id": "${var.id}"},
		"variable": {"v": {"type": "map(string)", "default": "${x}"}},
		"output": {"o": {"description": "${x}", "value": "${r.a.name} x"}}
	}`)
	var got []string
	var walk func(prefix string, b *Body)
	walk = func(prefix string, b *Body) {
		for _, a := range b.Attributes {
			items := []hclsyntax.Expression{a.Expr}
			if tuple, ok := a.Expr.(*hclsyntax.TupleConsExpr); ok {
				items = tuple.Exprs
			}
			for _, e := range items {
				got = append(got, fmt.Sprintf("%s%s %s %d %.14q", prefix, a.Name, strings.TrimPrefix(fmt.Sprintf("%T", e), "*hclsyntax."), len(hclsyntax.Variables(e)), s.Document.Text(SpanOf(e.Range()))))
			}
		}
		for _, c := range b.Blocks {
			walk(c.Type+" ", c.Body)
		}
	}
	walk("", s.Body)
	want := []string{
		`resource depends_on ScopeTraversalExpr 1 "\"module.b\""`,
		`resource depends_on ScopeTraversalExpr 1 "\"r.c[0]\""`,
		`resource depends_on ScopeTraversalExpr 1 "\"${r.d}\""`,
		`resource depends_on TemplateExpr 0 "\"not one!\""`,
		`resource name TemplateExpr 0 "\"module.b\""`,
		`resource broken TemplateExpr 0 "\"${\""`,
		`resource deep TemplateExpr 0 "\"${((((((((((("`,
		`import to ScopeTraversalExpr 1 "\"r.a\""`,
		`import id TemplateWrapExpr 1 "\"${var.id}\""`,
		`variable type FunctionCallExpr 1 "map(string)"`,
		`variable default TemplateExpr 0 "\"${x}\""`,
		`output description TemplateExpr 0 "\"${x}\""`,
		`output value TemplateExpr 1 "\"${r.a.name} x"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestPlacesInJSON shows that what stands in a string has its place there.
func TestPlacesInJSON(t *testing.T) {
	s := parse(t, "a.tf.json", "\ufeff{\"locals\": {\"a\": \"x ${var.b} y\"}}")
	e := s.Body.Blocks[0].Body.Attribute("a").Expr.(*hclsyntax.TemplateExpr).Parts[1]
	if got := s.Document.Text(SpanOf(e.Range())); got != "var.b" {
		t.Errorf("var.b stands at %q", got)
	}
}

// TestMaskedJSON reads a file in which a template seems to go on behind its string.
func TestMaskedJSON(t *testing.T) {
	s := parse(t, "a.tf.json", `{"locals": {"a": "{{", "b": "}} ${"}}`)
	if got := s.Document.Root.Str("locals", "a"); got != "{{" {
		t.Errorf("a is %q", got)
	}
}
