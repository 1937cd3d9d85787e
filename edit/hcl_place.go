package edit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/karplint/karplint/model"
)

// placesIn returns what stands in n in the order in which it is to stand.
func (h *hclTree) placesIn(n *node) []hclSlot {
	if n.src == nil && n.val.Style == model.Block || h.isBody(n.src) {
		b := &hclBody{hclTree: h, node: n, old: h.parts[n.src]}
		return b.places()
	}
	var places []hclSlot
	for _, p := range h.order(n) {
		places = append(places, hclSlot{place: p})
	}
	if n.kind == model.List { // what is new has the place of the old item that it stands in front of
		next := len(h.kids[n.src])
		for i := len(places) - 1; i >= 0; i-- {
			if p := &places[i]; p.moved == 0 {
				next = p.at
			} else {
				p.at = next
			}
		}
	}
	for i := range places {
		h.apart(places, i)
	}
	return places
}

// apart sets a new entry of one line apart from the one beside it, whose "=" it would move. In a manifest everything is lined up.
func (h *hclTree) apart(places []hclSlot, i int) {
	k := places[i].kid
	if h.manifest || k.from != nil || k.key == nil || isLong(h.text, k.node) || !strings.HasSuffix(h.style.assign, "= ") {
		return
	}
	beside := i - 1
	if k.before != "" {
		beside = i + 1
	}
	if beside < 0 || beside >= len(places) {
		return
	}
	o := places[beside].kid.from
	if o != nil && h.text.oneLine(model.Span{Start: o.start, End: o.end}) && utf8.RuneCountInString(h.keyOf(k)) >= h.text.room(o.start) {
		places[i].above, places[i].below = k.before == "", k.before != ""
	}
}

// isLong says whether a value is written over several lines, where there is room.
func isLong(t *hclText, n *node) bool {
	if n.src != nil {
		return !t.oneLine(n.src.Span)
	}
	v := n.value()
	return complexValue(v) || longString(v)
}

// hclBody places what is new in a body: one after the other.
type hclBody struct {
	*hclTree
	node  *node
	old   []*origin
	parts []bodyPart
}

// bodyPart is an attribute or block of a body.
type bodyPart struct {
	hclSlot
	name   string // of an attribute
	simple bool   // it stands on one line
	blank  bool   // blank lines stand above it
	room   int    // of a new one: how far its "=" stands behind the start of its name
	list   *node  // of a block: what it is an item of
}

func (b *hclBody) places() []hclSlot {
	var added []bodyPart
	b.collect(b.node, "", &added)
	slices.SortStableFunc(b.parts, func(x, y bodyPart) int { return x.at - y.at })
	for _, p := range added {
		b.place(p)
	}
	var places []hclSlot
	for _, p := range b.parts {
		places = append(places, p.hclSlot)
	}
	return places
}

// collect finds the attributes and blocks in n, a body or what groups blocks in it, behind whose words the header of a new block begins.
func (b *hclBody) collect(n *node, header string, added *[]bodyPart) {
	for _, k := range n.kids {
		below := header
		if k.key != nil && below != "" {
			below += quoteHCL(k.key.Text) + " "
		} else if k.key != nil {
			below = k.key.Text + " "
		}
		if v := k.node.val; k.node.src != nil && b.isGroup(v) || k.node.src == nil && v.Kind == model.List && v.Style == model.Block {
			b.collect(k.node, below, added)
			continue
		}
		p := bodyPart{hclSlot: hclSlot{place: place{kid: k}}, list: n}
		if k.key != nil && !isBlock(k.node.val) {
			p.name = k.key.Text
			p.simple = !isLong(b.text, k.node)
		}
		at := slices.Index(b.old, k.from)
		if at < 0 {
			p.moved = 1
			if p.name == "" {
				p.header = below
				k.node.val = asBlock(k.node.val)
			}
			*added = append(*added, p)
			continue
		}
		o := k.from
		p.at = at
		p.blank = slices.ContainsFunc(b.tree.lines(o.gap.Start, o.gap.End, "", ""), b.source.blank)
		p.simple = p.name != "" && b.text.oneLine(model.Span{Start: o.start, End: o.end})
		b.parts = append(b.parts, p)
	}
}

// asBlock marks a new map as a block.
func asBlock(v *model.Value) *model.Value {
	block := *v
	block.Style = model.Block
	return &block
}

// place puts a new part where a person would put it: a block behind the one before it, an attribute in front of the one that it asks for,
// else among the first ones, in front of blocks; depends_on at the end. Its "=" is lined up with the others; where it is too
// long for that, it gets a group of its own.
func (b *hclBody) place(p bodyPart) {
	before := func(other bodyPart) bool { return p.kid.before != "" && other.name == p.kid.before }
	i := slices.IndexFunc(b.parts, before)
	switch {
	case p.name == "":
		b.placeBlock(p)
	case i >= 0:
		p.below = !b.fits(b.parts[i], p)
		b.inFront(i, p)
	case len(b.parts) == 0 || b.node.src == nil:
		b.behind(len(b.parts)-1, p)
	case p.name == "depends_on":
		p.above = true
		b.behind(len(b.parts)-1, p)
	default:
		b.placeAttribute(p)
	}
}

