package edit

import (
	"sort"

	"github.com/karplint/karplint/model"
)

// place is a kid with its place among the kids of a collection.
type place struct {
	kid    *kid
	at     int // index of the original kid at whose place it stands, or beyond the last
	moved  int // 0 for that original kid itself, 1 for what came into its place, -1 for what stands above it
	offset int // where it stood in the file
}

// placement says where new entries go, where the usual places do not do.
type placement struct {
	last  bool // a new map stands where the last of what moved into it stood, and not the first
	above bool // what would stand behind lines that a template joins it to stands above them
}

// order returns n's kids in the order in which they are to stand. A list has its own order.
func (t *tree) order(n *node) []place {
	end := len(t.kids[n.src])
	places := make([]place, 0, len(n.kids))
	added := place{at: end, moved: 1, offset: t.end}
	if t.place.above {
		for added.at > 0 && t.cutsIn(t.kids[n.src][added.at-1]) {
			added.at, added.moved = added.at-1, -1
		}
	}
	for _, k := range n.kids {
		p := added
		p.kid = k
		if k.from != nil && n.src != nil && k.from.coll == n.src {
			p.at, p.moved, p.offset = k.from.index, 0, k.from.start
		} else {
			t.settle(k, n.src, &p)
		}
		places = append(places, p)
	}
	if n.kind == model.Map {
		sort.SliceStable(places, func(i, j int) bool {
			a, b := places[i], places[j]
			if a.at != b.at {
				return a.at < b.at
			}
			if a.moved != b.moved {
				return a.moved < b.moved
			}
			return a.offset < b.offset
		})
		inFront(places)
	}
	return places
}

// cutsIn says whether a template in the lines of a kid cuts the blanks beside it.
func (t *tree) cutsIn(o *origin) bool {
	return o.block && cutsBlanks(t.data[o.body.Start:o.body.End])
}

// inFront puts each new entry that asks for it in front of another one.
func inFront(places []place) {
	for i, p := range places {
		if p.kid.before == "" || p.kid.from != nil {
			continue
		}
		for j, other := range places[:i] {
			if other.kid.key == nil || other.kid.key.Kind != model.String || other.kid.key.Text != p.kid.before {
				continue
			}
			copy(places[j+1:i+1], places[j:i])
			if other.moved == 1 { // the blank lines above a group stand above its first entry
				p.kid.above, other.kid.below = other.kid, true
			}
			p.at, p.moved, p.offset = other.at, 1, other.offset
			places[j] = p
			break
		}
	}
}

// settle finds the first place that anything in k came from, or the last: its offset, and the kid of home on
// the way there. Where nothing in k came from anywhere it is what stood in k before.
func (t *tree) settle(k *kid, home *model.Value, p *place) {
	before := *p
	t.settleAt(k.from, home, p)
	if k.from != nil {
		return
	}
	for _, below := range k.node.kids {
		t.settle(below, home, p)
	}
	if *p == before {
		t.settleAt(k.stood, home, p)
	}
}

func (t *tree) settleAt(from *origin, home *model.Value, p *place) {
	switch {
	case from == nil || t.place.last && from.start < p.offset && p.offset < t.end:
		return
	case t.place.last:
		*p = place{kid: p.kid, moved: p.moved, at: len(t.kids[home]), offset: t.end}
	}
	for o := from; o != nil; o = t.holder[o.coll] {
		p.offset = min(p.offset, from.start)
		if home != nil && o.coll == home && o.index < p.at {
			p.at, p.moved = o.index, 1
		}
	}
}
