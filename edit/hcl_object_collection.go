package edit

import (
	"strings"

	"github.com/karplint/karplint/model"
)

// collection writes a map or list with a line for each of its brackets.
func (h *hclObject) collection(n *node, ws string) []line {
	c := &hclCollection{hclObject: h, node: n, old: h.kids[n.src], inner: ws + h.style.unit, places: h.order(n)}
	open, closing := "{", "}"
	if n.kind == model.List {
		open, closing = "[", "]"
	}
	c.out = []line{newLine("", open)}
	end := 0 // of what is passed
	if n.src != nil {
		if from, ok := h.text.after(n.src.Span.Start + 1); ok && from <= n.src.Span.End && !h.text.oneLine(n.src.Span) {
			c.out = h.copied(model.Span{Start: n.src.Span.Start, End: from}, ws)
			end = from
		}
	}
	for _, o := range c.old {
		if h.ownLines(o) {
			c.inner = shift(h.text.blanksAt(o.start), h.base(n.src), ws)
			break
		}
	}
	for i := range c.places {
		c.add(i)
	}
	c.pass(len(c.old))
	if len(c.old) > 0 && h.ownLines(c.old[len(c.old)-1]) {
		end = c.old[len(c.old)-1].body.End
	}
	if end > 0 {
		if to := h.text.lineStart(n.src.Span.End - 1); end < to {
			c.append(h.tree.lines(end, to, h.base(n.src), ws)) // blank lines and comments
		}
	}
	if r := h.remarksOf(&kid{node: n}); len(r.below) > 0 {
		c.append(remarkLines(r.below, c.inner))
	}
	return append(c.out, newLine(ws, closing))
}

// hclCollection is a map or list of several lines that is being written.
type hclCollection struct {
	*hclObject
	node   *node
	old    []*origin
	inner  string // the indentation of its entries or items
	places []place
	out    []line
	next   int // the first of old that is not passed yet
}

func (c *hclCollection) append(lines []line) {
	if len(c.out) == 1 { // no blank lines directly below the opening bracket
		for len(lines) > 0 && c.blank(lines[0]) {
			lines = lines[1:]
		}
	}
	c.out = append(c.out, lines...)
}

// pass writes the comments of what is gone in front of the old entry or item of the index.
func (c *hclCollection) pass(index int) {
	for ; c.next < index; c.next++ {
		o := c.old[c.next]
		span := c.region(o)
		switch {
		case c.alive[o]: // it moved, with its own
			span = o.gap
		case c.ownLines(o):
			span.Start = o.gap.Start
		}
		c.append(c.left(span, c.inner))
	}
}

// left returns the comments in a span that nothing carries along.
func (c *hclCollection) left(span model.Span, ws string) []line {
	var out []line
	for _, comment := range c.text.commentsIn(span) {
		if c.takesAlong(comment.Span, span) {
			continue
		}
		text := strings.TrimRight(c.doc.Text(comment.Span), "\r\n")
		for _, l := range strings.Split(text, "\n") {
			out = append(out, newLine(ws, strings.TrimSpace(l)))
		}
	}
	return out
}

// takesAlong says whether a comment, which stands within a span, belongs to an entry or item in it that is still there.
func (c *hclCollection) takesAlong(comment, span model.Span) bool {
	for _, s := range c.carried {
		if s != span && span.Contains(s) && s.Contains(comment) {
			return true
		}
	}
	return false
}

// add writes the kid at a place.
func (c *hclCollection) add(i int) {
	p := c.places[i]
	k, o := p.kid, p.kid.from
	c.pass(min(p.at, len(c.old)))
	if p.moved == 0 {
		if c.ownLines(o) {
			c.append(c.tree.lines(o.gap.Start, o.gap.End, c.text.blanksAt(o.start), c.inner))
		}
		c.next = max(c.next, o.index+1)
	}
	comma := k.key == nil && (i+1 < len(c.places) || c.endsWithComma())
	if o != nil && c.ownLines(o) && (k.key == nil) == (o.entry == nil) {
		c.append(c.tree.lines(o.lead.Start, o.lead.End, c.text.blanksAt(o.start), c.inner))
		c.append(c.oldKid(k, comma))
		return
	}
	if o != nil && c.ownLines(o) { // an entry that became an item
		c.append(c.tree.lines(o.lead.Start, o.lead.End, c.text.blanksAt(o.start), c.inner))
		if k.node.src != o.value {
			c.append(c.left(o.value.Span, c.inner))
		}
		c.append(c.left(model.Span{Start: o.end, End: o.body.End}, c.inner))
	}
	r := c.remarksOf(k)
	c.append(remarkLines(r.above, c.inner))
	head := newLine(c.inner, "")
	if k.key != nil {
		head = newLine(c.inner, c.keyOf(k)+c.style.assign)
	}
	out := concat([]line{head}, c.inline(k.node, c.inner))
	if comma || k.key != nil && c.commas {
		appendText(out, piece{text: ","})
	}
	if r.beside != "" {
		appendText(out, r.pieces()...)
	}
	c.append(out)
}

// endsWithComma says whether the author wrote a comma behind the last item of the list as well.
func (c *hclCollection) endsWithComma() bool {
	return len(c.old) > 0 && c.ownLines(c.old[len(c.old)-1]) && c.text.commaAfter(c.old[len(c.old)-1].end) > 0
}

// oldKid writes an entry or item that stood on lines of its own.
func (c *hclCollection) oldKid(k *kid, comma bool) []line {
	o := k.from
	base := c.text.blanksAt(o.start)
	hasComma := c.text.commaAfter(o.end) > 0
	anew := c.node.src == nil && k.key != nil // what is assigned in a new map is lined up
	if k.clean() && (hasComma || !comma) && !anew {
		return c.unshifted(c.tree.lines(o.body.Start, o.body.End, base, c.inner))
	}
	var out []line
	if k.node.src != o.value { // what the old value said beside itself
		out = append(out, c.left(model.Span{Start: o.value.Span.Start, End: o.value.Span.End}, c.inner)...)
		out = append(out, remarkLines(remarkTexts(k.node), c.inner)...)
	}
	head := c.tree.lines(o.body.Start, o.colon, base, c.inner)
	if k.key != nil && (!k.sameKey() || anew) {
		head = []line{newLine(c.inner, c.keyOf(k)+c.assignOf(o))}
	}
	out = append(out, concat(head, c.inline(k.node, c.inner))...)
	if comma && !hasComma {
		appendText(out, piece{text: ","})
	}
	return concat(out, c.tree.lines(o.end, o.body.End, base, c.inner))
}

// assignOf returns what stands between a key and its value, without the blanks that line it up.
func (c *hclCollection) assignOf(o *origin) string {
	if strings.TrimSpace(string(c.data[o.entry.Key.Span.End:o.colon])) == ":" {
		return string(c.data[o.entry.Key.Span.End:o.colon])
	}
	return " = "
}
