package draft

import (
	"sort"

	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/templates"
	"github.com/karplint/karplint/model"
)

// Place is a child with its place among the children of a collection.
type Place struct {
	Child  *Child
	Index  int // index of the original child whose place it takes, or beyond the last
	Moved  int // 0 for that original child itself, 1 for one that took its place, -1 for one above it
	Offset int // where it stood in the file
}

// Order returns the children of n in their new order. A list keeps its own order.
func (t *Tree) Order(n *Node) []Place {
	end := len(t.Children[n.Src])
	places := make([]Place, 0, len(n.Children))
	added := Place{Index: end, Moved: 1, Offset: t.End}
	for t.AboveTemplates && added.Index > 0 && t.cutsIn(t.Children[n.Src][added.Index-1]) {
		added.Index, added.Moved = added.Index-1, -1
	}
	for _, k := range n.Children {
		p := added
		p.Child = k
		if k.StaysIn(n.Src) {
			p.Index, p.Moved, p.Offset = k.From.Index, 0, k.From.Start
		} else {
			t.settle(k, n.Src, &p)
		}
		places = append(places, p)
	}
	if n.Kind == model.Map {
		sort.SliceStable(places, func(i, j int) bool {
			a, b := places[i], places[j]
			if a.Index != b.Index {
				return a.Index < b.Index
			}
			if a.Moved != b.Moved {
				return a.Moved < b.Moved
			}
			return a.Offset < b.Offset
		})
		inFront(places)
	}
	return places
}

// cutsIn reports whether a template in the lines of a child trims the blanks beside it.
func (t *Tree) cutsIn(o *layout.Origin) bool {
	return o.Block && templates.CutsBlanks(t.Data[o.Body.Start:o.Body.End])
}

// inFront puts each new entry that asks for it before another one.
func inFront(places []Place) {
	for i, p := range places {
		if p.Child.Before == "" || p.Child.From != nil {
			continue
		}
		for j, place := range places[:i] {
			if place.Child.Key == nil || place.Child.Key.Kind != model.String || place.Child.Key.Text != p.Child.Before {
				continue
			}
			copy(places[j+1:i+1], places[j:i])
			if place.Moved == 1 { // the blank lines above a group belong above its first entry
				p.Child.Follower, place.Child.Preceded = place.Child, true
			}
			p.Index, p.Moved, p.Offset = place.Index, 1, place.Offset
			places[j] = p
			break
		}
	}
}

// settle finds the first old place of any value in k: its offset, and the child of home that contains it. If no value
// in k is an old one, it takes the place of the old value of k.
func (t *Tree) settle(k *Child, home *model.Value, p *Place) {
	before := *p
	t.settleAt(k.From, home, p)
	if k.From != nil {
		return
	}
	for _, child := range k.Node.Children {
		t.settle(child, home, p)
	}
	if *p == before {
		t.settleAt(k.FirstMoved, home, p)
	}
}

func (t *Tree) settleAt(from *layout.Origin, home *model.Value, p *Place) {
	if from == nil {
		return
	}
	for o := from; o != nil; o = t.Holder[o.Collection] {
		p.Offset = min(p.Offset, from.Start)
		if home != nil && o.Collection == home && o.Index < p.Index {
			p.Index, p.Moved = o.Index, 1
		}
	}
}
