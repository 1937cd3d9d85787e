package branches

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// slot holds one kid as it is in each variant, nil where the variant lacks it.
type slot struct {
	from *layout.Origin // nil for a new one
	kids []*draft.Kid
}

// kids merges the kids of nodes, which are the same collection in several variants.
func (m *merger) kids(v *model.Value, nodes []*draft.Node) []*draft.Kid {
	var order []string
	slots := map[string]*slot{}
	for _, i := range longestFirst(nodes) {
		ids := m.ids(i, nodes[i])
		end := 0
		for j, k := range nodes[i].Kids {
			id := ids[j]
			place := slices.Index(order, id)
			if place >= 0 && place < end && k.Key == nil { // the items are in another order here
				id += "/" + strconv.Itoa(i)
				place = -1
			}
			if place < 0 {
				from := m.of(i, k.From)
				place = m.placeIn(order, slots, end, ids[j+1:], from)
				order = slices.Insert(order, place, id)
				slots[id] = &slot{from: from, kids: make([]*draft.Kid, len(nodes))}
			}
			slots[id].kids[i] = k
			end = max(end, place+1)
		}
	}
	order = m.join(order, slots)
	var kids []*draft.Kid
	for _, id := range order {
		kids = append(kids, m.split(slots[id])...)
	}
	return m.addContents(v, nodes, kids)
}

// longestFirst returns the variants that have a node, those with the most kids first, because the others fit into them.
func longestFirst(nodes []*draft.Node) []int {
	var indices []int
	for i, n := range nodes {
		if n != nil {
			indices = append(indices, i)
		}
	}
	slices.SortStableFunc(indices, func(a, b int) int { return len(nodes[b].Kids) - len(nodes[a].Kids) })
	return indices
}

// ids returns the names by which the kids of a node are recognised in other variants.
func (m *merger) ids(i int, n *draft.Node) []string {
	var ids []string
	count := map[string]int{}
	for _, k := range n.Kids {
		id := m.id(i, k, m.of(i, k.From))
		count[id]++
		ids = append(ids, id+"#"+strconv.Itoa(count[id]))
	}
	return ids
}

// placeIn returns the index in order at which a kid is inserted: from start on, and before the kids that follow it in its variant,
// whose ids are next. Within that range it comes behind the kids that are above it in the document.
func (m *merger) placeIn(order []string, slots map[string]*slot, start int, next []string, from *layout.Origin) int {
	limit := len(order)
	for _, id := range next {
		if i := slices.Index(order, id); i >= start {
			limit = i
			break
		}
	}
	for i := start; i < limit && from != nil; i++ {
		if origin := slots[order[i]].from; origin != nil && origin.Start < from.Start {
			start = i + 1
		}
	}
	return start
}

// join makes one kid of a new map or list and one of the document with the same key, each of which exists in other variants.
func (m *merger) join(order []string, slots map[string]*slot) []string {
	return slices.DeleteFunc(order, func(id string) bool {
		s := slots[id]
		if s.from != nil {
			return false
		}
		for _, key := range order {
			target := slots[key]
			if target == nil || target.from == nil || target.from.Entry == nil {
				continue
			}
			if !m.fit(s, target) {
				continue
			}
			for i, k := range s.kids {
				if k != nil {
					target.kids[i] = k
				}
			}
			delete(slots, id)
			return true
		}
		return false
	})
}

// fit reports whether all kids of a new slot may be merged with those of another slot. No template may control that one.
func (m *merger) fit(s, target *slot) bool {
	frames := 0 // around the collection
	if outer := m.Holder[target.from.Collection]; outer != nil {
		frames = len(m.Guards.Path(outer.Start))
	}
	if target.from.Value.Style != model.Block || len(m.Guards.Path(target.from.Start)) != frames {
		return false
	}
	key := ""
	for _, k := range target.kids {
		if k == nil {
			continue
		}
		if k.Key == nil { // an entry that became an item
			return false
		}
		key = k.Key.Text
	}
	for i, k := range s.kids {
		if k == nil {
			continue
		}
		if target.kids[i] != nil || k.Key == nil || k.Key.Text != key {
			return false
		}
		if !m.begun(k.Node, target.from.Value) {
			return false
		}
	}
	return true
}

// id identifies a kid within its collection: by its old place, by its key, or by all its contents.
func (m *merger) id(i int, k *draft.Kid, from *layout.Origin) string {
	switch {
	case from != nil:
		return "@" + strconv.Itoa(from.Start)
	case k.Key != nil:
		return "key " + k.Key.Text
	}
	return "item " + m.print(i, k.Node)
}

// print writes the whole of a node, so that equal nodes have equal texts.
func (m *merger) print(i int, n *draft.Node) string {
	var b strings.Builder
	if v := m.value(i, n.Src); v != nil {
		fmt.Fprintf(&b, "@%d", v.Span.Start)
		if n.Clean() {
			return b.String()
		}
	}
	fmt.Fprintf(&b, "%d %q", n.Kind, n.Val.Text)
	if n.Text != nil {
		fmt.Fprintf(&b, " %v %v", n.Text.Edits, n.Text.Parts)
	}
	for _, k := range n.Kids {
		if k.Key != nil {
			fmt.Fprintf(&b, " %q", k.Key.Text)
		}
		b.WriteString("(" + m.print(i, k.Node) + ")")
	}
	return b.String()
}

