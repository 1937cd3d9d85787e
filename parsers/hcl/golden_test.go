package hcl

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
)

// TestGolden reads the first file of each archive and compares what it gives with the second.
func TestGolden(t *testing.T) { golden.Trees(t, "testdata/*.txtar", dump) }

// dump shows all that is read from a file: the tree with each value's path, kind, style, place and bytes, the comments,
// and the blocks.
func dump(name string, data []byte) string {
	var b strings.Builder
	f := model.NewFile(name, data)
	at := func(i int) string {
		p := f.Position(i)
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	s, failed := Parse(f)
	if failed != nil {
		return fmt.Sprintf("error %s %s %s\n", at(failed.Span.Start), failed.Error(), failed.Foreign)
	}
	dumpValue(&b, s.Document, at, "$", s.Document.Root)
	for _, c := range s.Comments() {
		fmt.Fprintf(&b, "comment %s %q is %q\n", at(c.Span.Start), s.Document.Text(c.Span), c.Text)
	}
	dumpBody(&b, s, at, "", s.Body)
	return b.String()
}

var styleNames = []string{"none", "plain", "single", "double", "literal", "folded", "block", "flow"}

func dumpValue(b *strings.Builder, d *model.Document, at func(int) string, path string, v *model.Value) {
	fmt.Fprintf(b, "%s %s %s %s", path, v.Kind, styleNames[v.Style], at(v.Span.Start))
	if collection := v.Kind == model.List || v.Kind == model.Map; !collection || len(v.Items)+len(v.Entries) == 0 {
		fmt.Fprintf(b, " %q", d.Text(v.Span))
		if v.Text != d.Text(v.Span) {
			fmt.Fprintf(b, " = %q", v.Text)
		}
	} else {
		fmt.Fprintf(b, " to %s", at(v.Span.End))
	}
	if !v.Props().Empty() {
		fmt.Fprintf(b, " props %q", d.Text(v.Props()))
	}
	b.WriteString("\n")
	for i, item := range v.Items {
		dumpValue(b, d, at, fmt.Sprintf("%s[%d]", path, i), item)
	}
	for _, e := range v.Entries {
		key := path + "." + e.Key.Text
		dumpValue(b, d, at, key+"@key", e.Key)
		dumpValue(b, d, at, key, e.Value)
	}
}

func dumpBody(b *strings.Builder, s *Source, at func(int) string, indent string, body *Body) {
	for _, a := range body.Attributes {
		kind := strings.TrimPrefix(fmt.Sprintf("%T", a.Expr), "*hclsyntax.")
		fmt.Fprintf(b, "%sattribute %s %s %q %s", indent, a.Name, at(a.Key.Start), s.Document.Text(a.Key), kind)
		for _, t := range hclsyntax.Variables(a.Expr) {
			fmt.Fprintf(b, " reads %s", t.RootName())
		}
		b.WriteString("\n")
	}
	for _, block := range body.Blocks {
		fmt.Fprintf(b, "%sblock %s %q at %v header %q to %s\n", indent, block.Type, block.Labels, block.Path, s.Document.Text(block.Header),
			at(block.Span.End))
		dumpBody(b, s, at, indent+"  ", block.Body)
	}
}
