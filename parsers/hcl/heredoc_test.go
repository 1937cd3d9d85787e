package hcl

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/model"
)

// sameAsReader parses a text as this package does and as the reader alone does, with every heredoc taken for a long one, and
// returns the difference between the two.
func sameAsReader(text string) string {
	defer func(n int) { longHeredoc = n }(longHeredoc)
	longHeredoc = 1
	scanned := scan(model.NewFile("a.tf", []byte(text)))
	if scanned.failed != nil {
		return ""
	}
	want, wrong := hclsyntax.ParseConfig([]byte(text), "a.tf", hcl2.InitialPos)
	got, diags := hclsyntax.ParseConfig(withoutHeredocs([]byte(text), scanned.long), "a.tf", hcl2.InitialPos)
	if wrong.HasErrors() != diags.HasErrors() {
		return "one of them fails: " + wrong.Error() + " / " + diags.Error()
	}
	if wrong.HasErrors() {
		return ""
	}
	restoreHeredocs([]byte(text), got.Body.(*hclsyntax.Body), scanned.long)
	return cmp.Diff(want.Body, got.Body, cmp.FilterPath(func(p cmp.Path) bool {
		name := p.Last().String()
		return name == ".Line" || name == ".Column"
	}, cmp.Ignore()), cmp.Comparer(func(a, b cty.Value) bool { return a.RawEquals(b) }), cmp.Exporter(func(reflect.Type) bool { return true }),
		cmp.Comparer(func(a, b *hclsyntax.Operation) bool { return a == b }))
}

// TestLongHeredocs compares what is read of heredocs with what the reader gives.
func TestLongHeredocs(t *testing.T) {
	for _, text := range []string{
		"a = <<E\nE\n", "a = <<E\nb\nE\n", "a = <<-E\n  b\n    c\n\n \n  d\n  E\n", "a = <<-E\n\tb\n  c\n\n        \nE\n",
		"a = <<-E\n  ${b}\n    c${d}e ${f}${g}\n  E\n", "a = <<-E\n${b}\n    c\n  E\n", "a = <<-E\n    ${b}\n      ${c}d\n  E\n",
		"a = <<-E\n  b: ${jsonencode({\n c = 1\n})}\n  d\n  E\n", "a = <<-E\n  b $${c} 100% $5 %%{d} $$${e} $${\n  E\n",
		"a = <<-E\n  ${<<-F\n    b\n      ${c}\n    F\n  } d\n  E\n", "a = [<<E\nb\nE\n, <<-E\n  c\n  E\n]\n",
		"a = { b = <<E\nb\nE\n  c = 1 }\n", "a = f(<<E\nb\nE\n, 1)\n", "a = b ? <<E\nc\nE\n : 1\n", "a = [for b in c : <<E\n${b}\nE\n]\n",
		"a = <<E\r\nb ${c}\r\n\r\nE\r\n", "a = <<-E\r\n  b\r\n\r\n   c ${d}\r\n  E\r\n", "a = <<-E\n  b ${~ c ~}\n  E\n", "a = <<-E\n  b ${~ c}\n  E\n", "a = <<-E\n  b ${c ~}\n d\n  E\n", "a = <<-E\n  \u00a0b\n     c\n  E\n", "a = <<-E\n  %{ if b ~}\n  c\n  %{ endif }\n  E\n",
		"a = <<-E\n  \u00a0b\n  c\n  E\n", "a = <<-E\n  é ü\n  c ${\"é\"} 😀\n  E\n", "a = <<E\n${}\nE\n", "a = <<E\n${b c}\nE\n", "a = <<E\n${b\nE\n",
		"a {\n  b = <<E\nE: 1\n E\n}\n", "a = <<E_1-x\nb\nE_1-x\n", "a = (<<E\nb\nE\n)\n", "a = {(<<E\nb\nE\n) = 1}\n", "a = <<-E\n  a\n ${b}\n   c\n  E\n",
		"a = \"${<<E\n${b}\nE\n}\"\n", "a = <<E\n  b\n\nE\nb = <<E\n\n\nE\n", "\ufeffa = <<-E\n  b ${c}\n  E\n",
	} {
		if diff := sameAsReader(text); diff != "" {
			t.Errorf("%q:\n%s", text, diff)
		}
	}
}

// TestLongHeredoc reads one that would take the reader a minute.
func TestLongHeredoc(t *testing.T) {
	line := "    description: ${var.x} text\n"
	n := 100_000
	f := model.NewFile("a.tf", []byte("a = <<-E\n"+strings.Repeat(line, n)+"  E\nb = <<-E\n"+strings.Repeat("  c: d\n", n)+"  E\n"))
	s, err := Parse(f)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(hclsyntax.Variables(s.Body.Attributes[0].Expr)); got != n {
		t.Errorf("%d variables", got)
	}
	if got := s.Document.Root.Str("b"); got != strings.Repeat("c: d\n", n) {
		t.Errorf("b is %.40q…", got)
	}
}

// TestLongHeredocIsTheSame evaluates a manifest in a long heredoc, kept from the reader and not.
func TestLongHeredocIsTheSame(t *testing.T) {
	text := "variable \"x\" {\n  default = \"y\"\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = var.x == \"\" ? null : <<-E\n    kind: A\n    name: ${var.x}\n    id: ${random_id.b.hex}\n" +
		strings.Repeat("    # text\n", 300) + "    spec:\n      c: \"${var.x}-d\"\n  E\n}\n"
	load := func(least int) *model.Value {
		defer func(n int) { longHeredoc = n }(longHeredoc)
		longHeredoc = least
		root := Load(memory{fstest.MapFS{"main.tf": &fstest.MapFile{Data: []byte(text)}}}, ".", Options{})
		if len(root.Resources) != 1 || len(root.Errors) > 0 {
			t.Fatalf("%d resources, errors %v", len(root.Resources), root.Errors)
		}
		body := root.Resources[0].Value.Get("yaml_body")
		if body == nil || body.Origin.Documents == nil || len(body.Origin.Documents()) != 1 {
			t.Fatalf("no document in %+v", body)
		}
		doc := body.Origin.Documents()[0]
		if at := doc.Root.Get("spec", "c").Span; doc.Text(at) != `"${var.x}-d"` || doc.Root.Str("spec", "c") != "y-d" {
			t.Errorf("c is %q at %q", doc.Root.Str("spec", "c"), doc.Text(at))
		}
		return model.NewList(body, doc.Root)
	}
	if long, short := load(100), load(1000); !model.Equal(long, short) || long.Items[0].Span != short.Items[0].Span {
		t.Errorf("%s\n%s", show(long), show(short))
	}
}
