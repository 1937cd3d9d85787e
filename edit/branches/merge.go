package branches

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// merger merges the trees of several variants into one. Its children record in which variants they occur, and its nodes come from
// the document with all blocks.
type merger struct {
	*draft.Tree
	trees    []*draft.Tree
	branches []gotmpl.Taken
	entries  map[int]*layout.Origin // by the offset of the key
	items    map[int]*layout.Origin // by the offset of the dash, or of the item of a flow collection
	siblings [][]layout.Frame       // the frames of the children of the current collection
}

var errTwin = edit.Refuse("an item that template lines decide about cannot be copied")

func newMerger(s *layout.Source, trees []*draft.Tree, variants []Variant) *merger {
	m := &merger{Tree: &draft.Tree{Source: s}, trees: trees, entries: map[int]*layout.Origin{}, items: map[int]*layout.Origin{}}
	for _, v := range variants {
		m.branches = append(m.branches, v.Taken)
	}
	for _, children := range s.Children {
		for _, o := range children {
			switch {
			case o.Entry != nil:
				m.entries[o.Start] = o
			case !o.Content:
				m.items[o.Start] = o
			}
		}
	}
	return m
}

// merge returns the merged tree.
func (m *merger) merge() (*draft.Tree, error) {
	nodes := make([]*draft.Node, len(m.trees))
	for i, t := range m.trees {
		nodes[i] = t.Root
	}
	m.Root = m.node(m.Doc.Root, nodes)
	variants := make(draft.VariantSet, len(nodes))
	for i := range variants {
		variants[i] = true
	}
	m.guard(m.Root, context{in: variants})
	m.dropAll()
	m.oweAll()
	return m.Tree, m.Failed
}

func (m *merger) fail(err error) {
	if m.Failed == nil {
		m.Failed = err
	}
}

// of returns the entry or item of the whole document from which o of a variant was copied, nil if o is
// new.
func (m *merger) of(i int, o *layout.Origin) *layout.Origin {
	if o == nil {
		return nil
	}
	if o.Start >= m.Size {
		m.fail(errTwin)
		return nil
	}
	origin := m.items[o.Start]
	if o.Entry != nil {
		origin = m.entries[o.Start]
	}
	if origin == nil {
		m.fail(edit.Refuse("the content of line %d depends on the template lines above it", m.trees[i].LineNumber(o.Start)))
	}
	return origin
}

// value returns the value of the whole document of which v of a variant is a copy; nil if v is new.
func (m *merger) value(i int, v *model.Value) *model.Value {
	switch o := m.trees[i].Holder[v]; {
	case v == nil:
		return nil
	case v == m.trees[i].Doc.Root:
		return m.Doc.Root
	case o != nil:
		if o = m.of(i, o); o != nil {
			return o.Value
		}
	}
	return nil
}

// node merges the nodes that the variants have for one value: v of the document, or a new one. A variant without the value has
// nil.
func (m *merger) node(v *model.Value, nodes []*draft.Node) *draft.Node {
	i := slices.IndexFunc(nodes, func(n *draft.Node) bool { return n != nil && n.Like != nil })
	if i < 0 {
		i = slices.IndexFunc(nodes, func(n *draft.Node) bool { return n != nil })
	}
	first := nodes[i]
	if v != nil && !slices.ContainsFunc(nodes, func(n *draft.Node) bool { return n != nil && !n.Clean() }) {
		if v.Style != model.Block || m.everywhere(v, nodes) {
			return m.wholeNode(v)
		}
		if !slices.ContainsFunc(nodes, func(n *draft.Node) bool { return n != nil && n.Kind != model.Null }) {
			return &draft.Node{Val: &model.Value{Kind: model.Null}, Merged: draft.MergedChanged}
		}
	}
	n := *first
	n.Merged, n.Src, n.Children = draft.MergedChanged, v, nil
	n.Like = m.likeOf(i, first.Like)
	if v != nil {
		if n.Text == nil {
			n.Val, n.Kind = v, v.Kind
		}
	}
	if n.IsCollection() {
		n.Children = m.children(v, nodes)
	}
	return &n
}

// everywhere reports whether every variant that contains v in its text still has a node for it.
func (m *merger) everywhere(v *model.Value, nodes []*draft.Node) bool {
	for i, in := range m.satisfied(m.Guards.Path(m.FirstByte(v))) {
		if in && nodes[i] == nil {
			return false
		}
	}
	return true
}

func (m *merger) likeOf(i int, like *model.Value) *model.Value {
	if like == nil || m.trees[i].Holder[like] == nil {
		return nil
	}
	return m.value(i, like)
}

// wholeNode returns a node for all of v, with all branches of templates in it.
func (m *merger) wholeNode(v *model.Value) *draft.Node {
	n := m.Tree.NewNode(v)
	var mark func(n *draft.Node)
	mark = func(n *draft.Node) {
		n.Merged = draft.MergedWhole
		for _, k := range n.Children {
			mark(k.Node)
		}
	}
	mark(n)
	return n
}

// dropAll records the entries whose comments no variant keeps.
func (m *merger) dropAll() {
	dropped := map[*layout.Origin]int{}
	for i, t := range m.trees {
		for _, o := range t.Dropped {
			if origin := m.of(i, o); origin != nil {
				dropped[origin]++
			}
		}
	}
	for o, n := range dropped { // in any order: they are a set
		if n == m.satisfied(m.Guards.Path(o.Start)).Count() {
			m.Dropped = append(m.Dropped, o)
		}
	}
}

// oweAll records the comments that the variants owe, each as often as the variant that owes it most often.
func (m *merger) oweAll() {
	maxima := map[string]int{}
	for _, t := range m.trees {
		count := map[string]int{}
		for _, text := range t.Unplaced {
			if count[text]++; count[text] > maxima[text] {
				maxima[text] = count[text]
				m.Unplaced = append(m.Unplaced, text)
			}
		}
	}
}

// satisfied returns the variants in which all of the branches are taken.
func (m *merger) satisfied(frames []layout.Frame) draft.VariantSet {
	in := make(draft.VariantSet, len(m.branches))
	for i, branches := range m.branches {
		in[i] = true
		for _, f := range frames {
			in[i] = in[i] && f.IsTaken(branches)
		}
	}
	return in
}
