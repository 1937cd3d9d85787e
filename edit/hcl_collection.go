package edit

import (
	"strings"

	"github.com/karplint/karplint/model"
)

// hclSlot is a kid with its place among the parts of a body, map or list.
type hclSlot struct {
	place
	header string // of a new block
	front  bool   // it stands directly above the old part at its place, below the blank lines there
	above  bool   // a blank line is written above it
	below  bool   // and one below
}

// hclCollection is a body, map or list of several lines that is being written.
type hclCollection struct {
	*hclTree
	node   *node
	old    []*origin
	ws     string // the indentation of its brackets
	inner  string // and of its entries or items
	places []hclSlot
	out    []line
	head   int    // how many lines of out are those of the opening bracket
	next   int    // the first of old that is not passed yet
	gap    []line // blank lines above what is gone, for what follows
}

// wholeFile writes the file.
func (h *hclTree) wholeFile() []line {
	c := &hclCollection{hclTree: h, node: h.root, old: h.parts[h.root.src], places: h.placesIn(h.root)}
	c.write(h.start, h.end)
	return c.out
}

// collection writes a body, map or list with a line for each of its brackets.
func (h *hclTree) collection(n *node, ws string) []line {
	c := &hclCollection{hclTree: h, node: n, old: h.parts[n.src], ws: ws, inner: ws + h.style.unit, places: h.placesIn(n), head: 1}
	open, closing := "{", "}"
	if n.kind == model.List {
		open, closing = "[", "]"
	}
	c.out = []line{newLine("", open)}
	end := []line{newLine(ws, closing)}
	from, to := 0, 0 // the lines between the brackets
	if n.src != nil && !h.text.oneLine(h.brackets(n.src)) {
		if at, ok := h.inside(n.src); ok && at <= n.src.Span.End {
			c.out = h.copied(model.Span{Start: h.bracket(n.src), End: at}, ws)
			from, to = at, h.text.lineStart(n.src.Span.End-1)
			if h.text.ownLine(n.src.Span.End - 1) {
				end = h.tree.lines(to, n.src.Span.End, h.base(n.src), ws)
			}
		}
	}
	for _, o := range c.old {
		if o.block {
			c.inner = shift(h.text.blanksAt(o.start), h.base(n.src), ws)
			break
		}
	}
	c.write(from, to)
	if r := h.remarksOf(&kid{node: n}); len(r.below) > 0 {
		c.out = append(c.out, remarkLines(r.below, c.inner)...)
	}
	return append(c.out, end...)
}

// write writes what stands on the lines [from, to) between the brackets.
func (c *hclCollection) write(from, to int) {
	if last := len(c.old) - 1; last >= 0 && to > 0 {
		from = max(c.old[last].body.End, c.text.lineEnd(c.old[last].end))
	}
	rest := c.tree.lines(from, max(from, to), c.base(c.node.src), c.ws) // blank lines and comments
	if len(c.old) == 0 {
		c.out, rest = append(c.out, rest...), nil
	}
	for i := range c.places {
		c.add(i)
	}
	c.pass(len(c.old))
	c.gap = nil
	c.flush(rest)
}

// pass leaves behind what stays of the old parts in front of the index that are gone: comments that nothing takes along, and the blank
// lines above for what follows.
func (c *hclCollection) pass(index int) {
	for ; c.next < index; c.next++ {
		o := c.old[c.next]
		gap := c.tree.lines(o.gap.Start, o.gap.End, c.text.blanksAt(o.start), c.inner)
		var rest []line
		if !c.alive[o] && !c.isDropped(o) {
			rest = c.remarks(model.Span{Start: o.lead.Start, End: o.body.End}, c.inner, nil)
		}
		if len(rest) == 0 && allBlank(c.source, gap) {
			if len(c.gap) == 0 && !c.alive[o] { // the blank lines above a moved part move with it
				c.gap = gap
			}
			continue
		}
		c.flush(gap)
		c.out = append(c.out, rest...)
	}
}

