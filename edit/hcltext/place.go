package hcltext

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// placesIn returns the children of n in their new order.
func (h *hclTree) placesIn(n *draft.Node) []hclSlot {
	if n.Src == nil && n.Val.Style == model.Block || h.isBody(n.Src) {
		b := &hclBody{hclTree: h, node: n, old: h.parts[n.Src]}
		return b.places()
	}
	var places []hclSlot
	for _, p := range h.Order(n) {
		places = append(places, hclSlot{Place: p})
	}
	if n.Kind == model.List { // a new item has the place of the old one behind it
		next := len(h.Children[n.Src])
		for i := len(places) - 1; i >= 0; i-- {
			if p := &places[i]; p.Moved == 0 {
				next = p.Index
			} else {
				p.Index = next
			}
		}
	}
	for i := range places {
		h.setApart(places, i)
	}
	return places
}

// setApart puts a blank line between a new entry of one line and its neighbour, if the entry would move the "=" of the neighbour.
// In a manifest it does not, because there all entries are aligned.
func (h *hclTree) setApart(places []hclSlot, i int) {
	k := places[i].Child
	isNewEntry := k.From == nil && k.Key != nil
	if !isNewEntry || h.manifest || !strings.HasSuffix(h.style.assign, "= ") {
		return
	}
	if isLong(h.text, k.Node) {
		return
	}
	neighbour := i - 1
	if k.Before != "" {
		neighbour = i + 1
	}
	if neighbour < 0 || neighbour >= len(places) {
		return
	}
	o := places[neighbour].Child.From
	if o != nil && h.text.oneLine(model.Span{Start: o.Start, End: o.End}) && utf8.RuneCountInString(h.keyOf(k)) >= h.text.room(o.Start) {
		places[i].blankAbove, places[i].blankBelow = k.Before == "", k.Before != ""
	}
}

// isLong reports whether a value is written on several lines where there is room.
func isLong(t *hclText, n *draft.Node) bool {
	if n.Src != nil {
		return !t.oneLine(n.Src.Span)
	}
	v := n.Value()
	return complexValue(v) || longString(v)
}

// hclBody finds the places of the new parts of a body, one after the other.
type hclBody struct {
	*hclTree
	node  *draft.Node
	old   []*layout.Origin
	parts []bodyPart
}

// bodyPart is an attribute or block of a body.
type bodyPart struct {
	hclSlot
	name   string      // of an attribute
	simple bool        // it is on one line
	blank  bool        // blank lines stand above it
	room   int         // of a new one: columns from the start of its name to its "="
	list   *draft.Node // of a block: the list that it is an item of
}

func (b *hclBody) places() []hclSlot {
	var added []bodyPart
	b.collect(b.node, "", &added)
	slices.SortStableFunc(b.parts, func(x, y bodyPart) int { return x.Index - y.Index })
	for _, p := range added {
		b.place(p)
	}
	var places []hclSlot
	for _, p := range b.parts {
		places = append(places, p.hclSlot)
	}
	return places
}

// collect finds the attributes and blocks in n, which is a body or a group of blocks. header is the start of the header of a new
// block in it.
func (b *hclBody) collect(n *draft.Node, header string, added *[]bodyPart) {
	for _, k := range n.Children {
		label := header
		if k.Key != nil && label != "" {
			label += quoteHCL(k.Key.Text) + " "
		} else if k.Key != nil {
			label = k.Key.Text + " "
		}
		v := k.Node.Val
		isGroup := v.Kind == model.List && v.Style == model.Block
		if k.Node.Src != nil {
			isGroup = b.isGroup(v)
		}
		if isGroup {
			b.collect(k.Node, label, added)
			continue
		}
		p := bodyPart{hclSlot: hclSlot{Place: draft.Place{Child: k}}, list: n}
		if k.Key != nil && !isBlock(k.Node.Val) {
			p.name = k.Key.Text
			p.simple = !isLong(b.text, k.Node)
		}
		index := slices.Index(b.old, k.From)
		if index < 0 {
			p.Moved = 1
			if p.name == "" {
				p.header = label
				k.Node.Val = asBlock(k.Node.Val)
			}
			*added = append(*added, p)
			continue
		}
		o := k.From
		p.Index = index
		p.blank = slices.ContainsFunc(b.Tree.Lines(o.Gap.Start, o.Gap.End, "", ""), b.Source.Blank)
		p.simple = p.name != "" && b.text.oneLine(model.Span{Start: o.Start, End: o.End})
		b.parts = append(b.parts, p)
	}
}

// asBlock marks a new map as a block.
func asBlock(v *model.Value) *model.Value {
	block := *v
	block.Style = model.Block
	return &block
}

