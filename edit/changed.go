package edit

import "github.com/karplint/karplint/model"

// Changed returns what the Ops make of v, without any text: what they do not touch are the nodes of v itself, and what is around
// it keeps its Span and its Style. Paths start at v. v stays as it is. It returns the errors of Plan that have to do with
// paths, but for those of an alias that stands outside of v.
func Changed(v *model.Value, ops []Op) (*model.Value, error) {
	if len(ops) == 0 {
		return v, nil
	}
	if v == nil {
		return nil, errEmpty
	}
	t := &tree{source: &source{doc: &model.Document{}, aliased: map[string]bool{}}}
	t.root = t.node(v)
	for _, op := range ops {
		if err := t.apply(op); err != nil {
			return nil, err
		}
	}
	return t.root.changed(), nil
}

// changed returns n as a value: its own where nothing in it changed.
func (n *node) changed() *model.Value {
	if n.val.Alias != "" || n.kind != model.Map && n.kind != model.List {
		if n.comments == n.val.Comments {
			return n.val
		}
		after := *n.val
		after.Comments = n.comments
		return &after
	}
	same := len(n.kids) == len(n.val.Items)+len(n.val.Entries) && n.comments == n.val.Comments
	after := *n.val
	after.Comments = n.comments
	after.Items, after.Entries = nil, nil
	for i, k := range n.kids {
		value := k.node.changed()
		if k.key == nil {
			after.Items = append(after.Items, value)
			same = same && i < len(n.val.Items) && n.val.Items[i] == value
			continue
		}
		e := &model.Entry{Key: k.key, Value: value}
		if i < len(n.val.Entries) && n.val.Entries[i].Key == k.key && n.val.Entries[i].Value == value {
			e = n.val.Entries[i]
		} else {
			same = false
		}
		after.Entries = append(after.Entries, e)
	}
	if same {
		return n.val
	}
	return &after
}
