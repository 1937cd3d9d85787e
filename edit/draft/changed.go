package draft

import (
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// Changed returns v with the Ops applied, without writing any text; v itself does not change. Values that the Ops do not touch
// are shared with v, and the collections around changed values keep their Span and Style. Paths start at v. It returns the same
// errors about paths as Plan, except those about an alias outside of v.
func Changed(v *model.Value, ops []edit.Op) (*model.Value, error) {
	if len(ops) == 0 {
		return v, nil
	}
	if v == nil {
		return nil, ErrEmpty
	}
	t := &Tree{Source: &layout.Source{Doc: &model.Document{}, Aliased: map[string]bool{}}}
	t.Root = t.NewNode(v)
	for _, op := range ops {
		if err := t.Apply(op); err != nil {
			return nil, err
		}
	}
	return t.Root.changed(), nil
}

// changed returns n as a value; the original value if nothing in it changed.
func (n *Node) changed() *model.Value {
	if n.Val.Alias() != "" || !n.IsCollection() {
		if n.Comments == n.Val.Comments() {
			return n.Val
		}
		after := *n.Val
		after.SetComments(n.Comments)
		return &after
	}
	isSame := len(n.Children) == len(n.Val.Items)+len(n.Val.Entries) && n.Comments == n.Val.Comments()
	after := *n.Val
	after.SetComments(n.Comments)
	after.Items, after.Entries = nil, nil
	for i, k := range n.Children {
		value := k.Node.changed()
		if k.Key == nil {
			after.Items = append(after.Items, value)
			isSame = isSame && i < len(n.Val.Items) && n.Val.Items[i] == value
			continue
		}
		e := &model.Entry{Key: k.Key, Value: value}
		if i < len(n.Val.Entries) && n.Val.Entries[i].Key == k.Key && n.Val.Entries[i].Value == value {
			e = n.Val.Entries[i]
		} else {
			isSame = false
		}
		after.Entries = append(after.Entries, e)
	}
	if isSame {
		return n.Val
	}
	after.IndexKeys()
	return &after
}

// meaning maps anchors to the values that they must have. A value comes before its aliases.
type meaning map[string]*model.Value

func (m meaning) of(n *Node) *model.Value {
	if n.Val.Alias() != "" {
		if v, ok := m[n.Val.Alias()]; ok {
			return v
		}
		return n.Val
	}
	v := n.Val
	switch n.Kind {
	case model.List:
		v = &model.Value{Kind: model.List}
		for _, k := range n.Children {
			v.Items = append(v.Items, m.of(k.Node))
		}
	case model.Map:
		v = &model.Value{Kind: model.Map}
		for _, k := range n.Children {
			v.Entries = append(v.Entries, &model.Entry{Key: k.Key, Value: m.of(k.Node)})
		}
	}
	if n.Val.Anchor() != "" {
		m[n.Val.Anchor()] = v
	} else if n.Src == nil && n.Anchor != "" {
		m[n.Anchor] = v
	}
	return v
}

// Wanted returns the tree that the document must parse to: a changed anchored value also at each of its aliases.
func (t *Tree) Wanted() *model.Value {
	if !t.everywhere {
		return t.Root.Value()
	}
	return meaning{}.of(t.Root)
}
