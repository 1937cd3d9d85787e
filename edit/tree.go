package edit

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/model"
)

// tree is a copy of a document's values that Ops change. Its nodes remember what they were read
// from, so that afterwards everything that did not change is copied and never printed.
type tree struct {
	*source
	root *node

	// Known once all Ops are applied.
	alive   map[*origin]bool // kids that carry their comments with them
	carried []model.Span     // where those comments stood, in order
	open    []int            // for each template the one whose block is open behind it, -1 for none
}

// node is a value as it is to be.
type node struct {
	src  *model.Value // the value of the document that the node was read from, nil for a new one
	val  *model.Value // the scalar itself; style hints of a new collection
	kind model.Kind
	kids []*kid
	like *model.Value // of a new item: the value of the document whose style it takes
}

// kid is an entry of a map or an item of a list as it is to be.
type kid struct {
	from *origin      // where it stood, nil for a new one
	key  *model.Value // nil for an item
	node *node
	note string

	dash   int    // of an item in a block list: columns from its dash to its value
	before string // the key that a new entry stands in front of, if any
	above  *kid   // the moved entry that it came to stand in front of
	below  bool   // something came to stand in front of it
}

func newTree(s *source) *tree {
	return &tree{source: s, root: s.node(s.doc.Root)}
}

// node copies a value. A value of the document keeps its origin, at every depth.
func (s *source) node(v *model.Value) *node {
	n := &node{val: v, kind: v.Kind}
	if v == s.doc.Root || s.holder[v] != nil {
		n.src = v
	} else if v.Kind == model.Null {
		n.val = &model.Value{Kind: model.Null} // as it will be read back
	}
	if v.Alias != "" {
		return n
	}
	for _, item := range v.Items {
		k := &kid{node: s.node(item)}
		if o := s.holder[item]; o != nil && o.entry == nil {
			k.from = o
		}
		n.kids = append(n.kids, k)
	}
	for _, e := range v.Entries {
		n.kids = append(n.kids, &kid{node: s.node(e.Value), key: e.Key, from: s.entries[e]})
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
	if n.src == nil {
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

// apply makes op true in the tree.
func (t *tree) apply(op Op) error {
	if len(op.Path) == 0 {
		return fmt.Errorf("the path is empty")
	}
	switch op.Do {
	case Set:
		return t.set(op)
	case Rename:
		return t.rename(op)
	case Delete:
		return t.delete(op)
	case Move:
		return t.move(op)
	case Insert:
		return t.insert(op)
	}
	return fmt.Errorf("unknown action %d", op.Do)
}

func (t *tree) set(op Op) error {
	if op.Value == nil {
		return fmt.Errorf("no value for %s", pathText(op.Path))
	}
	parent, err := t.ensure(op.Path)
	if err != nil {
		return err
	}
	last := op.Path[len(op.Path)-1]
	i := parent.index(last)
	if i < 0 {
		k := &kid{node: t.node(op.Value), note: op.Note, before: op.Before}
		return t.attach(parent, last, k, op.Path)
	}
	k := parent.kids[i]
	if model.Equal(k.node.value(), op.Value) {
		return nil
	}
	if err := t.unshared(k.node, op.Path); err != nil {
		return err
	}
	k.node = t.node(op.Value)
	if k.from == nil {
		k.note = op.Note
	}
	return nil
}

func (t *tree) rename(op Op) error {
	parent, i, err := t.find(op.Path)
	if err != nil {
		return err
	}
	k := parent.kids[i]
	if k.key == nil {
		return fmt.Errorf("%s is an item of a list and has no key", pathText(op.Path))
	}
	if k.key.Text == op.Key {
		return nil
	}
	if parent.index(op.Key) >= 0 {
		return fmt.Errorf("%q already exists beside %s", op.Key, pathText(op.Path))
	}
	k.setKey(op.Key)
	return nil
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

func (t *tree) delete(op Op) error {
	parent, i, err := t.find(op.Path)
	if err != nil {
		return err
	}
	k := parent.kids[i]
	if err := t.unshared(k.node, op.Path); err != nil {
		return err
	}
	if op.DropComments && k.from != nil {
		t.dropped = append(t.dropped, k.from)
	}
	parent.remove(i)
	return nil
}

func (n *node) remove(i int) {
	n.kids = append(append([]*kid(nil), n.kids[:i]...), n.kids[i+1:]...)
}

func (t *tree) move(op Op) error {
	if len(op.To) == 0 {
		return fmt.Errorf("the target of %s is empty", pathText(op.Path))
	}
	parent, i, err := t.find(op.Path)
	if err != nil {
		return err
	}
	k := parent.kids[i]
	last := op.To[len(op.To)-1]
	if key, isKey := last.(string); isKey && samePath(op.Path[:len(op.Path)-1], op.To[:len(op.To)-1]) && k.key != nil {
		return t.rename(Op{Path: op.Path, Key: key})
	}
	parent.remove(i)
	if isPrefix(op.To, op.Path) {
		if err := t.unwrap(op); err != nil {
			return err
		}
	}
	target, err := t.ensure(op.To)
	if err != nil {
		return err
	}
	if _, isKey := last.(string); isKey && target.index(last) >= 0 {
		return fmt.Errorf("%s already exists; %s cannot move there", pathText(op.To), pathText(op.Path))
	}
	return t.attach(target, last, k, op.To)
}

// unwrap removes the ancestor at op.To, which a move left without any value.
func (t *tree) unwrap(op Op) error {
	outer, i, err := t.find(op.To)
	if err != nil {
		return err
	}
	for n, rest := outer.kids[i].node, op.Path[len(op.To):]; ; rest = rest[1:] {
		if len(rest) == 1 && len(n.kids) == 0 {
			break
		}
		if len(rest) == 1 || len(n.kids) != 1 {
			return fmt.Errorf("%s holds more than %s, which cannot take its place", pathText(op.To), pathText(op.Path))
		}
		n = n.kids[0].node
	}
	outer.remove(i)
	return nil
}

func (t *tree) insert(op Op) error {
	if op.Value == nil {
		return fmt.Errorf("no value for %s", pathText(op.Path))
	}
	path := append(append([]any(nil), op.Path...), 0)
	list, err := t.ensure(path)
	if err != nil {
		return err
	}
	i := op.Index
	if i == -1 {
		i = len(list.kids)
	}
	k := &kid{node: t.node(op.Value), note: op.Note}
	var examples []*model.Value
	for _, sibling := range list.kids {
		if v := sibling.node.src; v != nil && v.Kind == k.node.kind {
			examples = append(examples, v)
		}
	}
	imitate(k.node, examples)
	return t.attach(list, i, k, path)
}

// imitate gives a new value the style of its siblings to be, and so at every depth.
func imitate(n *node, examples []*model.Value) {
	if n.src != nil || len(examples) == 0 {
		return
	}
	n.like = typical(examples)
	if n.val.Style == model.None {
		styled := *n.val
		if n.like.Style != model.Literal && n.like.Style != model.Folded && n.like.Style != model.Plain {
			styled.Style = n.like.Style
		}
		n.val = &styled
	}
	for _, k := range n.kids {
		var below []*model.Value
		for _, v := range examples {
			below = append(below, counterparts(v, k)...)
		}
		imitate(k.node, below)
	}
}

// typical returns the last value of the style that most of the values have.
func typical(values []*model.Value) *model.Value {
	count := map[model.Style]int{}
	best := values[len(values)-1]
	for _, v := range values {
		count[v.Style]++
	}
	for _, v := range slices.Backward(values) {
		if count[v.Style] > count[best.Style] {
			best = v
		}
	}
	return best
}

// counterparts returns the values of v that stand where k would: under its key, or as items.
func counterparts(v *model.Value, k *kid) []*model.Value {
	var found []*model.Value
	for _, item := range v.Items {
		if k.key == nil && item.Kind == k.node.kind {
			found = append(found, item)
		}
	}
	for _, e := range v.Entries {
		if k.key != nil && e.Key.Text == k.key.Text && e.Value.Kind == k.node.kind {
			found = append(found, e.Value)
		}
	}
	return found
}

// attach puts k under step into n, which has no entry of that key.
func (t *tree) attach(n *node, step any, k *kid, path []any) error {
	switch s := step.(type) {
	case string:
		if k.key == nil {
			k.key = model.NewString(s)
		} else {
			k.setKey(s)
		}
		n.kids = append(n.kids, k)
		return nil
	case int:
		if s < 0 || s > len(n.kids) {
			return fmt.Errorf("%s has %d items; there is no place %d", pathText(path[:len(path)-1]), len(n.kids), s)
		}
		k.key = nil
		n.kids = append(n.kids[:s:s], append([]*kid{k}, n.kids[s:]...)...)
		return nil
	}
	return fmt.Errorf("a path holds %T; only keys and indices are allowed", step)
}

// find returns the parent of path and the place of path in it.
func (t *tree) find(path []any) (*node, int, error) {
	n := t.root
	for depth, step := range path {
		if err := t.enter(n, path[:depth]); err != nil {
			return nil, 0, err
		}
		i := n.index(step)
		if i < 0 {
			if n.src != nil && n.src.Get(step) != nil && n.kind == model.Map && merges(n) {
				return nil, 0, fmt.Errorf("%s comes from a merge (<<); change it where it is defined", pathText(path[:depth+1]))
			}
			return nil, 0, fmt.Errorf("%s does not exist", pathText(path[:depth+1]))
		}
		if depth == len(path)-1 {
			return n, i, nil
		}
		n = n.kids[i].node
	}
	return nil, 0, fmt.Errorf("the path is empty")
}

// ensure returns the collection that holds path's last step, making what is missing on the way.
func (t *tree) ensure(path []any) (*node, error) {
	n := t.root
	for depth, step := range path {
		if n.kind == model.Null && depth > 0 {
			*n = node{kind: kindFor(step), val: &model.Value{Kind: kindFor(step)}}
		}
		if err := t.enter(n, path[:depth]); err != nil {
			return nil, err
		}
		if n.kind != kindFor(step) {
			return nil, fmt.Errorf("%s is a %s; %s cannot stand in it", pathText(path[:depth]), kindText(n.kind), pathText(path))
		}
		if depth == len(path)-1 {
			return n, nil
		}
		i := n.index(step)
		if i < 0 {
			next := kindFor(path[depth+1])
			k := &kid{node: &node{kind: next, val: &model.Value{Kind: next}}}
			if err := t.attach(n, step, k, path[:depth+1]); err != nil {
				return nil, err
			}
			i = n.index(step)
		}
		n = n.kids[i].node
	}
	return nil, fmt.Errorf("the path is empty")
}

// enter says whether the kids of n may be changed.
func (t *tree) enter(n *node, path []any) error {
	if n.src == nil {
		return nil
	}
	if n.src.Alias != "" {
		return fmt.Errorf("%s is the alias *%s; change it where it is defined", pathText(path), n.src.Alias)
	}
	if a := n.src.Anchor; a != "" && t.aliased[a] {
		return fmt.Errorf("%s is anchored as &%s and used again as *%s; it cannot be changed for one of them alone", pathText(path), a, a)
	}
	return nil
}

// unshared says whether n and everything in it may go: nothing else refers to an anchor in it.
func (t *tree) unshared(n *node, path []any) error {
	if n.src != nil && n.src.Alias == "" && n.src.Anchor != "" && t.aliased[n.src.Anchor] {
		return fmt.Errorf("%s holds the anchor &%s, which is used elsewhere", pathText(path), n.src.Anchor)
	}
	for _, k := range n.kids {
		if err := t.unshared(k.node, path); err != nil {
			return err
		}
	}
	return nil
}

func merges(n *node) bool {
	for _, e := range n.src.Entries {
		if e.IsMerge() {
			return true
		}
	}
	return false
}
