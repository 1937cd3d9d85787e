package edit

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// tree is a copy of a document's values that Ops change. Its nodes remember what they were read
// from, so that afterwards everything that did not change is copied and never printed.
type tree struct {
	*source
	root    *node
	heredoc *model.Value // that the document stands in, nil if that is not known
	leaves  *leaves      // counted when first asked for
	failed  error        // why something cannot be written
	place   placement    // of what is new
	owed    []string     // comments of new values that are gone, which nothing else could take

	shared     bool // the Op at hand is meant for every alias
	everywhere bool // one of the Ops was

	// Known once all Ops are applied.
	alive    map[*origin]bool // kids that carry their comments with them
	carried  []model.Span     // where those comments stood, in order
	stripped model.Span       // the block scalar that keepChomped gave a "-", empty for none
	open     []int            // for each template the one whose block is open behind it, -1 for none
}

// node is a value as it is to be.
type node struct {
	src  *model.Value // the value of the document that the node was read from, nil for a new one
	val  *model.Value // the value that it was made of: the scalar itself; style hints of a new collection
	kind model.Kind
	kids []*kid
	text *textChange  // of a scalar of which parts are new
	like *model.Value // of a new item: the value of the document whose style it takes

	comments *model.Comments // of a new value
	stands   string          // of a new value: the anchor of the one that it takes the place of, which stays

	merged merged // of the trees of several variants
}

// kid is an entry of a map or an item of a list as it is to be.
type kid struct {
	from  *origin      // where it stood, nil for a new one
	entry *model.Entry // the entry that it was made of, if any
	key   *model.Value // nil for an item
	node  *node
	note  string

	stood *origin // of a new map or list: what moved there first, which may have moved on

	dash   int    // of an item in a block list: columns from its dash to its value
	before string // the key that a new entry stands in front of, if any
	above  *kid   // the moved entry that it came to stand in front of
	below  bool   // something came to stand in front of it

	in    variantSet // of several variants: those that it is in
	guard []frame    // what it stands in, inside its collection
}

func newTree(s *source) *tree {
	return &tree{source: s, root: s.node(s.doc.Root)}
}

// node copies a value. A value of the document keeps its origin, at every depth.
func (s *source) node(v *model.Value) *node {
	n := &node{val: v, kind: v.Kind, comments: v.Comments}
	if v == s.doc.Root || s.holder[v] != nil {
		n.src = v
	} else if v.Kind == model.Null && v.Text != "" {
		n.val = &model.Value{Kind: model.Null} // as it will be read back
	}
	if v.Alias != "" {
		s.aliased[v.Alias] = true
		return n
	}
	if v.Kind == model.Unknown && s.doc.Syntax == model.HCL && len(v.Items) > 0 {
		if n.src == nil && !v.Span.Empty() {
			return n // what stands in an expression elsewhere is its text
		}
		n.kind = model.List // of its parts
	}
	for _, item := range v.Items {
		k := &kid{node: s.node(item)}
		if o := s.holder[item]; o != nil && o.entry == nil {
			k.from = o
		}
		n.kids = append(n.kids, k)
	}
	for _, e := range v.Entries {
		n.kids = append(n.kids, &kid{node: s.node(e.Value), key: e.Key, from: s.entries[e], entry: e})
	}
	return n
}

// value returns what n means, for comparing with what is read back.
func (n *node) value() *model.Value {
	if n.clean() {
		return n.src
	}
	switch n.kind {
	case model.List:
		v := &model.Value{Kind: model.List}
		for _, k := range n.kids {
			v.Items = append(v.Items, k.node.value())
		}
		return v
	case model.Map:
		v := &model.Value{Kind: model.Map}
		for _, k := range n.kids {
			v.Entries = append(v.Entries, &model.Entry{Key: k.key, Value: k.node.value()})
		}
		return v
	}
	return n.val
}

// clean says whether n still is the document's value, at every depth.
func (n *node) clean() bool {
	if n.merged != notMerged {
		return n.merged == mergedWhole
	}
	if n.src == nil || n.text != nil || n.comments != nil {
		return false
	}
	if n.src.Alias != "" {
		return true
	}
	if len(n.kids) != len(n.src.Items)+len(n.src.Entries) {
		return false
	}
	for i, k := range n.kids {
		if k.from == nil || k.from.coll != n.src || k.from.index != i || !k.clean() {
			return false
		}
	}
	return true
}

// clean says whether k reads as it did; it may stand elsewhere.
func (k *kid) clean() bool {
	return k.from != nil && k.note == "" && k.node.src == k.from.value && k.sameKey() && k.node.clean()
}

// sameKey says whether k still is an entry with its old key, or an item.
func (k *kid) sameKey() bool {
	if k.key == nil || k.from.entry == nil {
		return k.key == nil && k.from.entry == nil
	}
	return k.key == k.from.entry.Key
}

// open says whether a new value in n was taken from where a template writes lines of it, which did not come along.
func (n *node) open() bool {
	templated := func(k *kid) bool { return k.key != nil && k.key.Kind == model.Unknown }
	return n.src == nil && n.val.Open && !slices.ContainsFunc(n.kids, templated) ||
		slices.ContainsFunc(n.kids, func(k *kid) bool { return k.node.open() })
}

var errOpen = Refuse("a template writes lines of what is added, which cannot be written elsewhere")

// index returns the place of step among n's kids, or -1.
func (n *node) index(step any) int {
	switch s := step.(type) {
	case string:
		if n.kind != model.Map {
			return -1
		}
		for i := len(n.kids) - 1; i >= 0; i-- {
			if k := n.kids[i].key; k.Kind != model.Unknown && k.Text == s {
				return i
			}
		}
	case int:
		if n.kind == model.List && s >= 0 && s < len(n.kids) {
			return s
		}
	}
	return -1
}

// setKey gives k the key, in the quotes of the old one.
func (k *kid) setKey(key string) {
	if k.key != nil && k.key.Kind == model.String && k.key.Text == key {
		return
	}
	if k.from != nil && k.from.entry != nil && k.from.entry.Key.Text == key && k.from.entry.Key.Kind == model.String {
		k.key = k.from.entry.Key
		return
	}
	v := model.NewString(key)
	if k.key != nil {
		v.Style = k.key.Style
	}
	k.key = v
}

func (n *node) remove(i int) {
	n.kids = append(append([]*kid(nil), n.kids[:i]...), n.kids[i+1:]...)
}