// place puts a new part where a person would put it. A block goes after the previous one. An attribute goes before the one that it
// asks for, else among the first ones, before the blocks; depends_on goes to the end. Its "=" is aligned with the others; if its
// name is too long, it gets a group of its own.
func (b *hclBody) place(p bodyPart) {
	before := func(part bodyPart) bool { return p.Child.Before != "" && part.name == p.Child.Before }
	i := slices.IndexFunc(b.parts, before)
	switch {
	case p.name == "":
		b.placeBlock(p)
	case i >= 0:
		p.blankBelow = !b.fits(b.parts[i], p)
		b.placeInFront(i, p)
	case len(b.parts) == 0 || b.node.Src == nil:
		b.placeBehind(len(b.parts)-1, p)
	case p.name == "depends_on":
		p.blankAbove = true
		b.placeBehind(len(b.parts)-1, p)
	default:
		b.placeAttribute(p)
	}
}

// placeInFront puts a part before the one with the index.
func (b *hclBody) placeInFront(i int, p bodyPart) {
	next := &b.parts[i]
	p.Index, p.front = next.Index, next.front || next.Moved == 0
	p.blank, next.blank = next.blank, p.blankBelow
	b.parts = slices.Insert(b.parts, i, p)
}

// placeBehind puts a part after the one with the index, or at the start of an empty body.
func (b *hclBody) placeBehind(i int, p bodyPart) {
	if i >= 0 {
		p.Index = b.parts[i].Index
		if b.parts[i].Moved == 0 {
			p.Index++
		}
	}
	p.blank = p.blankAbove
	b.parts = slices.Insert(b.parts, i+1, p)
}

// fits reports whether a part may be directly beside another one.
func (b *hclBody) fits(neighbour, p bodyPart) bool {
	return p.simple && neighbour.simple && utf8.RuneCountInString(p.name) < b.roomOf(neighbour)
}

func (b *hclBody) roomOf(p bodyPart) int {
	if p.Moved == 0 {
		return b.text.room(p.Child.From.Start)
	}
	return p.room
}

// placeBlock puts a new block after the previous one in its list, or before the next one.
func (b *hclBody) placeBlock(p bodyPart) {
	list := p.list.Children
	find := func(i int) int {
		return slices.IndexFunc(b.parts, func(part bodyPart) bool { return i >= 0 && i < len(list) && part.Child == list[i] })
	}
	index := slices.Index(list, p.Child)
	previous, following := find(index-1), find(index+1)
	second := find(1)
	if index == 1 {
		second = find(2)
	}
	isSpaced := len(list) > 2 && second >= 0 && b.parts[second].blank
	switch {
	case previous >= 0:
		o := b.parts[previous].Child.From
		behindLong := o != nil && !b.text.oneLine(o.Value.Span)
		p.blankAbove = isSpaced || len(list) == 2 && behindLong
		b.placeBehind(previous, p)
	case following >= 0:
		p.blankBelow = isSpaced
		b.placeInFront(following, p)
	default:
		b.placeBehind(len(b.parts)-1, p)
	}
}

// placeAttribute puts a new attribute after the most similar one, or above the first block.
func (b *hclBody) placeAttribute(p bodyPart) {
	head := slices.IndexFunc(b.parts, func(part bodyPart) bool { return part.name == "" || part.name == "depends_on" })
	if head < 0 {
		head = len(b.parts)
	}
	if head == 0 {
		p.blankBelow = true
		b.placeInFront(0, p)
		return
	}
	groups := b.groups(head)
	anchor := b.anchor(groups, head, p.name)
	fits := b.fits(b.parts[anchor], p)
	if !fits && b.parts[anchor].simple { // a group of its own, after all lines that are aligned with the anchor
		for _, g := range groups {
			if g.first <= anchor && anchor <= g.last {
				anchor = g.last
			}
		}
	}
	if b.parts[anchor].Moved == 0 && b.text.oneLine(b.brackets(b.node.Src)) { // which gets several lines
		b.placeBehind(anchor, p)
		return
	}
	p.room = utf8.RuneCountInString(p.name) + 1
	if fits {
		p.room = b.roomOf(b.parts[anchor])
	}
	p.blankAbove = !fits
	p.blankBelow = !fits && anchor+1 < len(b.parts) && !b.parts[anchor+1].blank
	b.placeBehind(anchor, p)
	if p.blankBelow {
		b.parts[anchor+2].blank = true
	}
}

// groups returns the runs of attributes on one line each, without blank lines between them, among the parts before head.
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

// anchor returns the attribute after which a new one goes: the last of the first group. If only meta-arguments and long values
// come before it, it is the last of all.
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
			switch attribute := b.parts[i].name; {
			case attribute == "enable_"+name:
				return g.last
			case name == "version" && (attribute == "chart" || attribute == "source"):
				return i
			}
		}
	}
	if best < 0 {
		return head - 1
	}
	return best
}

// onlyMeta reports whether a group holds only arguments that Terraform itself reads.
func (b *hclBody) onlyMeta(g lineRange) bool {
	for _, p := range b.parts[g.first : g.last+1] {
		switch p.name {
		case "count", "for_each", "provider", "providers", "source":
		case "version":
			if !strings.HasPrefix(b.Doc.Text(b.node.Src.Props()), "module") {
				return false
			}
		default:
			return false
		}
	}
	return true
}
