// Package draft applies Ops to a copy of a document's tree, without writing text, and proves that a text parses to the
// result.
//
// The nodes of a Tree record where they were read, so that writers can copy everything that did not change.
package draft

import (
	"errors"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/model"
)

// Tree is a copy of a document's values that Ops change. Its nodes remember their source, so that unchanged parts are copied and
// never printed.
type Tree struct {
	*layout.Source
	Root           *Node
	Heredoc        *model.Value     // the heredoc around the document, nil if it is not known
	Failed         error            // why something cannot be written
	AboveTemplates bool             // new entries go above lines that a template would join them to
	Dropped        []*layout.Origin // whose comments may go
	Unplaced       []string         // comments of new values that are gone, which nothing else could take

	shared     bool // the current Op changes the value at every alias
	everywhere bool // one of the Ops was

	// Known once all Ops are applied.
	Alive    map[*layout.Origin]bool // children that carry their comments with them
	Carried  []model.Span            // where those comments stood, in order
	Stripped model.Span              // the block scalar that keepChomped gave a "-", empty for none
	open     []int                   // for each template the one whose block is open after it, -1 for none
}

// Node is a value of the changed tree.
type Node struct {
	Src      *model.Value // the value of the document that the node was read from, nil for a new one
	Val      *model.Value // the value that it was made of: the scalar itself; style hints of a new collection
	Kind     model.Kind
	Children []*Child
	Text     *scalar.Change // of a scalar of which parts are new
	Like     *model.Value   // of a new item: the value of the document whose style it takes

	Comments *model.Comments // of a new value
	Anchor   string          // of a new value: the anchor of the one that it takes the place of, which stays

	Merged merged // of the trees of several variants
}

// Child is an entry of a map or an item of a list of the changed tree.
type Child struct {
	From  *layout.Origin // where it stood, nil for a new one
	Entry *model.Entry   // the entry that it was made of, if any
	Key   *model.Value   // nil for an item
	Node  *Node
	Note  string

	FirstMoved *layout.Origin // of a new map or list: the first value that moved there, even if it moved on

	Dash     int    // of an item in a block list: columns from its dash to its value
	Before   string // the key in front of which a new entry goes, if any
	Follower *Child // the moved entry that it came to stand in front of
	Preceded bool   // something came to stand in front of it

	Variants VariantSet     // of several variants: those that it is in
	Guard    []layout.Frame // the frames around it, inside its collection
}

// New returns the tree of a source, in which nothing has changed.
func New(s *layout.Source) *Tree {
	t := &Tree{Source: s}
	t.Root = t.NewNode(s.Doc.Root)
	return t
}

// NewNode copies a value. A value of the document keeps its origin, at every depth.
func (t *Tree) NewNode(v *model.Value) *Node {
	n := &Node{Val: v, Kind: v.Kind, Comments: v.Comments()}
	if v == t.Doc.Root || t.Holder[v] != nil {
		n.Src = v
	} else if v.Kind == model.Null && v.Text != "" {
		n.Val = &model.Value{Kind: model.Null} // as it will be read back
	}
	if v.Alias() != "" {
		t.Aliased[v.Alias()] = true
		return n
	}
	if v.Kind == model.Unknown && t.Doc.Syntax == model.HCL && len(v.Items) > 0 {
		if n.Src == nil && !v.Span.Empty() {
			return n // outside of an expression, a part of one is only its text
		}
		n.Kind = model.List // of its parts
	}
	for _, item := range v.Items {
		k := &Child{Node: t.NewNode(item)}
		if o := t.Holder[item]; o != nil && o.Entry == nil {
			k.From = o
		}
		n.Children = append(n.Children, k)
	}
	for _, e := range v.Entries {
		n.Children = append(n.Children, &Child{Node: t.NewNode(e.Value), Key: e.Key, From: t.Entries[e], Entry: e})
	}
	return n
}

// Value returns the value of n, for comparing it with the result as it is read.
func (n *Node) Value() *model.Value {
	if n.Clean() {
		return n.Src
	}
	if n.Val.Alias() != "" {
		return n.Val // its children are those of the anchor
	}
	switch n.Kind {
	case model.List:
		v := &model.Value{Kind: model.List}
		for _, k := range n.Children {
			v.Items = append(v.Items, k.Node.Value())
		}
		return v
	case model.Map:
		v := &model.Value{Kind: model.Map}
		for _, k := range n.Children {
			v.Entries = append(v.Entries, &model.Entry{Key: k.Key, Value: k.Node.Value()})
		}
		return v
	}
	return n.Val
}

// Clean reports whether n equals the document's value, at every depth.
func (n *Node) Clean() bool {
	if n.Merged != notMerged {
		return n.Merged == MergedWhole
	}
	if n.Src == nil || n.Text != nil || n.Comments != nil {
		return false
	}
	if n.Src.Alias() != "" {
		return true
	}
	if len(n.Children) != len(n.Src.Items)+len(n.Src.Entries) {
		return false
	}
	for i, k := range n.Children {
		if !k.StaysIn(n.Src) || k.From.Index != i || !k.Clean() {
			return false
		}
	}
	return true
}

