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
	if to := h.closingLine(n); len(c.old) == 0 && end > 0 && end < to { // there is nothing but comments
		c.append(h.tree.lines(end, to, h.base(n.src), ws))
		end = to
	}
	c.placeNew()
	for i := range c.places {
		c.add(i)
	}
	c.pass(len(c.old))
	if len(c.old) > 0 && h.ownLines(c.old[len(c.old)-1]) {
		end = c.old[len(c.old)-1].body.End
	}
	if end > 0 {
		if to := h.closingLine(n); end < to {
			c.append(h.tree.lines(end, to, h.base(n.src), ws)) // blank lines and comments
		}
	}
	if r := h.remarksOf(&kid{node: n}); len(r.below) > 0 {
		c.append(remarkLines(r.below, c.inner))
	}
	return append(c.out, newLine(ws, closing))
}

// closingLine returns the start of the line that an old map or list ends on.
func (h *hclObject) closingLine(n *node) int {
	if n.src == nil {
		return 0
	}
	return h.text.lineStart(n.src.Span.End - 1)
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
		case c.isDropped(o):
			continue
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

// placeNew gives what is new in a list the place of the old item that it stands in front of.
func (c *hclCollection) placeNew() {
	if c.node.kind != model.List {
		return
	}
	next := len(c.old)
	for i := len(c.places) - 1; i >= 0; i-- {
		if p := &c.places[i]; p.moved == 0 {
			next = p.at
		} else {
			p.at = next
		}
	}
}

// add writes the kid at a place.
func (c *hclCollection) add(i int) {
	p := c.places[i]
	k, o := p.kid, p.kid.from
	c.pass(min(p.at, len(c.old)))
	stays := p.moved == 0
	if stays {
		if c.ownLines(o) {
			c.append(c.tree.lines(o.gap.Start, o.gap.End, c.text.blanksAt(o.start), c.inner))
		}
		c.next = max(c.next, o.index+1)
	}
	switch {
	case o != nil && c.ownLines(o):
		c.append(c.tree.lines(o.lead.Start, o.lead.End, c.text.blanksAt(o.start), c.inner))
		if (k.key == nil) == (o.entry == nil) {
			c.append(c.oldKid(k, i))
			return
		}
		if k.node.src != o.value { // an entry that became an item
			c.append(c.left(o.value.Span, c.inner))
		}
		c.append(c.left(model.Span{Start: o.end, End: o.body.End}, c.inner))
	case stays && c.alone && !c.text.oneLine(c.node.src.Span):
		c.sharing(i)
		return
	}
	c.fresh(i)
}

// fresh writes a kid that is new, or that moved from where it shared its lines.
func (c *hclCollection) fresh(i int) {
	k := c.places[i].kid
	r := c.remarksOf(k)
	head := newLine(c.inner, "")
	if k.key != nil {
		head = newLine(c.inner, c.keyOf(k)+c.style.assign)
	} else if longString(k.node.val) { // a comma could not follow a heredoc
		k.node = &node{kind: model.String, val: model.NewString(k.node.val.Text)}
	}
	out := concat([]line{head}, c.inline(k.node, c.inner))
	if c.comma(i) {
		c.addComma(&out, k.node)
	}
	if len(out) > 1 {
		r.moveUp()
	}
	if r.beside != "" {
		appendText(out, r.pieces()...)
	}
	above, below := c.apart(i, len(out))
	if above {
		c.append([]line{newLine("", "")})
	}
	c.append(append(remarkLines(r.above, c.inner), out...))
	if below {
		c.append([]line{newLine("", "")})
	}
}

// apart says on which side a blank line stands between a new entry of so many lines and the one beside it, whose "=" it would move.
func (c *hclCollection) apart(i, lines int) (above, below bool) {
	k := c.places[i].kid
	if !c.alone || k.key == nil || lines > 1 || !strings.HasSuffix(c.style.assign, "= ") {
		return false, false
	}
	beside := i - 1
	if k.before != "" {
		beside = i + 1
	}
	if beside < 0 || beside >= len(c.places) {
		return false, false
	}
	o := c.places[beside].kid.from
	if o == nil || !c.text.oneLine(model.Span{Start: o.start, End: o.end}) || c.text.fits(o.start, c.keyOf(k)) {
		return false, false
	}
	return k.before == "", k.before != ""
}

// sharing writes an old kid that shares its lines with others, or with the opening bracket.
func (c *hclCollection) sharing(i int) {
	o := c.places[i].kid.from
	from, joins := c.node.src.Span.Start+1, i == 0 && o.index == 0
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
	c.out = concat(c.out, c.inline(k.node, c.inner))
	if i+1 < len(c.places) {
		next := c.places[i+1].kid.from
		if next != nil && next.coll == o.coll && next.index == o.index+1 && c.text.oneLine(model.Span{Start: o.end, End: next.start}) {
			return // the comma stands between them
		}
	}
	if c.comma(i) {
		c.addComma(&c.out, k.node)
	}
	for _, comment := range c.text.commentsIn(model.Span{Start: o.end, End: c.text.lineEnd(o.end)}) {
		appendText(c.out, piece{text: " "}, piece{start: comment.Span.Start, end: comment.Span.End})
	}
}

// comma says whether a comma stands behind the kid at a place: between items, and between entries where the author has them; behind the last
// one where the author has one there.
func (c *hclCollection) comma(i int) bool {
	isLast := i+1 == len(c.places)
	switch {
	case c.node.kind == model.List:
		return !isLast || c.endsWithComma()
	case !c.alone:
		return c.commas && (c.places[i].kid.from == nil || !c.ownLines(c.places[i].kid.from))
	case len(c.old) == 0:
		return false
	case isLast:
		return c.endsWithComma()
	}
	return c.text.commaAfter(c.old[0].end) > 0
}

// addComma adds a comma to the lines of a value. Behind a heredoc it needs a line of its own.
func (c *hclCollection) addComma(out *[]line, n *node) {
	if n.src != nil && c.text.endsHeredoc(n.src.Span) {
		*out = append(*out, newLine(c.inner, ","))
		return
	}
	appendText(*out, piece{text: ","})
}

// endsWithComma says whether the author wrote a comma behind the last item of the list as well.
func (c *hclCollection) endsWithComma() bool {
	return len(c.old) > 0 && c.text.commaAfter(c.old[len(c.old)-1].end) > 0
}

// oldKid writes an entry or item that stood on lines of its own.
func (c *hclCollection) oldKid(k *kid, i int) []line {
	o := k.from
	base := c.text.blanksAt(o.start)
	wants, has := c.comma(i), c.text.commaAfter(o.end)
	drops := has > 0 && !wants && i+1 == len(c.places) && (c.alone || k.key == nil)
	anew := c.node.src == nil && k.key != nil // what is assigned in a new map is lined up
	if k.clean() && !drops && (has > 0 || !wants) && !anew {
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
