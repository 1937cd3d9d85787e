package yamltext

import (
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// childLines writes an entry or item of a block collection with the comments above it.
func (t *treeWriter) childLines(k *draft.Child, ws string) []textline.Line {
	o := k.From
	if o == nil || !o.Block {
		return t.newChild(k, ws)
	}
	base := textline.Spaces(o.Col)
	lead := t.Lines(o.Lead.Start, o.Lead.End, base, ws)
	switch {
	case (k.Key == nil) != (o.Entry == nil):
		return append(lead, t.newChild(k, ws)...)
	case k.Clean():
		return append(lead, t.ownIndent(t.Lines(o.Body.Start, o.Body.End, base, ws), ws)...)
	case k.Node.Src == o.Value:
		lead = append(lead, draft.RemarkLines(t.RemarksOf(k).Above, ws)...)
		return append(lead, t.changedChild(k, ws)...)
	}
	return append(lead, t.replacedChild(k, ws)...)
}

// ownIndent adds the indentation to a first line that came after a dash.
func (t *treeWriter) ownIndent(lines []textline.Line, ws string) []textline.Line {
	if len(lines) > 0 && lines[0].Src < 0 {
		lines[0].Indent = ws
	}
	return lines
}

// changedChild writes a child with changes inside its old value, or with another key.
func (t *treeWriter) changedChild(k *draft.Child, ws string) []textline.Line {
	o, n := k.From, k.Node
	base := textline.Spaces(o.Col)
	var out []textline.Line
	switch {
	case n.Clean():
		out = t.Lines(o.Body.Start, o.Body.End, base, ws)
	case n.Src.Style != model.Block:
		out = t.Part(o.Body.Start, layout.StartOf(n.Src), base, ws)
		out = textline.Concat(out, t.inline(n, ws, flowStyle{}))
		out = textline.Concat(out, t.Lines(n.Src.Span.End, o.Body.End, base, ws))
	case len(n.Children) == 0:
		return t.replacedChild(k, ws)
	default:
		inner := t.blockLines(n, textline.ShiftIndent(textline.Spaces(t.Children[n.Src][0].Col), base, ws))
		if o.Nested == t.LineStart(o.Nested) {
			out = append(t.Lines(o.Body.Start, o.Nested, base, ws), inner...)
			break
		}
		remarks, lines := t.SplitRemarks(inner) // the first child is behind a dash
		for i := range remarks {
			if !t.Blank(remarks[i]) {
				remarks[i].Indent = ws
			}
		}
		head := t.ownIndent(t.Lines(o.Body.Start, o.Nested, base, ws), ws)
		return append(remarks, textline.Concat(head, lines)...)
	}
	t.ownIndent(out, ws)
	t.renameIn(out, k)
	return out
}

// renameIn writes the new key of the entry in lines.
func (t *treeWriter) renameIn(lines []textline.Line, k *draft.Child) {
	if k.Key == nil || k.SameKey() {
		return
	}
	old := k.From.Entry.Key
	textline.Substitute(lines, old.Span, scalar.Text(k.Key, old.Style, false, t.JSON))
}

// replacedChild writes a child whose value was replaced.
func (t *treeWriter) replacedChild(k *draft.Child, ws string) []textline.Line {
	o, n := k.From, k.Node
	base := textline.Spaces(o.Col)
	old := o.Value
	r := t.RemarksOf(k)
	remark, skip := t.remarkBeside(o)
	if remark != nil {
		r.MoveUp()
	} else {
		remark = r.Pieces()
	}
	leading, trailing := draft.RemarkLines(r.Above, ws), t.belowLines(n, r, ws, k.Dash)
	fitsLine := !n.IsBlock() && !draft.LongText(n) && r.Beside == ""
	if t.oneLine(o) && fitsLine && len(trailing) == 0 {
		out := t.ownIndent(t.Lines(o.Body.Start, o.Body.End, base, ws), ws)
		span, text := model.Span{Start: o.Colon, End: o.Colon}, " "
		if !old.Span.Empty() {
			span, text = model.Span{Start: layout.StartOf(old), End: old.Span.End}, ""
		}
		if n.Anchor != "" {
			span.Start = old.Span.Start
		}
		textline.Substitute(out, span, text+t.inlineText(n, old.Style))
		t.renameIn(out, k)
		return append(leading, out...)
	}
	head := t.ownIndent(t.Lines(o.Body.Start, o.Colon, base, ws), ws)
	t.renameIn(head, k)
	out := append(append(leading, t.valueUnder(head, n, ws, k.Dash, remark)...), trailing...)
	if t.IsDropped(o) {
		return out
	}
	return append(out, t.Remarks(model.Span{Start: o.Body.Start, End: o.Body.End}, ws+textline.Spaces(t.Step), skip)...)
}

// oneLine reports whether the value begins and ends on the line of its key or dash.
func (t *treeWriter) oneLine(o *layout.Origin) bool {
	if layout.IsBlockScalar(o.Value) || t.Guards.Last[o.Value] > 0 {
		return false
	}
	return o.End <= t.LineEnd(o.Start) && (o.Value.Style != model.Block || o.Value.Span.Empty())
}

// remarkBeside returns the comment on the line of the key, else the one on the last line of the value.
func (t *treeWriter) remarkBeside(o *layout.Origin) ([]textline.Piece, map[int]bool) {
	for _, offset := range []int{o.Colon, o.End} {
		if offset < o.Body.Start || offset >= o.Body.End {
			continue
		}
		if o.Nested > o.Start && o.Nested < t.LineEnd(offset) && o.Nested != t.LineStart(o.Nested) {
			continue // the line belongs to the first entry of an item
		}
		for _, c := range t.CommentsIn(model.Span{Start: offset, End: t.LineEnd(offset)}) {
			if t.IsCarried(c.Span, o.Body) {
				continue
			}
			from := c.Span.Start
			for from > offset && (t.Data[from-1] == ' ' || t.Data[from-1] == '\t') {
				from--
			}
			return []textline.Piece{{Start: from, End: c.Span.End}}, map[int]bool{c.Span.Start: true}
		}
	}
	return nil, nil
}

// newChild writes a child that is new, or that comes from another kind of collection.
func (t *treeWriter) newChild(k *draft.Child, ws string) []textline.Line {
	head := []textline.Line{textline.NewLine(ws, "-")}
	if k.Key != nil {
		like := model.None
		if k.From != nil && k.From.Entry != nil {
			like = k.From.Entry.Key.Style
		}
		head = []textline.Line{textline.NewLine(ws, scalar.Text(k.Key, like, false, t.JSON)+":")}
	}
	var remark []textline.Piece
	var skip map[int]bool
	if k.From != nil && k.From.Block {
		remark, skip = t.remarkBeside(k.From)
	}
	raiseRemark(k.Node)
	r := t.RemarksOf(k)
	if remark != nil {
		r.MoveUp()
	} else {
		remark = r.Pieces()
	}
	about := t.aboutList(k)
	if remark == nil && !about.Empty() {
		remark = []textline.Piece{{Text: string(t.Data[about.Start:about.End])}}
	} else {
		about = model.Span{}
	}
	value := t.valueUnder(head, k.Node, ws, k.Dash, remark)
	if !about.Empty() {
		textline.Substitute(value, about, "")
		t.settleText(value, remark[0], about)
	}
	out := append(draft.RemarkLines(r.Above, ws), value...)
	out = append(out, t.belowLines(k.Node, r, ws, k.Dash)...)
	if k.From != nil && k.From.Block && !k.Node.IsBlock() {
		out = append(out, t.Remarks(k.From.Body, ws+textline.Spaces(t.Step), skip)...)
	}
	return out
}

// isNewBlock reports whether n is a new map or list in block style.
func isNewBlock(n *draft.Node, kind model.Kind) bool {
	return n.Src == nil && n.Kind == kind && n.IsBlock()
}

// raiseRemark moves the comment beside the key of a new block to a new list, if the block is the first part of the list's first
// item.
func raiseRemark(list *draft.Node) {
	if !isNewBlock(list, model.List) || list.Comments != nil {
		return
	}
	item := list.Children[0].Node
	if !isNewBlock(item, model.Map) || item.Comments != nil {
		return
	}
	first := item.Children[0].Node
	if !isNewBlock(first, first.Kind) || first.Comments == nil || first.Comments.Beside == "" {
		return
	}
	comments := *first.Comments
	list.Comments = &model.Comments{Beside: comments.Beside}
	comments.Beside = ""
	first.Comments = &comments
}

// settleText replaces a placeholder in the lines by the bytes of a span.
func (t *treeWriter) settleText(lines []textline.Line, text textline.Piece, span model.Span) {
	for i := range lines {
		for j, p := range lines[i].Body {
			if p == text {
				lines[i].Body[j] = textline.Piece{Start: span.Start, End: span.End}
				return
			}
		}
	}
}

// aboutList returns the comment on the line of a key, with the blanks before it, if the block below the key moved into the first
// item of a new list: the comment then belongs to the list.
func (t *treeWriter) aboutList(k *draft.Child) model.Span {
	if k.From != nil || !isNewBlock(k.Node, model.List) {
		return model.Span{}
	}
	item := k.Node.Children[0].Node
	if !isNewBlock(item, model.Map) {
		return model.Span{}
	}
	first := item.Children[0]
	if first.From == nil || !first.From.Block {
		return model.Span{}
	}
	if !first.Node.IsBlock() || first.Node.Src != first.From.Value {
		return model.Span{}
	}
	remark, _ := t.remarkBeside(first.From)
	if remark == nil || remark[0].End > t.LineEnd(first.From.Colon) {
		return model.Span{}
	}
	return model.Span{Start: remark[0].Start, End: remark[0].End}
}

// valueUnder writes n after head, the line that ends with its key's colon or its dash, with the comment beside it. After a dash
// the value starts dash columns further right; after a colon dash is 0.
func (t *treeWriter) valueUnder(head []textline.Line, n *draft.Node, ws string, dash int, remark []textline.Piece) []textline.Line {
	switch {
	case !n.IsBlock() && draft.LongText(n):
		return t.block(head, n, ws, dash, remark)
	case !n.IsBlock():
		out := head
		if value := t.inline(n, ws, flowStyle{}); len(value) > 0 { // a null may have no bytes
			textline.AppendText(head, textline.Piece{Text: textline.Spaces(max(1, dash-1))})
			out = textline.Concat(head, value)
		}
		if n.Src != nil && layout.IsBlockScalar(n.Src) {
			return out // the comment is in its first line
		}
		textline.AppendText(out, remark...)
		return out
	case dash > 0:
		inner := t.blockLines(n, ws+textline.Spaces(dash))
		remarks, lines := t.SplitRemarks(inner)
		var out []textline.Line
		if remark != nil {
			out = append(out, textline.Line{Src: -1, Indent: ws, Body: trimmed(t.Source, remark)})
		}
		for _, l := range remarks {
			if !t.Blank(l) {
				l.Indent = ws
			}
			out = append(out, l)
		}
		textline.AppendText(head, textline.Piece{Text: textline.Spaces(dash - 1)})
		return append(out, textline.Concat(head, lines)...)
	}
	indent := t.Step
	if n.Kind == model.List {
		indent = t.Hang
	}
	inner := t.blockLines(n, ws+textline.Spaces(indent))
	textline.AppendText(head, remark...)
	// a comment on the entry that became the first item is about the list
	if n.Src == nil && n.Kind == model.List && n.Children[0].Node.Comments == nil {
		remarks, lines := t.SplitRemarks(inner)
		for i := range remarks {
			if !t.Blank(remarks[i]) {
				remarks[i].Indent = ws
			}
		}
		return append(remarks, append(head, lines...)...)
	}
	return append(head, inner...)
}

// trimmed removes the blanks before a comment.
func trimmed(s *layout.Source, remark []textline.Piece) []textline.Piece {
	p := remark[0]
	if p.End == 0 {
		return []textline.Piece{{Text: p.Text[1:]}}
	}
	p.Start += textline.LeadingBlanks(s.Data[p.Start:p.End])
	return []textline.Piece{p}
}

// belowLines writes the comments at the end of a new value; ws is the indentation of its key or dash.
func (t *treeWriter) belowLines(n *draft.Node, r draft.Remarks, ws string, dash int) []textline.Line {
	if len(r.Below) == 0 {
		return nil
	}
	indent := t.Step
	switch {
	case draft.LongText(n): // with more indentation, the comment would be text
		indent = 0
	case dash > 0:
		indent = dash
	case n.IsBlock() && n.Kind == model.List && t.Hang > 0:
		indent = t.Hang
	}
	return draft.RemarkLines(r.Below, ws+textline.Spaces(indent))
}
