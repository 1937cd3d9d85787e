package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
)

// slot holds what one kid is in each variant, nil where it is not.
type slot struct {
	from *origin // nil for a new one
	kids []*kid
}

// kids merges the kids of nodes, collections that are one.
func (m *merger) kids(v *model.Value, nodes []*node) []*kid {
	var order []string
	slots := map[string]*slot{}
	for _, i := range longestFirst(nodes) {
		ids := m.ids(i, nodes[i])
		at := 0
		for j, k := range nodes[i].kids {
			id := ids[j]
			place := slices.Index(order, id)
			if place >= 0 && place < at && k.key == nil { // the items are in another order here
				id += "/" + strconv.Itoa(i)
				place = -1
			}
			if place < 0 {
				from := m.of(i, k.from)
				place = m.placeIn(order, slots, at, ids[j+1:], from)
				order = slices.Insert(order, place, id)
				slots[id] = &slot{from: from, kids: make([]*kid, len(nodes))}
			}
			slots[id].kids[i] = k
			at = max(at, place+1)
		}
	}
	order = m.join(order, slots)
	var kids []*kid
	for _, id := range order {
		kids = append(kids, m.split(slots[id])...)
	}
	return m.addContents(v, nodes, kids)
}

// longestFirst returns the variants that have a node, those with the most kids first: the others then fit in.
func longestFirst(nodes []*node) []int {
	var found []int
	for i, n := range nodes {
		if n != nil {
			found = append(found, i)
		}
	}
	slices.SortStableFunc(found, func(a, b int) int { return len(nodes[b].kids) - len(nodes[a].kids) })
	return found
}

// ids returns the names by which the kids of a node are known in other variants.
func (m *merger) ids(i int, n *node) []string {
	var ids []string
	count := map[string]int{}
	for _, k := range n.kids {
		id := m.id(i, k, m.of(i, k.from))
		count[id]++
		ids = append(ids, id+"#"+strconv.Itoa(count[id]))
	}
	return ids
}

// placeIn returns where among the ids in order, from at on, one comes that is followed by next: behind what stands above it in the document.
func (m *merger) placeIn(order []string, slots map[string]*slot, at int, next []string, from *origin) int {
	limit := len(order)
	for _, id := range next {
		if i := slices.Index(order, id); i >= at {
			limit = i
			break
		}
	}
	for i := at; i < limit && from != nil; i++ {
		if other := slots[order[i]].from; other != nil && other.start < from.start {
			at = i + 1
		}
	}
	return at
}

// join makes a new map or list and one of the document that have the same key, each in variants of its own, one kid.
func (m *merger) join(order []string, slots map[string]*slot) []string {
	return slices.DeleteFunc(order, func(id string) bool {
		s := slots[id]
		if s.from != nil {
			return false
		}
		for _, other := range order {
			into := slots[other]
			if into == nil || into.from == nil || into.from.entry == nil || !m.fit(s, into) {
				continue
			}
			for i, k := range s.kids {
				if k != nil {
					into.kids[i] = k
				}
			}
			delete(slots, id)
			return true
		}
		return false
	})
}

// fit says whether all kids of a new slot may be one with what another slot holds, which no template decides about.
func (m *merger) fit(s, into *slot) bool {
	outer := m.holder[into.from.coll]
	if into.from.value.Style != model.Block || outer != nil && len(m.guards.path(outer.start)) != len(m.guards.path(into.from.start)) ||
		outer == nil && len(m.guards.path(into.from.start)) > 0 {
		return false
	}
	key := ""
	for _, k := range into.kids {
		if k == nil {
			continue
		}
		if k.key == nil { // an entry that became an item
			return false
		}
		key = k.key.Text
	}
	for i, k := range s.kids {
		if k != nil && (into.kids[i] != nil || k.key == nil || k.key.Text != key || !m.begun(k.node, into.from.value)) {
			return false
		}
	}
	return true
}

// id tells kids of a collection apart: by where they stood, by their keys, or by all that is in them.
func (m *merger) id(i int, k *kid, from *origin) string {
	switch {
	case from != nil:
		return "@" + strconv.Itoa(from.start)
	case k.key != nil:
		return "key " + k.key.Text
	}
	return "item " + m.print(i, k.node)
}

// print writes all that a node is, so that equal ones have equal texts.
func (m *merger) print(i int, n *node) string {
	var b strings.Builder
	if v := m.value(i, n.src); v != nil {
		fmt.Fprintf(&b, "@%d", v.Span.Start)
		if n.clean() {
			return b.String()
		}
	}
	fmt.Fprintf(&b, "%d %q", n.kind, n.val.Text)
	if n.text != nil {
		fmt.Fprintf(&b, " %v %v", n.text.edits, n.text.parts)
	}
	for _, k := range n.kids {
		if k.key != nil {
			fmt.Fprintf(&b, " %q", k.key.Text)
		}
		b.WriteString("(" + m.print(i, k.node) + ")")
	}
	return b.String()
}