// Clean reports whether k is unchanged, although it may have moved.
func (k *Child) Clean() bool {
	if k.From == nil || k.Note != "" || k.Node.Src != k.From.Value {
		return false
	}
	return k.SameKey() && k.Node.Clean()
}

// StaysIn reports whether k was read from a collection of the document.
func (k *Child) StaysIn(v *model.Value) bool {
	return k.From != nil && v != nil && k.From.Collection == v
}

// OldKey returns the key of the entry that k was read from, nil if it was read from none.
func (k *Child) OldKey() *model.Value {
	if k.From == nil || k.From.Entry == nil {
		return nil
	}
	return k.From.Entry.Key
}

// SameKey reports whether k still is an entry with its old key, or an item.
func (k *Child) SameKey() bool {
	if k.Key == nil || k.From.Entry == nil {
		return k.Key == nil && k.From.Entry == nil
	}
	return k.Key == k.From.Entry.Key
}

// Open reports whether a new value in n is a copy of one whose lines a template writes, which the copy lacks.
func (n *Node) Open() bool {
	templated := func(k *Child) bool { return k.Key != nil && k.Key.Kind == model.Unknown }
	if n.Src == nil && n.Val.Open && !slices.ContainsFunc(n.Children, templated) {
		return true
	}
	return slices.ContainsFunc(n.Children, func(k *Child) bool { return k.Node.Open() })
}

// ErrOpen is the refusal for a value of which a template writes lines, so that it cannot be written
// elsewhere.
var ErrOpen = edit.Refuse("a template writes lines of what is added, which cannot be written elsewhere")

// Index returns the place of step among n's children, or -1.
func (n *Node) Index(step any) int {
	switch s := step.(type) {
	case string:
		if n.Kind != model.Map {
			return -1
		}
		for i := len(n.Children) - 1; i >= 0; i-- {
			if k := n.Children[i].Key; k.Kind != model.Unknown && k.Text == s {
				return i
			}
		}
	case int:
		if n.Kind == model.List && s >= 0 && s < len(n.Children) {
			return s
		}
	}
	return -1
}

// setKey sets the key of k, in the quotes of the old key.
func (k *Child) setKey(key string) {
	if k.Key != nil && k.Key.Kind == model.String && k.Key.Text == key {
		return
	}
	if old := k.OldKey(); old != nil && old.Kind == model.String && old.Text == key {
		k.Key = old
		return
	}
	v := model.NewString(key)
	if k.Key != nil {
		v.Style = k.Key.Style
	}
	k.Key = v
}

func (n *Node) remove(i int) {
	n.Children = append(append([]*Child(nil), n.Children[:i]...), n.Children[i+1:]...)
}

// LongText reports whether n is a new text that is written as a block scalar in block style.
func LongText(n *Node) bool {
	if n.Src != nil || !layout.IsBlockScalar(n.Val) {
		return false
	}
	if n.Kind == model.Unknown {
		return strings.Contains(n.Val.Text, "\n")
	}
	return n.Kind == model.String && scalar.FitsBlock(n.Val.Text)
}

// IsBlock reports whether n is written as lines of its own below its key.
func (n *Node) IsBlock() bool {
	if n.Src != nil {
		return n.Src.Style == model.Block && len(n.Children) > 0
	}
	return n.IsCollection() && len(n.Children) > 0 && n.Val.Style != model.Flow
}

// IsCollection reports whether n is a map or a list.
func (n *Node) IsCollection() bool { return n.Kind == model.Map || n.Kind == model.List }

// IsLeaf reports whether n is a collection that holds scalars only.
func (n *Node) IsLeaf() bool {
	return !slices.ContainsFunc(n.Children, func(k *Child) bool { return len(k.Node.Children) > 0 })
}

// merged distinguishes nodes of a merger from others, and unchanged nodes from changed ones.
type merged uint8

// How a node became one of a merger.
const (
	notMerged     merged = iota
	MergedWhole          // as in the document, with all template lines in it
	MergedChanged        // changed in some variant
)

// VariantSet is a set of variants, by their index.
type VariantSet []bool

// And returns the variants that are in both sets.
func (s VariantSet) And(second VariantSet) VariantSet {
	common := make(VariantSet, len(s))
	for i := range s {
		common[i] = s[i] && second[i]
	}
	return common
}

// Count returns the number of variants in the set.
func (s VariantSet) Count() int {
	n := 0
	for _, in := range s {
		if in {
			n++
		}
	}
	return n
}

// Without returns the variants of the set that are not in the other one.
func (s VariantSet) Without(second VariantSet) VariantSet {
	difference := make(VariantSet, len(s))
	for i := range s {
		difference[i] = s[i] && !second[i]
	}
	return difference
}

// ErrNotAsAsked is the refusal for a result that does not parse to the tree that the Ops ask for.
var ErrNotAsAsked = edit.Unproved("the change would not read back as intended")

// ErrEmpty is the error of a plan for a document without a root.
var ErrEmpty = errors.New("the document is empty")
