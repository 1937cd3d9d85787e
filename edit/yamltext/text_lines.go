package yamltext

import (
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// textLines writes a scalar of which parts are new. ws is the indentation of the line that it starts on.
func (t *treeWriter) textLines(n *draft.Node, ws string) []layout.Line {
	base := t.Base(n.Src)
	if n.Text.Lines == nil {
		out := t.Lines(layout.StartOf(n.Src), max(n.Src.Span.End, layout.PropsEnd(n.Src)), base, ws)
		for _, e := range n.Text.Edits {
			layout.Substitute(out, model.Span{Start: e.Start, End: e.End}, e.New)
		}
		return out
	}
	old := t.Lines(layout.StartOf(n.Src), n.Src.Span.End, base, ws)
	first := len(old) - len(n.Text.Lines)
	if n.Text.Newline {
		first++
	}
	out := append([]layout.Line(nil), old[:first]...)
	for _, l := range n.Text.Changed() {
		if l.From >= 0 {
			out = append(out, old[first+l.From])
			continue
		}
		fresh := layout.NewLine(layout.ShiftIndent(layout.Spaces(n.Text.Cut), base, ws), l.Text)
		if l.Text == "" {
			fresh = layout.NewLine("", "")
		}
		out = append(out, fresh)
	}
	return out
}
