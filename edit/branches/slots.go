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

// slot holds one child as it is in each variant, nil where the variant lacks it.
type slot struct {
	from     *layout.Origin // nil for a new one
	children []*draft.Child
}

// children merges the children of nodes, which are the same collection in several variants.
func (m *merger) children(v *model.Value, nodes []*draft.Node) []*draft.Child {
	var order []string
	slots := map[string]*slot{}
	for _, i := range longestFirst(nodes) {
		ids := m.ids(i, nodes[i])
		end := 0
		for j, k := range nodes[i].Children {
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
				slots[id] = &slot{from: from, children: make([]*draft.Child, len(nodes))}
			}
			slots[id].children[i] = k
			end = max(end, place+1)
		}
	}
	order = m.join(order, slots)
	var children []*draft.Child
	for _, id := range order {
		children = append(children, m.split(slots[id])...)
	}
	return m.addContents(v, nodes, children)
}

// longestFirst returns the variants that have a node, those with the most children first, because the others fit into them.
func longestFirst(nodes []*draft.Node) []int {
	var indices []int
	for i, n := range nodes {
		if n != nil {
			indices = append(indices, i)
		}
	}
	slices.SortStableFunc(indices, func(a, b int) int { return len(nodes[b].Children) - len(nodes[a].Children) })
	return indices
}

// ids returns the names by which the children of a node are recognised in other variants.
func (m *merger) ids(i int, n *draft.Node) []string {
	var ids []string
	count := map[string]int{}
	for _, k := range n.Children {
		id := m.id(i, k, m.of(i, k.From))
		count[id]++
		ids = append(ids, id+"#"+strconv.Itoa(count[id]))
	}
	return ids
}

// placeIn returns the index in order at which a child is inserted: from start on, and before the children that follow it in its variant,
// whose ids are next. Within that range it comes behind the children that are above it in the document.
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

// join makes one child of a new map or list and one of the document with the same key, each of which exists in other variants.
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
			for i, k := range s.children {
				if k != nil {
					target.children[i] = k
				}
			}
			delete(slots, id)
			return true
		}
		return false
	})
}

// fit reports whether all children of a new slot may be merged with those of another slot. No template may control that one.
func (m *merger) fit(s, target *slot) bool {
	frames := 0 // around the collection
	if outer := m.Holder[target.from.Collection]; outer != nil {
		frames = len(m.Guards.Path(outer.Start))
	}
	if target.from.Value.Style != model.Block || len(m.Guards.Path(target.from.Start)) != frames {
		return false
	}
	key := ""
	for _, k := range target.children {
		if k == nil {
			continue
		}
		if k.Key == nil { // an entry that became an item
			return false
		}
		key = k.Key.Text
	}
	for i, k := range s.children {
		if k == nil {
			continue
		}
		if target.children[i] != nil || k.Key == nil || k.Key.Text != key {
			return false
		}
		if !m.begun(k.Node, target.from.Value) {
			return false
		}
	}
	return true
}

// id identifies a child within its collection: by its old place, by its key, or by all its contents.
func (m *merger) id(i int, k *draft.Child, from *layout.Origin) string {
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
	for _, k := range n.Children {
		if k.Key != nil {
			fmt.Fprintf(&b, " %q", k.Key.Text)
		}
		b.WriteString("(" + m.print(i, k.Node) + ")")
	}
	return b.String()
}

// class identifies the form of a child in a variant. Variants with the same class share one child.
func (m *merger) class(i int, k *draft.Child, from *layout.Origin) string {
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
	if !n.IsCollection() || len(n.Children) > 0 || n.Clean() {
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

// split returns the children of a slot: one, or several if variants differ.
func (m *merger) split(s *slot) []*draft.Child {
	var classes []string
	members := map[string][]*draft.Child{}
	for i, k := range s.children {
		if k == nil {
			continue
		}
		class := m.class(i, k, s.from)
		if members[class] == nil {
			members[class] = make([]*draft.Child, len(s.children))
			classes = append(classes, class)
		}
		members[class][i] = k
	}
	var children []*draft.Child
	for _, class := range classes {
		k := m.child(s.from, members[class])
		children = append(children, k)
	}
	if s.from == nil || len(children) < 2 {
		return children
	}
	// The source goes to the most similar child, and to all children with the lines of the value.
	best := slices.IndexFunc(children, func(k *draft.Child) bool { return k.Node.Src == s.from.Value && k.SameKey() })
	for i, k := range children {
		if i != max(best, 0) && k.Node.Src != s.from.Value {
			k.FirstMoved, k.From, k.Entry = k.From, nil, nil
		}
	}
	return children
}

// child merges the forms that one child has in the variants; a variant without it has nil.
func (m *merger) child(from *layout.Origin, children []*draft.Child) *draft.Child {
	nodes := make([]*draft.Node, len(children))
	in := make(draft.VariantSet, len(children))
	first := -1
	for i, k := range children {
		if k == nil {
			continue
		}
		if first < 0 || children[first].Node.Like == nil && k.Node.Like != nil { // Like has the style in which to write it
			first = i
		}
		nodes[i], in[i] = k.Node, true
	}
	joined := *children[first]
	joined.From, joined.Variants, joined.FirstMoved = from, in, m.of(first, joined.FirstMoved)
	joined.Follower, joined.Preceded = nil, false
	if from != nil && from.Entry != nil {
		old := children[first].From
		unchanged := old != nil && joined.Key == old.Entry.Key
		if unchanged || old == nil && joined.Key.Text == from.Entry.Key.Text {
			joined.Key, joined.Entry = from.Entry.Key, from.Entry
		}
	}
	v := m.value(first, children[first].Node.Src)
	if v == nil && from != nil && m.begun(children[first].Node, from.Value) {
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

// addContents adds the lines of templates that write children of v, in the variants that have them.
func (m *merger) addContents(v *model.Value, nodes []*draft.Node, children []*draft.Child) []*draft.Child {
	if v == nil {
		return children
	}
	for _, o := range m.Source.Children[v] {
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
		place := len(children)
		for place > 0 && !(children[place-1].StaysIn(v) && children[place-1].From.Start <= o.Start) {
			place--
		}
		children = slices.Insert(children, place, &draft.Child{From: o, Node: m.wholeNode(o.Value), Variants: in})
	}
	return children
}
