package yaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/model"
)

// embeddedTexts are read in three ways that must agree: as a file, in the middle of one, and indented there.
var embeddedTexts = []string{
	"a: 1\nb:\n- x\n- {y: [z, \"q\"]}\n",
	"kind: A\n---\nkind: B\nspec:\n  text: |\n    one\n\n    two\n---\n# a comment\nkind: C\n",
	"--- # first\nkind: A\n---\n---\nkind: B\n",
	"name: ${var.name}\n${local.key}: \"pre-${x}\"\n%{ if y }\nz: 1\n%{ endif }\n",
	"base: &b {x: 1}\nuse: *b\n",
	"{\"kind\": \"A\", \"n\": [1, true]}\n",
	"a: b: c\n---\nkind: after\n",
	"a: [1,\n---\nkind: after\n",
	"# nothing\n",
	"",
	"text: >-\n  folded\n  text\nlist:\n  - a: |2\n        x\n",
}

func TestEmbedded(t *testing.T) {
	for _, text := range embeddedTexts {
		for _, newline := range []string{"\n", "\r\n"} {
			plain := strings.ReplaceAll(text, "\n", newline)
			want := embeddedDump(model.NewFile("", []byte(plain)), model.Span{End: len(plain)}, "")
			for _, indent := range []string{"", "    "} {
				body := indented(plain, indent)
				f := model.NewFile("main.tf", []byte("é = <<-EOT"+newline+body+"  EOT"+newline))
				start := len("é = <<-EOT" + newline)
				got := embeddedDump(f, model.Span{Start: start, End: start + len(body)}, indent)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%q indented by %q:\n%s", plain, indent, diff)
				}
			}
		}
	}
}

// indented returns the lines of text, but for empty ones, behind indent.
func indented(text, indent string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(indent)
		}
		b.WriteString(line)
	}
	return b.String()
}

// embeddedDump shows the documents in a part of a file: for each value its kind, text and bytes, the indentation taken away.
func embeddedDump(f *model.File, span model.Span, indent string) string {
	var b strings.Builder
	outdent := func(s model.Span) string {
		if !span.Contains(s) {
			return fmt.Sprintf("outside: %v", s)
		}
		return strings.ReplaceAll(string(f.Data[s.Start:s.End]), "\n"+indent, "\n")
	}
	Embedded(f, span, func(doc *model.Document, err *ParseError) bool {
		if err != nil {
			fmt.Fprintf(&b, "error %q\n", outdent(err.Span))
			return true
		}
		if doc.File != f {
			b.WriteString("of another file\n")
		}
		fmt.Fprintf(&b, "document %q %d templates\n", strings.TrimPrefix(outdent(doc.Span), indent), len(doc.Templates))
		for _, s := range doc.Templates {
			fmt.Fprintf(&b, " template %q\n", outdent(s))
		}
		embeddedValue(&b, outdent, doc.Root)
		return true
	})
	return b.String()
}

func embeddedValue(b *strings.Builder, outdent func(model.Span) string, v *model.Value) {
	if v == nil {
		return
	}
	text := v.Text
	if v.Kind == model.Unknown {
		text = "" // it is the source, indentation included
	}
	fmt.Fprintf(b, " %s %q %q %q dash %t\n", v.Kind, text, outdent(v.Span), outdent(v.Props()), v.Dash >= 0)
	if v.Alias() != "" {
		return
	}
	for _, item := range v.Items {
		embeddedValue(b, outdent, item)
	}
	for _, e := range v.Entries {
		embeddedValue(b, outdent, e.Key)
		embeddedValue(b, outdent, e.Value)
	}
}

// TestEmbeddedStops holds Embedded to its word that it stops when yield returns false.
func TestEmbeddedStops(t *testing.T) {
	text := "  a: 1\n  ---\n  b: 2\n"
	n := 0
	Embedded(model.NewFile("", []byte(text)), model.Span{End: len(text)}, func(*model.Document, *ParseError) bool {
		n++
		return false
	})
	if n != 1 {
		t.Errorf("%d documents after a stop", n)
	}
}
