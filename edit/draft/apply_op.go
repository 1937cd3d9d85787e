package draft

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// ApplyAll applies the Ops to the tree. It returns an error if they add a value that cannot be written
// elsewhere (ErrOpen).
func (t *Tree) ApplyAll(ops []edit.Op) error {
	for _, op := range ops {
		if err := t.Apply(op); err != nil {
			return err
		}
	}
	if t.Root.Open() {
		return ErrOpen
	}
	return nil
}

// Apply applies op to the tree.
func (t *Tree) Apply(op edit.Op) error {
	if len(op.Path) == 0 && op.Do != edit.Insert { // into the list that the document is
		return fmt.Errorf("the path is empty")
	}
	if op.IfThere && !t.Root.has(op.Path) {
		return nil
	}
	t.shared = op.Shared
	t.everywhere = t.everywhere || op.Shared
	switch op.Do {
	case edit.Set:
		return t.set(op)
	case edit.Rename:
		return t.rename(op)
	case edit.Delete:
		return t.delete(op)
	case edit.Move:
		return t.move(op)
	case edit.Insert:
		return t.insert(op)
	case edit.Text:
		return t.text(op)
	}
	return fmt.Errorf("unknown action %d", op.Do)
}

// has reports whether path leads to a value below n.
func (n *Node) has(path []any) bool {
	for _, step := range path {
		i := n.Index(step)
		if i < 0 {
			return false
		}
		n = n.Children[i].Node
	}
	return true
}

func (t *Tree) set(op edit.Op) error {
	if op.Value == nil {
		return fmt.Errorf("no value for %s", edit.PathText(op.Path))
	}
	parent, err := t.ensure(op.Path)
	if err != nil {
		return err
	}
	last := op.Path[len(op.Path)-1]
	i := parent.Index(last)
	if i < 0 {
		k := &Child{Node: t.NewNode(op.Value), Note: op.Note, Before: op.Before}
		return t.attach(parent, last, k, op.Path)
	}
	k := parent.Children[i]
	if k.overridden(parent) {
		return mergeError(op.Path)
	}
	if model.Equal(k.Node.Value(), op.Value) || k.Node.Kind == model.Null && op.Value.Kind == model.Null {
		return nil
	}
	anchored := t.shared && len(k.Node.Children) == 0 && k.Node.Val.Alias() == ""
	if err := t.unshared(k.Node, op.Path); err != nil && !anchored {
		return err
	}
	old := k.Node
	k.Node = t.NewNode(styledAs(op.Value, old))
	if anchored && old.Src != nil {
		k.Node.Anchor = old.Src.Anchor()
	}
	t.takeOver(k.Node, old)
	if k.From == nil {
		k.Note = op.Note
	}
	return nil
}

// styledAs gives a new text the block style of the text that it replaces, unless only one line remains of several.
func styledAs(v *model.Value, old *Node) *model.Value {
	if v.Style != model.None || v.Kind != model.String {
		return v
	}
	if old.Src == nil || !layout.IsBlockScalar(old.Src) {
		return v
	}
	if strings.Contains(old.Src.Text, "\n") && !strings.Contains(v.Text, "\n") {
		return v
	}
	styled := *v
	styled.Style = old.Src.Style
	return &styled
}

func (t *Tree) rename(op edit.Op) error {
	parent, i, err := t.find(op.Path)
	if err != nil {
		return err
	}
	k := parent.Children[i]
	if k.Key == nil {
		return fmt.Errorf("%s is an item of a list and has no key", edit.PathText(op.Path))
	}
	if k.Key.Text == op.Key {
		return nil
	}
	if parent.Index(op.Key) >= 0 {
		return fmt.Errorf("%q already exists beside %s", op.Key, edit.PathText(op.Path))
	}
	k.setKey(op.Key)
	return nil
}

func (t *Tree) delete(op edit.Op) error {
	parent, i, err := t.find(op.Path)
	if err != nil {
		return err
	}
	k := parent.Children[i]
	if err := t.unshared(k.Node, op.Path); err != nil {
		return err
	}
	parent.remove(i)
	switch {
	case op.DropComments && k.From != nil:
		t.Dropped = append(t.Dropped, k.From)
	case op.DropComments:
	case i < len(parent.Children) && parent.Children[i].Node.Src == nil:
		t.inherit(parent.Children[i].Node, RemarkTexts(k.Node))
	default:
		t.inheritBelow(parent, RemarkTexts(k.Node))
	}
	return nil
}