// inFront puts a part in front of that with the index.
func (b *hclBody) inFront(i int, p bodyPart) {
	next := &b.parts[i]
	p.at, p.front = next.at, next.front || next.moved == 0
	p.blank, next.blank = next.blank, p.below
	b.parts = slices.Insert(b.parts, i, p)
}

// behind puts a part behind that with the index, or at the start of an empty body.
func (b *hclBody) behind(i int, p bodyPart) {
	if i >= 0 {
		p.at = b.parts[i].at
		if b.parts[i].moved == 0 {
			p.at++
		}
	}
	p.blank = p.above
	b.parts = slices.Insert(b.parts, i+1, p)
}

// fits says whether a part may stand right beside another one.
func (b *hclBody) fits(other, p bodyPart) bool {
	return p.simple && other.simple && utf8.RuneCountInString(p.name) < b.roomOf(other)
}

func (b *hclBody) roomOf(p bodyPart) int {
	if p.moved == 0 {
		return b.text.room(p.kid.from.start)
	}
	return p.room
}

// placeBlock puts a new block behind the one before it in its list, or in front of the one behind it.
func (b *hclBody) placeBlock(p bodyPart) {
	list := p.list.kids
	find := func(i int) int {
		return slices.IndexFunc(b.parts, func(other bodyPart) bool { return i >= 0 && i < len(list) && other.kid == list[i] })
	}
	at := slices.Index(list, p.kid)
	before, behind := find(at-1), find(at+1)
	second := find(1)
	apart := len(list) > 2 && second >= 0 && b.parts[second].blank
	switch {
	case before >= 0:
		o := b.parts[before].kid.from
		p.above = apart || len(list) == 2 && o != nil && !b.text.oneLine(o.value.Span)
		b.behind(before, p)
	case behind >= 0:
		p.below = apart
		b.inFront(behind, p)
	default:
		b.behind(len(b.parts)-1, p)
	}
}

// placeAttribute puts a new attribute behind the one it goes best with, or above the first block.
func (b *hclBody) placeAttribute(p bodyPart) {
	head := slices.IndexFunc(b.parts, func(other bodyPart) bool { return other.name == "" || other.name == "depends_on" })
	if head < 0 {
		head = len(b.parts)
	}
	if head == 0 {
		p.below = true
		b.inFront(0, p)
		return
	}
	groups := b.groups(head)
	at := b.anchor(groups, head, p.name)
	fits := b.fits(b.parts[at], p)
	if !fits && b.parts[at].simple { // a group of its own, behind all that is lined up with the anchor
		for _, g := range groups {
			if g.first <= at && at <= g.last {
				at = g.last
			}
		}
	}
	if b.parts[at].moved == 0 && b.text.oneLine(b.brackets(b.node.src)) { // which gets several lines
		b.behind(at, p)
		return
	}
	p.room = utf8.RuneCountInString(p.name) + 1
	if fits {
		p.room = b.roomOf(b.parts[at])
	}
	p.above = !fits
	p.below = !fits && at+1 < len(b.parts) && !b.parts[at+1].blank
	b.behind(at, p)
	if p.below {
		b.parts[at+2].blank = true
	}
}

// groups returns the runs among the first parts of attributes on one line each without a blank line between them.
func (b *hclBody) groups(head int) []lineRange {
	var groups []lineRange
	open := false
	for i, p := range b.parts[:head] {
		switch {
		case !p.simple:
			open = false
		case open && !p.blank:
			groups[len(groups)-1].last = i
		default:
			groups, open = append(groups, lineRange{i, i}), true
		}
	}
	return groups
}

// anchor returns the attribute that a new one stands behind: the last of the first group, but the last of all where only
// meta-arguments and long values stand in front of it.
func (b *hclBody) anchor(groups []lineRange, head int, name string) int {
	best := -1
	for _, g := range groups {
		if best < 0 {
			best = g.last
			if b.onlyMeta(g) {
				best = -1
			}
		}
		for i := g.first; i <= g.last; i++ {
			switch beside := b.parts[i].name; {
			case beside == "enable_"+name:
				return g.last
			case name == "version" && (beside == "chart" || beside == "source"):
				return i
			}
		}
	}
	if best < 0 {
		return head - 1
	}
	return best
}

// onlyMeta says whether a group holds nothing but what Terraform itself reads.
func (b *hclBody) onlyMeta(g lineRange) bool {
	for _, p := range b.parts[g.first : g.last+1] {
		switch p.name {
		case "count", "for_each", "provider", "providers", "source":
		case "version":
			if !strings.HasPrefix(b.doc.Text(b.node.src.Props), "module") {
				return false
			}
		default:
			return false
		}
	}
	return true
}
