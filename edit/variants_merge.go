package edit

import (
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// merger makes one tree of the trees of several variants. Its kids know in which variants they are, and its nodes come from the
// document with all blocks.
type merger struct {
	*tree
	trees   []*tree
	taken   []gotmpl.Taken
	entries map[int]*origin // by where the key begins
	items   map[int]*origin // by where the dash is, or the item of a flow collection
	beside  [][]frame       // what kids of the collection at hand stand in
}

// merged says that a node is one of a merger: it is as it was, with all lines in it, or not.
type merged uint8

const (
	notMerged merged = iota
	mergedWhole
	mergedChanged
)

var errTwin = Refuse("an item that template lines decide about cannot be copied")

func newMerger(s *source, trees []*tree, variants []Variant) *merger {
	m := &merger{tree: &tree{source: s}, trees: trees, entries: map[int]*origin{}, items: map[int]*origin{}}
	for _, v := range variants {
		m.taken = append(m.taken, v.Taken)
	}
	for _, kids := range s.kids {
		for _, o := range kids {
			switch {
			case o.entry != nil:
				m.entries[o.start] = o
			case !o.content:
				m.items[o.start] = o
			}
		}
	}
	return m
}

// merge returns the tree.
func (m *merger) merge() (*tree, error) {
	nodes := make([]*node, len(m.trees))
	for i, t := range m.trees {
		nodes[i] = t.root
	}
	m.root = m.node(m.doc.Root, nodes)
	all := make(variantSet, len(nodes))
	for i := range all {
		all[i] = true
	}
	m.guard(m.root, context{in: all})
	m.dropAll()
	m.oweAll()
	return m.tree, m.failed
}

func (m *merger) fail(err error) {
	if m.failed == nil {
		m.failed = err
	}
}

// of returns what of, in a variant, stands for in the whole document, nil if it is new.
func (m *merger) of(i int, o *origin) *origin {
	if o == nil {
		return nil
	}
	if o.start >= m.size {
		m.fail(errTwin)
		return nil
	}
	found := m.items[o.start]
	if o.entry != nil {
		found = m.entries[o.start]
	}
	if found == nil {
		m.fail(Refuse("what stands on line %d depends on the template lines above it", m.trees[i].lineNumber(o.start)))
	}
	return found
}

// value returns the value of the whole document that v of a variant stands for, nil if there is none.
func (m *merger) value(i int, v *model.Value) *model.Value {
	switch o := m.trees[i].holder[v]; {
	case v == nil:
		return nil
	case v == m.trees[i].doc.Root:
		return m.doc.Root
	case o != nil:
		if o = m.of(i, o); o != nil {
			return o.value
		}
	}
	return nil
}

// node merges the nodes of the variants, nil where there is none, which are one and the same: v of the document, or new.
func (m *merger) node(v *model.Value, nodes []*node) *node {
	i := slices.IndexFunc(nodes, func(n *node) bool { return n != nil && n.like != nil })
	if i < 0 {
		i = slices.IndexFunc(nodes, func(n *node) bool { return n != nil })
	}
	first := nodes[i]
	if v != nil && !slices.ContainsFunc(nodes, func(n *node) bool { return n != nil && !n.clean() }) {
		if v.Style != model.Block || m.everywhere(v, nodes) {
			return m.whole(v)
		}
		if !slices.ContainsFunc(nodes, func(n *node) bool { return n != nil && n.kind != model.Null }) {
			return &node{val: &model.Value{Kind: model.Null}, merged: mergedChanged}
		}
	}
	n := *first
	n.merged, n.src, n.kids = mergedChanged, v, nil
	n.like = m.likeOf(i, first.like)
	if v != nil {
		if n.text == nil {
			n.val, n.kind = v, v.Kind
		}
	}
	if n.kind == model.Map || n.kind == model.List {
		n.kids = m.kids(v, nodes)
	}
	return &n
}

// everywhere says whether all variants that have v have one of the nodes.
func (m *merger) everywhere(v *model.Value, nodes []*node) bool {
	for i, in := range m.satisfied(m.guards.path(m.firstByte(v))) {
		if in && nodes[i] == nil {
			return false
		}
	}
	return true
}

func (m *merger) likeOf(i int, like *model.Value) *model.Value {
	if like == nil || m.trees[i].holder[like] == nil {
		return nil
	}
	return m.value(i, like)
}

// whole returns a node for all of v, with everything that templates decide about in it.
func (m *merger) whole(v *model.Value) *node {
	n := m.source.node(v)
	var mark func(n *node)
	mark = func(n *node) {
		n.merged = mergedWhole
		for _, k := range n.kids {
			mark(k.node)
		}
	}
	mark(n)
	return n
}

// dropAll notes what no variant keeps the comments of.
func (m *merger) dropAll() {
	dropped := map[*origin]int{}
	for i, t := range m.trees {
		for _, o := range t.dropped {
			if found := m.of(i, o); found != nil {
				dropped[found]++
			}
		}
	}
	for o, n := range dropped {
		if n == m.satisfied(m.guards.path(o.start)).count() {
			m.dropped = append(m.dropped, o)
		}
	}
}

// oweAll notes the comments of new values that are gone: each as often as the variant has it that has it most.
func (m *merger) oweAll() {
	most := map[string]int{}
	for _, t := range m.trees {
		count := map[string]int{}
		for _, text := range t.owed {
			if count[text]++; count[text] > most[text] {
				most[text] = count[text]
				m.owed = append(m.owed, text)
			}
		}
	}
}

// variantSet says of each variant whether it is in the set.
type variantSet []bool

func (s variantSet) count() int {
	n := 0
	for _, in := range s {
		if in {
			n++
		}
	}
	return n
}

func (s variantSet) and(other variantSet) variantSet {
	both := make(variantSet, len(s))
	for i := range s {
		both[i] = s[i] && other[i]
	}
	return both
}

func (s variantSet) without(other variantSet) variantSet {
	rest := make(variantSet, len(s))
	for i := range s {
		rest[i] = s[i] && !other[i]
	}
	return rest
}

// satisfied returns the variants in which all of the branches are taken.
func (m *merger) satisfied(frames []frame) variantSet {
	in := make(variantSet, len(m.taken))
	for i, taken := range m.taken {
		in[i] = true
		for _, f := range frames {
			in[i] = in[i] && f.taken(taken)
		}
	}
	return in
}
