package yamltext

import (
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// block writes a new text of several lines after head.
func (t *treeWriter) block(head []textline.Line, n *draft.Node, ws string, dash int, remark []textline.Piece) []textline.Line {
	indent := t.Step
	if dash > 0 {
		indent = dash
	}
	header, lines := scalar.Block(n.Val, indent)
	if n.Kind == model.Unknown {
		header, lines = t.templatedText(n.Val)
	}
	textline.AppendText(head, textline.Piece{Text: " " + header})
	textline.AppendText(head, remark...)
	for _, l := range lines {
		if l == "" {
			head = append(head, textline.NewLine("", ""))
			continue
		}
		head = append(head, textline.NewLine(ws+textline.Spaces(indent), l))
	}
	return head
}

// templatedText returns the header and the lines of a block scalar with templates, of which only the written text is known.
func (t *treeWriter) templatedText(v *model.Value) (header string, lines []string) {
	lines = strings.Split(scalar.Outdent(strings.ReplaceAll(v.Text, "\r\n", "\n")), "\n")
	if code, _, _ := strings.Cut(lines[0], "#"); strings.ContainsAny(code, "123456789") {
		t.refuse(v)
	}
	return lines[0], lines[1:]
}

// refuse records that v cannot be written at its new place.
func (t *treeWriter) refuse(v *model.Value) {
	first, _, _ := strings.Cut(strings.TrimSpace(v.Text), "\n")
	t.Failed = edit.Refuse("a text with templates (%s …) cannot be written at its new place", first)
}

// textLines writes a scalar of which parts are new. ws is the indentation of the line that it starts on.
func (t *treeWriter) textLines(n *draft.Node, ws string) []textline.Line {
	base := t.Base(n.Src)
	if n.Text.Lines == nil {
		out := t.Lines(layout.StartOf(n.Src), max(n.Src.Span.End, layout.PropsEnd(n.Src)), base, ws)
		for _, e := range n.Text.Edits {
			textline.Substitute(out, model.Span{Start: e.Start, End: e.End}, e.New)
		}
		return out
	}
	old := t.Lines(layout.StartOf(n.Src), n.Src.Span.End, base, ws)
	first := len(old) - len(n.Text.Lines)
	if n.Text.Newline {
		first++
	}
	out := append([]textline.Line(nil), old[:first]...)
	for _, l := range n.Text.Changed() {
		if l.From >= 0 {
			out = append(out, old[first+l.From])
			continue
		}
		fresh := textline.NewLine(textline.ShiftIndent(textline.Spaces(n.Text.Cut), base, ws), l.Text)
		if l.Text == "" {
			fresh = textline.NewLine("", "")
		}
		out = append(out, fresh)
	}
	return out
}