// class tells apart what a kid is in different variants: those of one class are one kid.
func (m *merger) class(i int, k *kid, from *origin) string {
	key := ""
	if k.key != nil {
		key = fmt.Sprintf("%d %q ", k.key.Kind, k.key.Text)
	}
	n := k.node
	v := m.value(i, n.src)
	switch {
	case v != nil && (from == nil || v != from.value):
		return key + "of " + m.print(i, n)
	case v != nil && m.emptied(i, n, v):
		return key + "empty"
	case v != nil && n.text != nil, v != nil && v.Style == model.Flow && !n.clean():
		return key + "changed " + m.print(i, n)
	case v != nil, from != nil && m.begun(n, from.value):
		return key + "same"
	case (n.kind == model.Map || n.kind == model.List) && n.isBlock():
		return key + n.kind.String()
	}
	return key + "new " + m.print(i, n)
}

// emptied says whether a collection of a variant has lost all that was in it, and so is written as {} or [].
func (m *merger) emptied(i int, n *node, v *model.Value) bool {
	return (n.kind == model.Map || n.kind == model.List) && len(n.kids) == 0 && !n.clean() &&
		!slices.ContainsFunc(m.guards.contents[v], func(c model.Content) bool { return m.satisfied(m.guards.path(c.Span.Start))[i] })
}

// begun says whether a new collection is one of the document of which templates had left nothing.
func (m *merger) begun(n *node, v *model.Value) bool {
	return n.src == nil && n.kind == v.Kind && v.Style == model.Block && n.isBlock() && n.comments == nil
}

// split returns the kids that a slot holds: one, or several where it is not the same in all variants.
func (m *merger) split(s *slot) []*kid {
	var classes []string
	members := map[string][]*kid{}
	for i, k := range s.kids {
		if k == nil {
			continue
		}
		class := m.class(i, k, s.from)
		if members[class] == nil {
			members[class] = make([]*kid, len(s.kids))
			classes = append(classes, class)
		}
		members[class][i] = k
	}
	var kids []*kid
	for _, class := range classes {
		k := m.kid(s.from, members[class])
		kids = append(kids, k)
	}
	if s.from == nil || len(kids) < 2 {
		return kids
	}
	// The bytes stay with what is most like them, and with all that has the lines of the value.
	best := slices.IndexFunc(kids, func(k *kid) bool { return k.node.src == s.from.value && k.sameKey() })
	for i, k := range kids {
		if i != max(best, 0) && k.node.src != s.from.value {
			k.stood, k.from, k.entry = k.from, nil, nil
		}
	}
	return kids
}

// kid merges kids, nil where there is none, that are one.
func (m *merger) kid(from *origin, kids []*kid) *kid {
	nodes := make([]*node, len(kids))
	in := make(variantSet, len(kids))
	first := -1
	for i, k := range kids {
		if k == nil {
			continue
		}
		if first < 0 || kids[first].node.like == nil && k.node.like != nil { // one that is like its siblings shows how to write it
			first = i
		}
		nodes[i], in[i] = k.node, true
	}
	one := *kids[first]
	one.from, one.in, one.stood = from, in, m.of(first, one.stood)
	one.above, one.below = nil, false
	if old := kids[first].from; old != nil && from != nil && from.entry != nil && one.key == old.entry.Key {
		one.key, one.entry = from.entry.Key, from.entry
	} else if old == nil && from != nil && from.entry != nil && one.key.Text == from.entry.Key.Text {
		one.key, one.entry = from.entry.Key, from.entry
	}
	v := m.value(first, kids[first].node.src)
	if v == nil && from != nil && m.begun(kids[first].node, from.value) {
		v = from.value
	}
	if from == nil && v != nil && (v.Style == model.None || v.Style == model.Block) { // its lines are those of its entry
		one.from = m.holder[v]
	}
	one.node = m.node(v, nodes)
	return &one
}

// addContents adds the lines of templates that write kids of v, in the variants that have them.
func (m *merger) addContents(v *model.Value, nodes []*node, kids []*kid) []*kid {
	if v == nil {
		return kids
	}
	for _, o := range m.source.kids[v] {
		if !o.content {
			continue
		}
		in := m.satisfied(m.guards.path(o.start))
		some := false
		for i := range in {
			in[i] = in[i] && nodes[i] != nil && nodes[i].src != nil
			some = some || in[i]
		}
		if !some {
			continue
		}
		at := len(kids)
		for at > 0 && (kids[at-1].from == nil || kids[at-1].from.coll != v || kids[at-1].from.start > o.start) {
			at--
		}
		kids = slices.Insert(kids, at, &kid{from: o, node: m.whole(o.value), in: in})
	}
	return kids
}
