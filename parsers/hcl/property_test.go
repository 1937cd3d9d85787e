package hcl

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/model"
)

// checkSource returns an error if a span of the source does not hold what its value says, or spans overlap.
func checkSource(s *Source) error {
	doc := s.Document
	if doc.Root == nil || doc.Span.End != len(s.File.Data) {
		return errors.New("the document is not the file")
	}
	if err := checkValue(doc, doc.Root, model.Span{End: len(s.File.Data)}); err != nil {
		return err
	}
	for i, c := range s.Comments() {
		if i > 0 && c.Span.Start < s.Comments()[i-1].Span.End || !strings.Contains(doc.Text(c.Span), c.Text) {
			return fmt.Errorf("comment %q", c.Text)
		}
	}
	return checkBody(doc, s.Body)
}

func checkValue(doc *model.Document, v *model.Value, outer model.Span) error {
	if !outer.Contains(v.Span) || !outer.Contains(v.Props()) || v.Dash != -1 {
		return fmt.Errorf("%v is not within %v", v.Span, outer)
	}
	text := doc.Text(v.Span)
	if err := checkText1(doc, v, text); err != nil {
		return err
	}
	end := v.Span.Start
	next := func(s model.Span, block bool) error {
		if !block && s.Start < end { // blocks of one type may have attributes between them
			return fmt.Errorf("%v starts before %d", s, end)
		}
		end = s.End
		return nil
	}
	for _, item := range v.Items {
		if err := errors.Join(next(item.Span, false), checkValue(doc, item, v.Span)); err != nil {
			return err
		}
	}
	for _, e := range v.Entries {
		block := e.Value.Style == model.Block
		if err := errors.Join(next(e.Key.Span, block || v.Style == model.Block), checkValue(doc, e.Key, v.Span)); err != nil {
			return err
		}
		if !block && e.Key.Span.End > e.Value.Span.Start || block && !e.Value.Span.Contains(e.Key.Span) && v.Span != e.Value.Span {
			return fmt.Errorf("key at %v of the value at %v", e.Key.Span, e.Value.Span)
		}
		if err := errors.Join(next(e.Value.Span, true), checkValue(doc, e.Value, v.Span)); err != nil {
			return err
		}
	}
	return nil
}

// checkText1 compares a value with its bytes, read alone.
func checkText1(doc *model.Document, v *model.Value, text string) error {
	wrong := fmt.Errorf("%s %q at %v is %q", v.Kind, v.Text, v.Span, text)
	switch {
	case v.Style == model.Flow && v.Kind == model.Map:
		if text[0] != '{' || text[len(text)-1] != '}' {
			return wrong
		}
	case v.Style == model.Flow:
		if text[0] != '[' || text[len(text)-1] != ']' {
			return wrong
		}
	case v.Style == model.Block:
		if !v.Props().Empty() && !strings.HasPrefix(text, doc.Text(v.Props())) || v.Kind == model.Map && !v.Props().Empty() && text[len(text)-1] != '}' {
			return wrong
		}
	case doc.Syntax != model.HCL:
	case v.Kind == model.Unknown || v.Kind == model.Bool || v.Kind == model.Number:
		if v.Text != text || strings.TrimSpace(text) != text || text == "" {
			return wrong
		}
	case v.Kind == model.String && v.Style == model.Plain:
	case v.Kind == model.String:
		e, diags := hclsyntax.ParseExpression([]byte(text+"\n"), "", hcl2.InitialPos)
		if diags.HasErrors() {
			return wrong
		}
		template, ok := e.(*hclsyntax.TemplateExpr)
		if !ok {
			return wrong
		}
		if got, known := LiteralText(template); !known || got != cty.NormalizeString(v.Text) { // HCL normalizes strings, but no labels
			return wrong
		}
	}
	return nil
}

// checkBody compares blocks and attributes with the tree.
func checkBody(doc *model.Document, body *Body) error {
	for _, a := range body.Attributes {
		if strings.Trim(doc.Text(a.Key), `"`) != a.Name && doc.Syntax == model.HCL || !a.Span.Contains(a.Key) {
			return fmt.Errorf("attribute %q at %v", a.Name, a.Span)
		}
	}
	for _, b := range body.Blocks {
		if v := doc.Root.Get(b.Path...); (v == nil || v.Span != b.Span) && !twins(doc.Root, b) {
			return fmt.Errorf("the block at %v has %v, its value is %+v", b.Path, b.Span, v)
		}
		if err := checkBody(doc, b.Body); err != nil {
			return err
		}
	}
	return nil
}

// twins says whether blocks have the path of b, or begin with it, that are not of its form: the last one counts.
func twins(root *model.Value, b *Block) bool {
	for i, step := range b.Path {
		n := 0
		v := root.Get(b.Path[:i]...)
		if v == nil {
			return false
		}
		for _, e := range v.Entries {
			if e.Key.Text == step {
				n++
			}
		}
		if n > 1 {
			return true
		}
	}
	return false
}