func (t *Tree) move(op edit.Op) error {
	if len(op.To) == 0 {
		return fmt.Errorf("the target of %s is empty", edit.PathText(op.Path))
	}
	parent, i, err := t.find(op.Path)
	if err != nil {
		return err
	}
	k := parent.Children[i]
	last := op.To[len(op.To)-1]
	if key, isKey := last.(string); isKey && slices.Equal(op.Path[:len(op.Path)-1], op.To[:len(op.To)-1]) && k.Key != nil {
		return t.rename(edit.Op{Path: op.Path, Key: key})
	}
	parent.remove(i)
	if model.HasPrefix(op.Path, op.To) {
		if err := t.unwrap(op, k.Node); err != nil {
			return err
		}
	}
	target, err := t.ensure(op.To)
	if err != nil {
		return err
	}
	if _, isKey := last.(string); isKey && target.Index(last) >= 0 {
		return fmt.Errorf("%s already exists; %s cannot move there", edit.PathText(op.To), edit.PathText(op.Path))
	}
	t.remember(op.To, k)
	t.placeHolder(op)
	return t.attach(target, last, k, op.To)
}

// placeHolder inserts the new map that a Move creates before the key in the Op.
func (t *Tree) placeHolder(op edit.Op) {
	if op.Before == "" || len(op.To) < 2 {
		return
	}
	parent, i, err := t.find(op.To[:len(op.To)-1])
	if err == nil && parent.Children[i].From == nil {
		parent.Children[i].Before = op.Before
	}
}

// remember stores the place of k for the maps that are new on the path to which it moves, so that they take its place even if k
// moves again.
func (t *Tree) remember(path []any, k *Child) {
	from := k.From
	if from == nil {
		from = k.FirstMoved
	}
	for n := t.Root; len(path) > 1; path = path[1:] {
		child := n.Children[n.Index(path[0])]
		if child.From == nil && child.FirstMoved == nil {
			child.FirstMoved = from
		}
		n = child.Node
	}
}

// unwrap removes the ancestor at op.To, which is empty after n moved away.
func (t *Tree) unwrap(op edit.Op, moved *Node) error {
	outer, i, err := t.find(op.To)
	if err != nil {
		return err
	}
	for n, path := outer.Children[i].Node, op.Path[len(op.To):]; ; path = path[1:] {
		if len(path) == 1 && len(n.Children) == 0 {
			break
		}
		if len(path) == 1 || len(n.Children) != 1 {
			return fmt.Errorf("%s holds more than %s, which cannot take its place", edit.PathText(op.To), edit.PathText(op.Path))
		}
		n = n.Children[0].Node
	}
	t.inherit(moved, RemarkTexts(outer.Children[i].Node))
	outer.remove(i)
	return nil
}

func (t *Tree) insert(op edit.Op) error {
	if op.Value == nil {
		return fmt.Errorf("no value for %s", edit.PathText(op.Path))
	}
	path := append(append([]any(nil), op.Path...), 0)
	list, err := t.ensure(path)
	if err != nil {
		return err
	}
	i := op.Index
	if i == -1 {
		i = len(list.Children)
	}
	k := t.inserted(list, op)
	var examples []*model.Value
	// Comparing neighbours is enough, because long lists have one style.
	for _, sibling := range list.Children[max(0, min(i-64, len(list.Children))):max(0, min(i+65, len(list.Children)))] {
		if v := sibling.Node.Src; v != nil && v.Kind == k.Node.Kind {
			examples = append(examples, v)
		}
	}
	imitate(k.Node, examples)
	return t.attach(list, i, k, path)
}

// inserted returns a child for the value of an Insert. If the value is one of the document and also stays in the list, it is copied.
func (t *Tree) inserted(list *Node, op edit.Op) *Child {
	o := t.Holder[op.Value]
	if o == nil || !slices.ContainsFunc(list.Children, func(k *Child) bool { return k.From == o }) {
		return &Child{Node: t.NewNode(op.Value), Note: op.Note}
	}
	twin := t.Twin(o)
	return &Child{Node: t.NewNode(twin.Value), Note: op.Note, From: twin}
}