// flush writes a gap: with the blank lines of what is gone where it has none, without any below the bracket that what is gone stood at.
func (c *hclCollection) flush(gap []line) {
	if len(gap) == 0 || !c.blank(gap[0]) {
		gap = append(c.gap, gap...)
	}
	c.gap = nil
	for len(c.out) == c.head && c.next > 0 && len(gap) > 0 && c.blank(gap[0]) {
		gap = gap[1:]
	}
	c.out = append(c.out, gap...)
}

// add writes the kid at a place.
func (c *hclCollection) add(i int) {
	p := c.places[i]
	c.pass(min(p.at, len(c.old)))
	switch {
	case p.moved == 0:
		c.next = max(c.next, p.at)
		c.flush(c.gapAbove(p.kid.from))
		c.next = p.at + 1
	case p.front:
		c.flush(c.gapAbove(c.old[p.at]))
	}
	if p.above {
		c.out = append(c.out, newLine("", ""))
	}
	c.kid(i)
	if p.below {
		c.out = append(c.out, newLine("", ""))
	}
}

func (c *hclCollection) kid(i int) {
	p := c.places[i]
	k, o := p.kid, p.kid.from
	switch {
	case o != nil && o.block:
		c.out = append(c.out, c.tree.lines(o.lead.Start, o.lead.End, c.text.blanksAt(o.start), c.inner)...)
		if (k.key == nil) == (o.entry == nil) {
			c.out = append(c.out, c.oldKid(i)...)
			return
		}
		if k.node.src != o.value { // an entry that became an item
			c.out = append(c.out, c.remarks(o.value.Span, c.inner, nil)...)
		}
		c.out = append(c.out, c.remarks(model.Span{Start: o.end, End: o.body.End}, c.inner, nil)...)
	case p.moved == 0 && !c.manifest && !c.text.oneLine(c.brackets(c.node.src)):
		c.sharing(i)
		return
	}
	c.fresh(i)
}

// gapAbove returns the blank lines and comments above an old part, once.
func (c *hclCollection) gapAbove(o *origin) []line {
	gap := o.gap
	o.gap.Start = o.gap.End
	return c.tree.lines(gap.Start, gap.End, c.text.blanksAt(o.start), c.inner)
}

// fresh writes a kid that is new, or that moved from where it shared its lines.
func (c *hclCollection) fresh(i int) {
	p := c.places[i]
	k := p.kid
	r := c.remarksOf(k)
	head := newLine(c.inner, p.header)
	if k.key != nil {
		head = newLine(c.inner, c.keyOf(k)+c.style.assign)
	} else if longString(k.node.val) && p.header == "" { // a comma could not follow a heredoc
		k.node = &node{kind: model.String, val: model.NewString(k.node.val.Text)}
	}
	out := concat([]line{head}, c.value(k, c.inner))
	if c.comma(i) {
		c.addComma(&out, k.node)
	}
	if len(out) > 1 {
		r.moveUp()
	}
	if r.beside != "" {
		appendText(out, r.pieces()...)
	}
	c.out = append(append(c.out, remarkLines(r.above, c.inner)...), out...)
}

// sharing writes an old kid that shares its lines with others, or with the opening bracket.
func (c *hclCollection) sharing(i int) {
	o := c.places[i].kid.from
	from, joins := c.bracket(c.node.src)+1, i == 0 && o.index == 0
	if i > 0 && o.index > 0 {
		from, joins = c.old[o.index-1].end, c.places[i-1].kid.from == c.old[o.index-1]
	}
	if joins && c.text.oneLine(model.Span{Start: from, End: o.start}) {
		c.out = concat(c.out, c.copied(model.Span{Start: from, End: o.start}, c.inner))
	} else {
		c.out = append(c.out, newLine(c.inner, ""))
	}
	k := c.places[i].kid
	if k.key != nil {
		c.out = concat(c.out, []line{newLine("", c.keyOf(k)+c.assignOf(o))})
	}
	c.out = concat(c.out, c.value(k, c.inner))
	if i+1 < len(c.places) {
		next := c.places[i+1].kid.from
		if next != nil && next.coll == o.coll && next.index == o.index+1 && c.text.oneLine(model.Span{Start: o.end, End: next.start}) {
			return // the comma stands between them
		}
	}
	if c.comma(i) {
		c.addComma(&c.out, k.node)
	}
	for _, comment := range c.commentsIn(model.Span{Start: o.end, End: c.text.lineEnd(o.end)}) {
		appendText(c.out, piece{text: " "}, piece{start: comment.Span.Start, end: comment.Span.End})
	}
}