var forms = []string{
	"a = 1", "a = 1e5 + 1.5e-3-1\n", "a = -1\nb = - 1\nc = !true\n", "a = \"${\"${\"x\"}\"}\" # \"\n", "a = \"%{ if b }c%{ else }d%{ endif }\"\n",
	"a = \"\\\\\" # b\nc = \"\\\"#\" // d\n", "a = \"$${#\" # b\n", "a = \"$$${b}\" # $\n", "a = \"%%{#\" # %\n", "a = \"$\" # b\n", "a = \"100%\" # \n",
	"a = <<E\n# no\n// no\n/* no\nE\n# yes\n", "a = <<-E\n  ${b /* yes */} # no\n  E\n", "a = <<E\n$E\n%\nE\n# yes\n", "a = <<E\n $${ # no\nE\n",
	"a = b < <<E\nE\n", "a = b<<E\n", "/* a */ b = 1 /* c\n */\n", "# a\r\nb = 1 // c\r\n", "#", "//", "/**/", "a {}\na { b = 1 }\na \"c\" {}\na d {}\n",
	"a \"b\" \"c\" {}\na \"b\" {}\na \"b\" \"d\" {}\na {}\n", "a = {for b in c : b => d...}\ne = [for f, g in h : i if j]\n",
	"a = {\n  # b\n  for c in d : e => f\n  + g\n}\n",
	"a = b[*].c[0].*.d[\"e\"][f]\n", "a = f(<<A\n${<<B\n${c}\nB\n}\nA\n, 1)\n", "a = {\"b\": 1, (c) = 2, d = {}}\n", "ü = \"😀\" # é\n",
	"\ufeff# a\nb = 1\n", "a = x ? <<E\nb\nE\n : <<-E  \n",
	"a = <<E\nb\nE  \n", "a = <<E\n  b\n\tE\t\n", "a = provider::b::c(1)\n", "a-b = c-d\n", "a = [\n  1, # one\n  2, /* two */\n]\n",
	"a = \"${~ b ~}\"\n", "a = \"${b}~}\" # c\n",
	"a = (\n  1 # b\n  + 2\n)\n", "a = \"${{b = 1}[\"b\"]}\" # c\n", "", "\n\n", "  # only\n", "a = <<E\n\n\nE", "a = { b = { c = { } } }",
	"a = 1 # {{ b }}\n", "terraform {\n  required_version = \">= 1\"\n}\n",
}

func TestForms(t *testing.T) {
	archives := []string{"blocks", "values", "heredocs"}
	texts := forms
	for _, name := range archives {
		archive, err := txtar.ParseFile("testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(archive.Files[0].Data))
	}
	for _, text := range texts {
		for _, variant := range []string{text, strings.ReplaceAll(strings.ReplaceAll(text, "\r", ""), "\n", "\r\n"), "\ufeff" +
			strings.TrimPrefix(text, "\ufeff")} {
			checkHCL(t, variant)
		}
	}
}

func checkHCL(t *testing.T, text string) {
	t.Helper()
	s, failed := Parse(model.NewFile("a.tf", []byte(text)))
	if failed != nil {
		if failed.Span.Start < 0 || failed.Span.End < failed.Span.Start || failed.Span.End > len(text) || failed.Message == "" ||
			strings.Contains(failed.Message, "\n") {
			t.Errorf("%q: error %+v", text, failed)
		}
		if strings.Contains(failed.Message, "cannot be read") {
			t.Errorf("%q: %v", text, failed)
		}
		return
	}
	if _, diags := hclsyntax.ParseConfig([]byte(text), "a.tf", hcl2.InitialPos); diags.HasErrors() {
		t.Errorf("%q is read, but not by the reader: %v", text, diags)
	}
	if err := checkSource(s); err != nil {
		t.Errorf("%q: %v", text, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range forms {
		f.Add(text)
	}
	for _, text := range []string{`{"a": "${b}"}`, `[{"//": 1}]`, "{{ a }}", "{% b %}"} {
		f.Add(text)
	}
	fuzz.Files(f, []string{".tf", ".json", ".tfvars"}, func(data []byte) { f.Add(string(data)) },
		"testdata/*.txtar", "../../terraform/testdata/load/*.txtar", "../../testdata/golden/convert/tf_*.txtar")
	f.Fuzz(func(t *testing.T, text string) {
		fuzz.Bounded(t, len(text), func() { checkHCL(t, text) })
		s, failed := Parse(model.NewFile("a.tfvars.json", []byte(text)))
		if failed != nil {
			if strings.Contains(failed.Message, "cannot be read") {
				t.Errorf("%q: %v", text, failed)
			}
		} else if err := checkSource(s); err != nil {
			t.Errorf("JSON %q: %v", text, err)
		}
		LocalSources([]byte(text))
	})
}
