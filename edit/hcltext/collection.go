package hcltext

import (
	"strings"

	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// hclSlot is a child with its place among the parts of a body, map or list.
type hclSlot struct {
	draft.Place
	header     string // of a new block
	front      bool   // it goes directly above the old part at its place, below the blank lines there
	blankAbove bool   // a blank line is written above it
	blankBelow bool   // and one below
}

// hclCollection is a body, map or list of several lines that is being written.
type hclCollection struct {
	*hclTree
	node   *draft.Node
	old    []*layout.Origin
	ws     string // the indentation of its brackets
	inner  string // and of its entries or items
	places []hclSlot
	out    []textline.Line
	head   int             // how many lines of out are those of the opening bracket
	next   int             // the first of old that is not passed yet
	gap    []textline.Line // blank lines above a part that is gone, for the next part
}

// wholeFile writes the file.
func (h *hclTree) wholeFile() []textline.Line {
	c := &hclCollection{hclTree: h, node: h.Root, old: h.parts[h.Root.Src], places: h.placesIn(h.Root)}
	c.write(h.Start, h.End)
	return c.out
}

// collection writes a body, map or list with a line for each of its brackets.
func (h *hclTree) collection(n *draft.Node, ws string) []textline.Line {
	c := &hclCollection{hclTree: h, node: n, old: h.parts[n.Src], ws: ws, inner: ws + h.style.unit, places: h.placesIn(n), head: 1}
	open, closing := "{", "}"
	if n.Kind == model.List {
		open, closing = "[", "]"
	}
	c.out = []textline.Line{textline.NewLine("", open)}
	end := []textline.Line{textline.NewLine(ws, closing)}
	from, to := 0, 0 // the lines between the brackets
	if n.Src != nil && !h.text.oneLine(h.brackets(n.Src)) {
		if start, ok := h.inside(n.Src); ok && start <= n.Src.Span.End {
			c.out = h.copied(model.Span{Start: h.bracket(n.Src), End: start}, ws)
			from, to = start, h.text.lineStart(n.Src.Span.End-1)
			if h.text.ownLine(n.Src.Span.End - 1) {
				end = h.Tree.Lines(to, n.Src.Span.End, h.base(n.Src), ws)
			}
		}
	}
	for _, o := range c.old {
		if o.Block {
			c.inner = textline.ShiftIndent(h.text.blanksAt(o.Start), h.base(n.Src), ws)
			break
		}
	}
	c.write(from, to)
	if r := h.RemarksOf(&draft.Child{Node: n}); len(r.Below) > 0 {
		c.out = append(c.out, draft.RemarkLines(r.Below, c.inner)...)
	}
	return append(c.out, end...)
}

// write writes the lines [from, to) between the brackets.
func (c *hclCollection) write(from, to int) {
	if last := len(c.old) - 1; last >= 0 && to > 0 {
		from = max(c.old[last].Body.End, c.text.LineEnd(c.old[last].End))
	}
	tail := c.Tree.Lines(from, max(from, to), c.base(c.node.Src), c.ws) // blank lines and comments
	if len(c.old) == 0 {
		c.out, tail = append(c.out, tail...), nil
	}
	for i := range c.places {
		c.add(i)
	}
	c.pass(len(c.old))
	c.gap = nil
	c.flush(tail)
}

// pass goes past the old parts before the index that were removed. It keeps the comments that nothing takes along, and the blank
// lines above, which belong to the next part.
func (c *hclCollection) pass(index int) {
	for ; c.next < index; c.next++ {
		o := c.old[c.next]
		gap := c.Tree.Lines(o.Gap.Start, o.Gap.End, c.text.blanksAt(o.Start), c.inner)
		remains := c.Remains(o, c.inner)
		if len(remains) == 0 && c.AllBlank(gap) {
			if len(c.gap) == 0 && !c.Alive[o] { // the blank lines above a moved part move with it
				c.gap = gap
			}
			continue
		}
		c.flush(gap)
		c.out = append(c.out, remains...)
	}
}

// flush writes a gap. Where the gap has no blank lines, it takes those of the removed parts; below an opening bracket it writes
// none that came from a removed part.
func (c *hclCollection) flush(gap []textline.Line) {
	if len(gap) == 0 || !c.Blank(gap[0]) {
		gap = append(c.gap, gap...)
	}
	c.gap = nil
	if becameFirst := len(c.out) == c.head && c.next > 0; becameFirst {
		gap = c.WithoutLeadingBlank(gap)
	}
	c.out = append(c.out, gap...)
}

// add writes the child at a place.
func (c *hclCollection) add(i int) {
	p := c.places[i]
	c.pass(min(p.Index, len(c.old)))
	switch {
	case p.Moved == 0:
		c.next = max(c.next, p.Index)
		c.flush(c.gapAbove(p.Child.From))
		c.next = p.Index + 1
	case p.front:
		c.flush(c.gapAbove(c.old[p.Index]))
	}
	if p.blankAbove {
		c.out = append(c.out, textline.NewLine("", ""))
	}
	c.child(i)
	if p.blankBelow {
		c.out = append(c.out, textline.NewLine("", ""))
	}
}

func (c *hclCollection) child(i int) {
	p := c.places[i]
	k, o := p.Child, p.Child.From
	switch {
	case o != nil && o.Block:
		c.out = append(c.out, c.Tree.Lines(o.Lead.Start, o.Lead.End, c.text.blanksAt(o.Start), c.indentOf(p))...)
		if (k.Key == nil) == (o.Entry == nil) {
			c.out = append(c.out, c.oldChild(i)...)
			return
		}
		if k.Node.Src != o.Value { // an entry that became an item
			c.out = append(c.out, c.Remarks(o.Value.Span, c.inner, nil)...)
		}
		c.out = append(c.out, c.Remarks(model.Span{Start: o.End, End: o.Body.End}, c.inner, nil)...)
	case p.Moved == 0 && !c.manifest && !c.text.oneLine(c.brackets(c.node.Src)):
		c.sharing(i)
		return
	}
	c.fresh(i)
}

// indentOf returns the indentation of an old part: in a body, one that does not change keeps its own, even if it is wrong.
func (c *hclCollection) indentOf(p hclSlot) string {
	if p.Moved != 0 || !p.Child.Clean() || !c.isBody(c.node.Src) {
		return c.inner
	}
	return textline.ShiftIndent(c.text.blanksAt(p.Child.From.Start), c.base(c.node.Src), c.ws)
}

// gapAbove returns the blank lines and comments above an old part, once.
func (c *hclCollection) gapAbove(o *layout.Origin) []textline.Line {
	gap := o.Gap
	o.Gap.Start = o.Gap.End
	return c.Tree.Lines(gap.Start, gap.End, c.text.blanksAt(o.Start), c.inner)
}

// fresh writes a new child, or one that moved away from a line it shared with others.
func (c *hclCollection) fresh(i int) {
	p := c.places[i]
	k := p.Child
	r := c.RemarksOf(k)
	head := textline.NewLine(c.inner, p.header)
	if k.Key != nil {
		head = textline.NewLine(c.inner, c.keyOf(k)+c.style.assign)
	} else if longString(k.Node.Val) && p.header == "" { // a comma could not follow a heredoc
		k.Node = &draft.Node{Kind: model.String, Val: model.NewString(k.Node.Val.Text)}
	}
	out := textline.Concat([]textline.Line{head}, c.value(k, c.inner))
	if c.comma(i) {
		c.addComma(&out, k.Node)
	}
	if len(out) > 1 {
		r.MoveUp()
	}
	if r.Beside != "" {
		textline.AppendText(out, r.Pieces()...)
	}
	c.out = append(append(c.out, draft.RemarkLines(r.Above, c.inner)...), out...)
}

// sharing writes an old child that is on one line with others or with the opening bracket.
func (c *hclCollection) sharing(i int) {
	o := c.places[i].Child.From
	from, joins := c.bracket(c.node.Src)+1, i == 0 && o.Index == 0
	if i > 0 && o.Index > 0 {
		from, joins = c.old[o.Index-1].End, c.places[i-1].Child.From == c.old[o.Index-1]
	}
	if joins && c.text.oneLine(model.Span{Start: from, End: o.Start}) {
		c.out = textline.Concat(c.out, c.copied(model.Span{Start: from, End: o.Start}, c.inner))
	} else {
		c.out = append(c.out, textline.NewLine(c.inner, ""))
	}
	k := c.places[i].Child
	if k.Key != nil {
		c.out = textline.Concat(c.out, []textline.Line{textline.NewLine("", c.keyOf(k)+c.assignOf(o))})
	}
	c.out = textline.Concat(c.out, c.value(k, c.inner))
	if i+1 < len(c.places) {
		next := c.places[i+1].Child.From
		areNeighbours := next != nil && next.Collection == o.Collection && next.Index == o.Index+1
		if areNeighbours && c.text.oneLine(model.Span{Start: o.End, End: next.Start}) {
			return // the comma between them is copied
		}
	}
	if c.comma(i) {
		c.addComma(&c.out, k.Node)
	}
	for _, comment := range c.CommentsIn(model.Span{Start: o.End, End: c.text.LineEnd(o.End)}) {
		textline.AppendText(c.out, textline.Piece{Text: " "}, textline.Piece{Start: comment.Span.Start, End: comment.Span.End})
	}
}

// comma reports whether to write a comma after the child at a place: between items always, between entries and after the last one as
// the author does there, or in the maps around a new one.
func (c *hclCollection) comma(i int) bool {
	isLast, o := i+1 == len(c.places), c.places[i].Child.From
	wasBetween := o != nil && o.Block && o.Index < len(c.Children[o.Collection])-1
	switch {
	case c.inBody():
		return false
	case c.node.Kind == model.List && !isLast:
		return true
	case c.node.Kind == model.Map && wasBetween && !isLast:
		return c.text.commaAfter(o.End) > 0 // as the author has it
	case len(c.old) == 0 && isLast:
		return c.style.trailing
	case isLast:
		return c.text.commaAfter(c.old[len(c.old)-1].End) > 0
	}
	return c.style.commas && (len(c.old) == 0 || c.old[0].Block)
}

func (c *hclCollection) inBody() bool {
	return c.isBody(c.node.Src) || c.node.Src == nil && c.node.Val.Style == model.Block
}

// addComma adds a comma to the lines of a value. Behind a heredoc it needs a line of its own.
func (c *hclCollection) addComma(out *[]textline.Line, n *draft.Node) {
	isNewHeredoc := n.Src == nil && longString(n.Val) && !c.tight
	if isNewHeredoc || n.Src != nil && c.text.endsHeredoc(n.Src.Span) {
		*out = append(*out, textline.NewLine(c.inner, ","))
		return
	}
	textline.AppendText(*out, textline.Piece{Text: ","})
}

// oldChild writes an entry or item that had lines of its own.
func (c *hclCollection) oldChild(i int) []textline.Line {
	k := c.places[i].Child
	o := k.From
	base := c.text.blanksAt(o.Start)
	needsComma, has := c.comma(i), c.text.commaAfter(o.End)
	drops := has > 0 && !needsComma && i+1 == len(c.places)
	commaStays := !drops && (has > 0 || !needsComma)
	isLinedUp := k.Key != nil && c.places[i].Moved != 0 // in another map
	if k.Clean() && commaStays && !isLinedUp {
		return c.unshifted(c.Tree.Lines(o.Body.Start, o.Body.End, base, c.indentOf(c.places[i])))
	}
	var out []textline.Line
	if k.Node.Src != o.Value { // the comments beside the old value
		out = append(out, c.Remarks(model.Span{Start: o.Value.Span.Start, End: o.Value.Span.End}, c.inner, nil)...)
		out = append(out, draft.RemarkLines(draft.RemarkTexts(k.Node), c.inner)...)
	}
	head := c.Tree.Lines(o.Body.Start, o.Colon, base, c.inner)
	switch {
	case isLinedUp:
		head = []textline.Line{textline.NewLine(c.inner, c.keyOf(k)+c.style.assign)}
	case k.Key != nil && !k.SameKey():
		textline.Substitute(head, o.Entry.Key.Span, c.keyOf(k))
	}
	out = append(out, textline.Concat(head, c.value(k, c.inner))...)
	end := o.End
	switch {
	case needsComma && has == 0:
		c.addComma(&out, k.Node)
	case drops:
		out = textline.Concat(out, c.Tree.Lines(end, has-1, base, c.inner))
		end = has
	}
	return textline.Concat(out, c.Tree.Lines(end, o.Body.End, base, c.inner))
}

// assignOf returns the text between a key and its value, without the blanks that align the value.
func (c *hclCollection) assignOf(o *layout.Origin) string {
	if strings.TrimSpace(string(c.Data[o.Entry.Key.Span.End:o.Colon])) == ":" {
		return string(c.Data[o.Entry.Key.Span.End:o.Colon])
	}
	return " = "
}
