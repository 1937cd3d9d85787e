package edit

import "github.com/karplint/karplint/model"

// wanted returns what the document is to mean: where Ops changed what is anchored, also at every alias of it.
func (t *tree) wanted() *model.Value {
	if !t.everywhere {
		return t.root.value()
	}
	return meaning{}.of(t.root)
}

// meaning holds what has an anchor, as it is to be. A value stands before its aliases.
type meaning map[string]*model.Value

func (m meaning) of(n *node) *model.Value {
	if n.val.Alias != "" {
		if v, known := m[n.val.Alias]; known {
			return v
		}
		return n.val
	}
	v := n.val
	switch n.kind {
	case model.List:
		v = &model.Value{Kind: model.List}
		for _, k := range n.kids {
			v.Items = append(v.Items, m.of(k.node))
		}
	case model.Map:
		v = &model.Value{Kind: model.Map}
		for _, k := range n.kids {
			v.Entries = append(v.Entries, &model.Entry{Key: k.key, Value: m.of(k.node)})
		}
	}
	if n.val.Anchor != "" {
		m[n.val.Anchor] = v
	} else if n.src == nil && n.stands != "" {
		m[n.stands] = v
	}
	return v
}
