package draft

import (
	"sort"

	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/templates"
	"github.com/karplint/karplint/model"
)

// Place is a kid with its place among the kids of a collection.
type Place struct {
	Kid    *Kid
	Index  int // index of the original kid whose place it takes, or beyond the last
	Moved  int // 0 for that original kid itself, 1 for one that took its place, -1 for one above it
	Offset int // where it stood in the file
}

// Order returns the kids of n in their new order. A list keeps its own order.
func (t *Tree) Order(n *Node) []Place {
	end := len(t.Kids[n.Src])
	places := make([]Place, 0, len(n.Kids))
	added := Place{Index: end, Moved: 1, Offset: t.End}
	for t.AboveTemplates && added.Index > 0 && t.cutsIn(t.Kids[n.Src][added.Index-1]) {
		added.Index, added.Moved = added.Index-1, -1
	}
	for _, k := range n.Kids {
		p := added
		p.Kid = k
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

// cutsIn reports whether a template in the lines of a kid trims the blanks beside it.
func (t *Tree) cutsIn(o *layout.Origin) bool {
	return o.Block && templates.CutsBlanks(t.Data[o.Body.Start:o.Body.End])
}

// inFront puts each new entry that asks for it before another one.
func inFront(places []Place) {
	for i, p := range places {
		if p.Kid.Before == "" || p.Kid.From != nil {
			continue
		}
		for j, place := range places[:i] {
			if place.Kid.Key == nil || place.Kid.Key.Kind != model.String || place.Kid.Key.Text != p.Kid.Before {
				continue
			}
			copy(places[j+1:i+1], places[j:i])
			if place.Moved == 1 { // the blank lines above a group belong above its first entry
				p.Kid.Follower, place.Kid.Preceded = place.Kid, true
			}
			p.Index, p.Moved, p.Offset = place.Index, 1, place.Offset
			places[j] = p
			break
		}
	}
}

// settle finds the first old place of any value in k: its offset, and the kid of home that contains it. If no value
// in k is an old one, it takes the place of the old value of k.
func (t *Tree) settle(k *Kid, home *model.Value, p *Place) {
	before := *p
	t.settleAt(k.From, home, p)
	if k.From != nil {
		return
	}
	for _, child := range k.Node.Kids {
		t.settle(child, home, p)
	}
	if *p == before {
		t.settleAt(k.Stood, home, p)
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
