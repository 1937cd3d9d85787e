package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// apply makes op true in the tree.
func (t *tree) apply(op Op) error {
	if len(op.Path) == 0 && op.Do != Insert { // into the list that the document is
		return fmt.Errorf("the path is empty")
	}
	if op.IfThere && !t.root.has(op.Path) {
		return nil
	}
	t.shared = op.Shared
	t.everywhere = t.everywhere || op.Shared
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
	case Text:
		return t.text(op)
	}
	return fmt.Errorf("unknown action %d", op.Do)
}

// has says whether path leads to a value below n.
func (n *node) has(path []any) bool {
	for _, step := range path {
		i := n.index(step)
		if i < 0 {
			return false
		}
		n = n.kids[i].node
	}
	return true
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
	if k.overridden(parent) {
		return mergeError(op.Path)
	}
	if model.Equal(k.node.value(), op.Value) || k.node.kind == model.Null && op.Value.Kind == model.Null {
		return nil
	}
	anchored := t.shared && len(k.node.kids) == 0 && k.node.val.Alias == ""
	if err := t.unshared(k.node, op.Path); err != nil && !anchored {
		return err
	}
	old := k.node
	k.node = t.node(styledAs(op.Value, old))
	if anchored && old.src != nil {
		k.node.stands = old.src.Anchor
	}
	t.takeOver(k.node, old)
	if k.from == nil {
		k.note = op.Note
	}
	return nil
}

// styledAs gives a new text the block style of the one whose place it takes; not where one line is left of several.
func styledAs(v *model.Value, old *node) *model.Value {
	if v.Style != model.None || v.Kind != model.String || old.src == nil || old.src.Style != model.Literal && old.src.Style != model.Folded {
		return v
	}
	if strings.Contains(old.src.Text, "\n") && !strings.Contains(v.Text, "\n") {
		return v
	}
	styled := *v
	styled.Style = old.src.Style
	return &styled
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

func (t *tree) delete(op Op) error {
	parent, i, err := t.find(op.Path)
	if err != nil {
		return err
	}
	k := parent.kids[i]
	if err := t.unshared(k.node, op.Path); err != nil {
		return err
	}
	parent.remove(i)
	switch {
	case op.DropComments && k.from != nil:
		t.dropped = append(t.dropped, k.from)
	case op.DropComments:
	case i < len(parent.kids) && parent.kids[i].node.src == nil:
		t.inherit(parent.kids[i].node, remarkTexts(k.node))
	default:
		t.inheritBelow(parent, remarkTexts(k.node))
	}
	return nil
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
	if key, isKey := last.(string); isKey && slices.Equal(op.Path[:len(op.Path)-1], op.To[:len(op.To)-1]) && k.key != nil {
		return t.rename(Op{Path: op.Path, Key: key})
	}
	parent.remove(i)
	if model.HasPrefix(op.Path, op.To) {
		if err := t.unwrap(op, k.node); err != nil {
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
	t.remember(op.To, k)
	return t.attach(target, last, k, op.To)
}

// remember notes for what is new on the path that k moves along it, so that it stands where k stood even if k moves on.
func (t *tree) remember(path []any, k *kid) {
	from := k.from
	if from == nil {
		from = k.stood
	}
	for n := t.root; len(path) > 1; path = path[1:] {
		on := n.kids[n.index(path[0])]
		if on.from == nil && on.stood == nil {
			on.stood = from
		}
		n = on.node
	}
}

// unwrap removes the ancestor at op.To, which a move of n left without any value.
func (t *tree) unwrap(op Op, moved *node) error {
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
	t.inherit(moved, remarkTexts(outer.kids[i].node))
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
	k := t.inserted(list, op)
	var examples []*model.Value
	for j, sibling := range list.kids {
		if j < i-64 || j > i+64 { // long lists are of one style
			continue
		}
		if v := sibling.node.src; v != nil && v.Kind == k.node.kind {
			examples = append(examples, v)
		}
	}
	imitate(k.node, examples)
	return t.attach(list, i, k, path)
}

// inserted returns a kid for the value of an Insert. A value of the document that also stays in the list is copied.
func (t *tree) inserted(list *node, op Op) *kid {
	o := t.holder[op.Value]
	if o == nil || !slices.ContainsFunc(list.kids, func(k *kid) bool { return k.from == o }) {
		return &kid{node: t.node(op.Value), note: op.Note}
	}
	twin := t.twin(o)
	return &kid{node: t.node(twin.value), note: op.Note, from: twin}
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
			if n.kind == model.Map && merges(n) && n.val.Get(step) != nil {
				return nil, 0, mergeError(path[:depth+1])
			}
			return nil, 0, fmt.Errorf("%s does not exist", pathText(path[:depth+1]))
		}
		if n.kids[i].overridden(n) {
			return nil, 0, mergeError(path[:depth+1])
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
			*n = node{kind: kindFor(step), val: &model.Value{Kind: kindFor(step)}, comments: n.comments}
		}
		if err := t.enter(n, path[:depth]); err != nil {
			return nil, err
		}
		if n.kind != kindFor(step) {
			return nil, fmt.Errorf("%s is of kind %s; %s cannot stand in it", pathText(path[:depth]), n.kind, pathText(path))
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
	if n.val.Alias != "" {
		return fmt.Errorf("%s is the alias *%s; change it where it is defined", pathText(path), n.val.Alias)
	}
	if a := n.val.Anchor; a != "" && t.aliased[a] && !t.shared {
		return fmt.Errorf("%s is anchored as &%s and used again as *%s; it cannot be changed for one of them alone", pathText(path), a, a)
	}
	return nil
}

// unshared says whether n and everything in it may go: nothing else refers to an anchor in it.
func (t *tree) unshared(n *node, path []any) error {
	if n.val.Alias == "" && n.val.Anchor != "" && t.aliased[n.val.Anchor] {
		return fmt.Errorf("%s holds the anchor &%s, which is used elsewhere", pathText(path), n.val.Anchor)
	}
	for _, k := range n.kids {
		if err := t.unshared(k.node, path); err != nil {
			return err
		}
	}
	return nil
}

func mergeError(path []any) error {
	return fmt.Errorf("%s comes from a merge (<<); change it where it is defined", pathText(path))
}

// overridden says whether Kubernetes reads another value for k's key in n: a merge below it wins.
func (k *kid) overridden(n *node) bool {
	if k.entry == nil || !merges(n) || !slices.Contains(n.val.Entries, k.entry) {
		return false
	}
	found := n.val.Entry(k.entry.Key.Text)
	return found != nil && found != k.entry
}

func merges(n *node) bool { return slices.ContainsFunc(n.val.Entries, (*model.Entry).IsMerge) }
