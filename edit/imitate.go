package edit

import (
	"slices"

	"github.com/karplint/karplint/model"
)

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
