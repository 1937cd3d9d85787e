package draft

import "github.com/karplint/karplint/model"

// Wanted returns what the document is to mean: where Ops changed what is anchored, also at every alias of it.
func (t *Tree) Wanted() *model.Value {
	if !t.everywhere {
		return t.Root.Value()
	}
	return meaning{}.of(t.Root)
}

// meaning holds what has an anchor, as it is to be. A value stands before its aliases.
type meaning map[string]*model.Value

func (m meaning) of(n *Node) *model.Value {
	if n.Val.Alias != "" {
		if v, known := m[n.Val.Alias]; known {
			return v
		}
		return n.Val
	}
	v := n.Val
	switch n.Kind {
	case model.List:
		v = &model.Value{Kind: model.List}
		for _, k := range n.Kids {
			v.Items = append(v.Items, m.of(k.Node))
		}
	case model.Map:
		v = &model.Value{Kind: model.Map}
		for _, k := range n.Kids {
			v.Entries = append(v.Entries, &model.Entry{Key: k.Key, Value: m.of(k.Node)})
		}
	}
	if n.Val.Anchor != "" {
		m[n.Val.Anchor] = v
	} else if n.Src == nil && n.Stands != "" {
		m[n.Stands] = v
	}
	return v
}