// comma says whether a comma stands behind the kid at a place: between items, and between entries where the author has them; behind the
// last one where the author has one there.
func (c *hclCollection) comma(i int) bool {
	isLast, o := i+1 == len(c.places), c.places[i].kid.from
	switch {
	case c.inBody():
		return false
	case c.node.kind == model.List && !isLast:
		return true
	case c.node.kind == model.Map && o != nil && o.block && !isLast && o.index < len(c.kids[o.coll])-1:
		return c.text.commaAfter(o.end) > 0 // as the author has it
	case len(c.old) == 0:
		return false
	case isLast:
		return c.text.commaAfter(c.old[len(c.old)-1].end) > 0
	}
	return c.old[0].block && c.text.commaAfter(c.old[0].end) > 0
}

func (c *hclCollection) inBody() bool {
	return c.isBody(c.node.src) || c.node.src == nil && c.node.val.Style == model.Block
}

// addComma adds a comma to the lines of a value. Behind a heredoc it needs a line of its own.
func (c *hclCollection) addComma(out *[]line, n *node) {
	if n.src != nil && c.text.endsHeredoc(n.src.Span) {
		*out = append(*out, newLine(c.inner, ","))
		return
	}
	appendText(*out, piece{text: ","})
}

// oldKid writes an entry or item that stood on lines of its own.
func (c *hclCollection) oldKid(i int) []line {
	k := c.places[i].kid
	o := k.from
	base := c.text.blanksAt(o.start)
	wants, has := c.comma(i), c.text.commaAfter(o.end)
	drops := has > 0 && !wants && i+1 == len(c.places)
	anew := k.key != nil && c.places[i].moved != 0 // what is assigned in another map is lined up
	if k.clean() && !drops && (has > 0 || !wants) && !anew {
		return c.unshifted(c.tree.lines(o.body.Start, o.body.End, base, c.inner))
	}
	var out []line
	if k.node.src != o.value { // what the old value said beside itself
		out = append(out, c.remarks(model.Span{Start: o.value.Span.Start, End: o.value.Span.End}, c.inner, nil)...)
		out = append(out, remarkLines(remarkTexts(k.node), c.inner)...)
	}
	head := c.tree.lines(o.body.Start, o.colon, base, c.inner)
	switch {
	case anew:
		head = []line{newLine(c.inner, c.keyOf(k)+c.style.assign)}
	case k.key != nil && !k.sameKey():
		substitute(head, o.entry.Key.Span, c.keyOf(k))
	}
	out = append(out, concat(head, c.value(k, c.inner))...)
	end := o.end
	switch {
	case wants && has == 0:
		c.addComma(&out, k.node)
	case drops:
		out = concat(out, c.tree.lines(end, has-1, base, c.inner))
		end = has
	}
	return concat(out, c.tree.lines(end, o.body.End, base, c.inner))
}

// assignOf returns what stands between a key and its value, without the blanks that line it up.
func (c *hclCollection) assignOf(o *origin) string {
	if strings.TrimSpace(string(c.data[o.entry.Key.Span.End:o.colon])) == ":" {
		return string(c.data[o.entry.Key.Span.End:o.colon])
	}
	return " = "
}