// attach adds k to n under step. n has no entry of that key.
func (t *Tree) attach(n *Node, step any, k *Child, path []any) error {
	switch s := step.(type) {
	case string:
		if k.Key == nil {
			k.Key = model.NewString(s)
		} else {
			k.setKey(s)
		}
		n.Children = append(n.Children, k)
		return nil
	case int:
		if s < 0 || s > len(n.Children) {
			return fmt.Errorf("%s has %d items; there is no place %d", edit.PathText(path[:len(path)-1]), len(n.Children), s)
		}
		k.Key = nil
		n.Children = slices.Insert(n.Children, s, k)
		return nil
	}
	return fmt.Errorf("a path holds %T; only keys and indices are allowed", step)
}

// find returns the parent of path and the place of path in it.
func (t *Tree) find(path []any) (*Node, int, error) {
	n := t.Root
	for depth, step := range path {
		if err := t.enter(n, path[:depth]); err != nil {
			return nil, 0, err
		}
		i := n.Index(step)
		if i < 0 {
			if n.Kind == model.Map && n.merges() && n.Val.Get(step) != nil {
				return nil, 0, mergeError(path[:depth+1])
			}
			return nil, 0, fmt.Errorf("%s does not exist", edit.PathText(path[:depth+1]))
		}
		if n.Children[i].overridden(n) {
			return nil, 0, mergeError(path[:depth+1])
		}
		if depth == len(path)-1 {
			return n, i, nil
		}
		n = n.Children[i].Node
	}
	return nil, 0, fmt.Errorf("the path is empty")
}

// ensure returns the collection that contains the last step of the path, and creates collections that are missing.
func (t *Tree) ensure(path []any) (*Node, error) {
	n := t.Root
	for depth, step := range path {
		if n.Kind == model.Null && depth > 0 {
			*n = Node{Kind: edit.KindFor(step), Val: &model.Value{Kind: edit.KindFor(step)}, Comments: n.Comments}
		}
		if err := t.enter(n, path[:depth]); err != nil {
			return nil, err
		}
		if n.Kind != edit.KindFor(step) {
			return nil, fmt.Errorf("%s is of kind %s; %s cannot be in it", edit.PathText(path[:depth]), n.Kind, edit.PathText(path))
		}
		if depth == len(path)-1 {
			return n, nil
		}
		i := n.Index(step)
		if i < 0 {
			next := edit.KindFor(path[depth+1])
			k := &Child{Node: &Node{Kind: next, Val: &model.Value{Kind: next}}}
			if err := t.attach(n, step, k, path[:depth+1]); err != nil {
				return nil, err
			}
			i = n.Index(step)
		}
		n = n.Children[i].Node
	}
	return nil, fmt.Errorf("the path is empty")
}

// enter returns an error if the children of n must not be changed.
func (t *Tree) enter(n *Node, path []any) error {
	if n.Val.Alias() != "" {
		return fmt.Errorf("%s is the alias *%s; change it where it is defined", edit.PathText(path), n.Val.Alias())
	}
	if a := n.Val.Anchor(); a != "" && t.Aliased[a] && !t.shared {
		return fmt.Errorf("%s is anchored as &%s and used again as *%s; it cannot be changed for one of them alone", edit.PathText(path), a, a)
	}
	return nil
}

// unshared returns an error if n must not be removed because something else refers to an anchor in
// it.
func (t *Tree) unshared(n *Node, path []any) error {
	if n.Val.Alias() == "" && n.Val.Anchor() != "" && t.Aliased[n.Val.Anchor()] {
		return fmt.Errorf("%s holds the anchor &%s, which is used elsewhere", edit.PathText(path), n.Val.Anchor())
	}
	for _, k := range n.Children {
		if err := t.unshared(k.Node, path); err != nil {
			return err
		}
	}
	return nil
}

func mergeError(path []any) error {
	return fmt.Errorf("%s comes from a merge (<<); change it where it is defined", edit.PathText(path))
}

// overridden reports whether Kubernetes reads another value for the key of k in n, because a merge below it wins.
func (k *Child) overridden(n *Node) bool {
	if k.Entry == nil || !n.merges() || !slices.Contains(n.Val.Entries, k.Entry) {
		return false
	}
	entry := n.Val.Entry(k.Entry.Key.Text)
	return entry != nil && entry != k.Entry
}

func (n *Node) merges() bool { return n.Val.HasMerge() }