// class identifies the form of a kid in a variant. Variants with the same class share one kid.
func (m *merger) class(i int, k *draft.Kid, from *layout.Origin) string {
	key := ""
	if k.Key != nil {
		key = fmt.Sprintf("%d %q ", k.Key.Kind, k.Key.Text)
	}
	n := k.Node
	v := m.value(i, n.Src)
	switch {
	case v != nil && (from == nil || v != from.Value):
		return key + "of " + m.print(i, n)
	case v != nil && m.emptied(i, n, v):
		return key + "empty"
	case v != nil && n.Text != nil, v != nil && v.Style == model.Flow && !n.Clean():
		return key + "changed " + m.print(i, n)
	case v != nil, from != nil && m.begun(n, from.Value):
		return key + "same"
	case n.IsCollection() && n.IsBlock():
		return key + n.Kind.String()
	}
	return key + "new " + m.print(i, n)
}

// emptied reports whether a collection of a variant has lost all its contents, and is written as {} or [].
func (m *merger) emptied(i int, n *draft.Node, v *model.Value) bool {
	if !n.IsCollection() || len(n.Kids) > 0 || n.Clean() {
		return false
	}
	isWritten := func(c model.Content) bool { return m.satisfied(m.Guards.Path(c.Span.Start))[i] }
	return !slices.ContainsFunc(m.Guards.Contents[v], isWritten)
}

// begun reports whether a new collection is one of the document that is empty without its templates.
func (m *merger) begun(n *draft.Node, v *model.Value) bool {
	if n.Src != nil || n.Comments != nil || n.Kind != v.Kind {
		return false
	}
	return v.Style == model.Block && n.IsBlock()
}

// split returns the kids of a slot: one, or several if variants differ.
func (m *merger) split(s *slot) []*draft.Kid {
	var classes []string
	members := map[string][]*draft.Kid{}
	for i, k := range s.kids {
		if k == nil {
			continue
		}
		class := m.class(i, k, s.from)
		if members[class] == nil {
			members[class] = make([]*draft.Kid, len(s.kids))
			classes = append(classes, class)
		}
		members[class][i] = k
	}
	var kids []*draft.Kid
	for _, class := range classes {
		k := m.kid(s.from, members[class])
		kids = append(kids, k)
	}
	if s.from == nil || len(kids) < 2 {
		return kids
	}
	// The source goes to the most similar kid, and to all kids with the lines of the value.
	best := slices.IndexFunc(kids, func(k *draft.Kid) bool { return k.Node.Src == s.from.Value && k.SameKey() })
	for i, k := range kids {
		if i != max(best, 0) && k.Node.Src != s.from.Value {
			k.Stood, k.From, k.Entry = k.From, nil, nil
		}
	}
	return kids
}

// kid merges the forms that one kid has in the variants; a variant without it has nil.
func (m *merger) kid(from *layout.Origin, kids []*draft.Kid) *draft.Kid {
	nodes := make([]*draft.Node, len(kids))
	in := make(draft.VariantSet, len(kids))
	first := -1
	for i, k := range kids {
		if k == nil {
			continue
		}
		if first < 0 || kids[first].Node.Like == nil && k.Node.Like != nil { // Like has the style in which to write it
			first = i
		}
		nodes[i], in[i] = k.Node, true
	}
	joined := *kids[first]
	joined.From, joined.Variants, joined.Stood = from, in, m.of(first, joined.Stood)
	joined.Follower, joined.Preceded = nil, false
	if from != nil && from.Entry != nil {
		old := kids[first].From
		unchanged := old != nil && joined.Key == old.Entry.Key
		if unchanged || old == nil && joined.Key.Text == from.Entry.Key.Text {
			joined.Key, joined.Entry = from.Entry.Key, from.Entry
		}
	}
	v := m.value(first, kids[first].Node.Src)
	if v == nil && from != nil && m.begun(kids[first].Node, from.Value) {
		v = from.Value
	}
	if from == nil && v != nil {
		if v.Style == model.None || v.Style == model.Block { // its lines are those of its entry
			joined.From = m.Holder[v]
		}
	}
	joined.Node = m.node(v, nodes)
	return &joined
}

// addContents adds the lines of templates that write kids of v, in the variants that have them.
func (m *merger) addContents(v *model.Value, nodes []*draft.Node, kids []*draft.Kid) []*draft.Kid {
	if v == nil {
		return kids
	}
	for _, o := range m.Source.Kids[v] {
		if !o.Content {
			continue
		}
		in := m.satisfied(m.Guards.Path(o.Start))
		isNeeded := false
		for i := range in {
			in[i] = in[i] && nodes[i] != nil && nodes[i].Src != nil
			isNeeded = isNeeded || in[i]
		}
		if !isNeeded {
			continue
		}
		place := len(kids)
		for place > 0 && !(kids[place-1].StaysIn(v) && kids[place-1].From.Start <= o.Start) {
			place--
		}
		kids = slices.Insert(kids, place, &draft.Kid{From: o, Node: m.wholeNode(o.Value), Variants: in})
	}
	return kids
}
