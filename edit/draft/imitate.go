package draft

import (
	"slices"

	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// imitate gives a new value the style of its future siblings, at every depth.
func imitate(n *Node, examples []*model.Value) {
	if n.Src != nil || len(examples) == 0 {
		return
	}
	n.Like = typical(examples)
	if n.Val.Style == model.None {
		styled := *n.Val
		if !layout.IsBlockScalar(n.Like) && n.Like.Style != model.Plain {
			styled.Style = n.Like.Style
		}
		n.Val = &styled
	}
	for _, k := range n.Children {
		var values []*model.Value
		for _, v := range examples {
			values = append(values, counterparts(v, k)...)
		}
		imitate(k.Node, values)
	}
}

// counterparts returns the values of v that correspond to k: the value of the same key, or all
// items.
func counterparts(v *model.Value, k *Child) []*model.Value {
	var values []*model.Value
	for _, item := range v.Items {
		if k.Key == nil && item.Kind == k.Node.Kind {
			values = append(values, item)
		}
	}
	for _, e := range v.Entries {
		if k.Key != nil && e.Key.Text == k.Key.Text && e.Value.Kind == k.Node.Kind {
			values = append(values, e.Value)
		}
	}
	return values
}

// typical returns the last value of the most frequent style.
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
