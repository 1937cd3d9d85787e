package yaml

import (
	"fmt"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
)

// TestGolden reads the first file of each archive and compares the tree with the second.
func TestGolden(t *testing.T) { golden.Trees(t, "testdata/*.txtar", dump) }

// dump shows all that is read from a file: per value its path, kind, style, where it starts,
// and its bytes.
func dump(name string, data []byte) string {
	var b strings.Builder
	f := model.NewFile(name, data)
	at := func(i int) string {
		p := f.Position(i)
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	Documents(f, func(d *model.Document, err *ParseError) bool {
		if err != nil {
			fmt.Fprintf(&b, "error %s %q %s", at(err.Span.Start), data[err.Span.Start:err.Span.End], err)
			if err.Foreign != "" {
				fmt.Fprintf(&b, " (%s)", err.Foreign)
			}
			b.WriteString("\n")
			return true
		}
		fmt.Fprintf(&b, "document %s\n", at(d.Span.Start))
		dumpValue(&b, d, at, "$", d.Root)
		for _, t := range d.Templates {
			fmt.Fprintf(&b, "  template %s %q\n", at(t.Start), d.Text(t))
		}
		for _, c := range Comments(d) {
			fmt.Fprintf(&b, "  comment %s %q\n", at(c.Span.Start), c.Text)
		}
		for _, r := range Resources(d) {
			fmt.Fprintf(&b, "  resource %v %s %q\n", r.Path, r.Address(), r.APIVersion)
		}
		return true
	})
	return b.String()
}

var (
	styleNames = []string{"none", "plain", "single", "double", "literal", "folded", "block", "flow"}
)

func dumpValue(b *strings.Builder, d *model.Document, at func(int) string, path string, v *model.Value) {
	if v == nil {
		return
	}
	fmt.Fprintf(b, "  %s %s %s %s", path, v.Kind, styleNames[v.Style], at(v.Span.Start))
	collection := v.Alias() == "" && (v.Kind == model.List || v.Kind == model.Map)
	if !collection || len(v.Items)+len(v.Entries) == 0 {
		fmt.Fprintf(b, " %q", d.Text(v.Span))
		if v.Text != d.Text(v.Span) {
			fmt.Fprintf(b, " = %q", v.Text)
		}
	} else {
		fmt.Fprintf(b, " to %s", at(v.Span.End))
	}
	if v.Dash >= 0 {
		fmt.Fprintf(b, " dash %s", at(int(v.Dash)))
	}
	if !v.Props().Empty() {
		fmt.Fprintf(b, " props %q", d.Text(v.Props()))
	}
	if v.Anchor() != "" {
		fmt.Fprintf(b, " anchor %s", v.Anchor())
	}
	if v.Alias() != "" {
		fmt.Fprintf(b, " alias %s", v.Alias())
	}
	if v.Open {
		b.WriteString(" open")
	}
	b.WriteString("\n")
	if !collection {
		return
	}
	for i, item := range v.Items {
		dumpValue(b, d, at, fmt.Sprintf("%s[%d]", path, i), item)
	}
	for _, e := range v.Entries {
		name := path + "." + e.Key.Text
		dumpValue(b, d, at, name+"@key", e.Key)
		dumpValue(b, d, at, name, e.Value)
	}
}
