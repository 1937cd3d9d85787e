package diagram

import (
	"cmp"
	"slices"
)

// layout places the nodes of a group in columns, so that each is to the right of what it needs, and orders the columns so that few edges cross. It is
// the method of Sugiyama: cycles are broken, layers come from longest paths, long edges get a place in each layer that they pass, and each layer is
// sorted by the middle of its neighbours.
type layout struct {
	group  *Group
	index  map[string]int // of a node, by ID
	places []*spot        // those of nodes first, in the order of the group
	spans  []span         // between neighbouring layers
	layers [][]*spot      // the leftmost first
	routes []*route       // one for each edge of the group

	width, height float64
}

// spot is the place of a node, or of an edge that passes a layer.
type spot struct {
	node  *Node // nil for an edge
	lines []string
	layer int

	position    int // in its layer
	x, y        float64
	w, h        float64
	left, right []*spot // neighbours in the layers beside
}

// span is a line from one layer to the next.
type span struct{ left, right *spot }

// route is the way of an edge.
type route struct {
	*Edge
	isTurned bool    // it leads from left to right, against the order
	stops    []*spot // from the left to the right end
}

// The sizes of the picture, in pixels.
const (
	lineHeight  = 17.0
	padding     = 10.0
	rowGap      = 14.0
	columnGap   = 76.0
	passHeight  = 10.0
	detailScale = 0.92 // the width of a line that is not bold
)

// newLayout returns the places of a group's nodes; the upper left corner is 0, 0.
func newLayout(g *Group) *layout {
	l := &layout{group: g, index: map[string]int{}}
	for i, n := range g.Nodes {
		l.index[n.ID] = i
		l.places = append(l.places, newSpot(n))
	}
	l.addRoutes()
	l.findLayers()
	l.addPasses()
	l.sortLayers()
	l.placeColumns()
	l.placeRows()
	return l
}

func newSpot(n *Node) *spot {
	s := &spot{node: n, lines: n.lines()}
	for i, line := range s.lines {
		scale := 1.0
		if i > 0 {
			scale = detailScale
		}
		s.w = max(s.w, textWidth(line)*scale)
	}
	s.w += 2 * padding
	s.h = float64(len(s.lines))*lineHeight + padding
	return s
}

// addRoutes decides for each edge which end is on the left. An edge that a rule calls wrong leads against the order of the kinds, and one that would
// close a cycle is turned as well.
func (l *layout) addRoutes() {
	for _, e := range l.group.Edges {
		from, to := l.places[l.index[e.From]], l.places[l.index[e.To]]
		isTurned := e.Kind == Wrong && slices.Index(kinds, from.node.Kind) < slices.Index(kinds, to.node.Kind)
		l.routes = append(l.routes, &route{Edge: e, isTurned: isTurned, stops: ends(from, to, isTurned)})
	}
	state := map[*spot]visit{}
	for _, s := range l.places {
		l.breakCycles(s, state)
	}
}

func ends(from, to *spot, isTurned bool) []*spot {
	if isTurned {
		return []*spot{from, to}
	}
	return []*spot{to, from}
}

type visit int

const (
	unvisited visit = iota
	onPath
	done
)

// breakCycles turns each edge that leads back to a node on the way to it.
func (l *layout) breakCycles(s *spot, state map[*spot]visit) {
	if state[s] != unvisited {
		return
	}
	state[s] = onPath
	for _, r := range l.routes {
		if r.stops[1] != s {
			continue
		}
		if state[r.stops[0]] == onPath {
			r.isTurned = !r.isTurned
			slices.Reverse(r.stops)
			continue
		}
		l.breakCycles(r.stops[0], state)
	}
	state[s] = done
}

// findLayers puts each node one layer behind the last that it needs. A node that needs nothing moves to those that need it.
func (l *layout) findLayers() {
	for changed := true; changed; {
		changed = false
		for _, r := range l.routes {
			if left, right := r.stops[0], r.stops[1]; right.layer <= left.layer {
				right.layer, changed = left.layer+1, true
			}
		}
	}
	for _, s := range l.places {
		nearest, isFree := -1, true
		for _, r := range l.routes {
			isFree = isFree && r.stops[1] != s
			if r.stops[0] == s && (nearest < 0 || r.stops[1].layer < nearest) {
				nearest = r.stops[1].layer
			}
		}
		if isFree && nearest > 0 {
			s.layer = nearest - 1
		}
	}
}

// addPasses fills the layers, with a place for each edge in each layer that it passes.
func (l *layout) addPasses() {
	for _, r := range l.routes {
		left, right := r.stops[0], r.stops[1]
		stops := []*spot{left}
		for layer := left.layer + 1; layer < right.layer; layer++ {
			pass := &spot{layer: layer, h: passHeight}
			l.places = append(l.places, pass)
			stops = append(stops, pass)
		}
		r.stops = append(stops, right)
		for i := range len(r.stops) - 1 {
			a, b := r.stops[i], r.stops[i+1]
			a.right, b.left = append(a.right, b), append(b.left, a)
			l.spans = append(l.spans, span{a, b})
		}
	}
	for _, s := range l.places {
		for len(l.layers) <= s.layer {
			l.layers = append(l.layers, nil)
		}
		l.layers[s.layer] = append(l.layers[s.layer], s)
	}
	l.number()
}

// number sets the positions to the order in the layers.
func (l *layout) number() {
	for _, layer := range l.layers {
		for i, s := range layer {
			s.position = i
		}
	}
}

// sweeps is how often the layers are sorted; the best order is kept.
const sweeps = 12

// sortLayers orders each layer by the middle of the neighbours on one side, from left to right and back.
func (l *layout) sortLayers() {
	best, fewest := l.order(), l.crossings()
	for i := range sweeps {
		for n := range l.layers {
			if i%2 == 0 {
				sortBy(l.layers[n], func(s *spot) []*spot { return s.left })
			} else {
				sortBy(l.layers[len(l.layers)-1-n], func(s *spot) []*spot { return s.right })
			}
		}
		if crossings := l.crossings(); crossings < fewest {
			best, fewest = l.order(), crossings
		}
	}
	l.layers = best
	l.number()
}

func (l *layout) order() (copied [][]*spot) {
	for _, layer := range l.layers {
		copied = append(copied, slices.Clone(layer))
	}
	return copied
}

// sortBy sorts a layer by the mean position of neighbours. One without neighbours keeps its position.
func sortBy(layer []*spot, neighbours func(*spot) []*spot) {
	middle := map[*spot]float64{}
	for _, s := range layer {
		middle[s] = float64(s.position)
		if others := neighbours(s); len(others) > 0 {
			sum := 0
			for _, other := range others {
				sum += other.position
			}
			middle[s] = float64(sum) / float64(len(others))
		}
	}
	slices.SortStableFunc(layer, func(a, b *spot) int { return cmp.Compare(middle[a], middle[b]) })
	for i, s := range layer {
		s.position = i
	}
}

// crossings counts the pairs of lines between neighbouring layers that cross.
func (l *layout) crossings() int {
	lines := slices.Clone(l.spans)
	slices.SortStableFunc(lines, func(a, b span) int {
		return cmp.Or(a.left.layer-b.left.layer, a.left.position-b.left.position, a.right.position-b.right.position)
	})
	count := 0
	for i := 0; i < len(lines); {
		layer := lines[i].left.layer
		tree := make([]int, len(l.layers[layer+1])+1) // a Fenwick tree: how many lines so far end at a position or before it
		for n := 0; i < len(lines) && lines[i].left.layer == layer; n++ {
			end := lines[i].right.position + 1
			count += n
			for at := end; at > 0; at -= at & -at {
				count -= tree[at]
			}
			for at := end; at < len(tree); at += at & -at {
				tree[at]++
			}
			i++
		}
	}
	return count
}

// placeColumns sets the horizontal places.
func (l *layout) placeColumns() {
	x := 0.0
	for _, layer := range l.layers {
		widest := 0.0
		for _, s := range layer {
			widest = max(widest, s.w)
		}
		for _, s := range layer {
			s.x, s.w = x, widest
		}
		x += widest + columnGap
	}
	l.width = max(x-columnGap, 0)
}

// placeRows sets the vertical places: each as near as possible to the middle of its neighbours, in the order of its layer.
func (l *layout) placeRows() {
	for _, layer := range l.layers {
		spread(layer, func(*spot) float64 { return 0 })
	}
	for i := range sweeps {
		for n := range l.layers {
			if i%2 == 0 {
				spread(l.layers[n], func(s *spot) float64 { return s.middleOf(s.left) })
			} else {
				spread(l.layers[len(l.layers)-1-n], func(s *spot) float64 { return s.middleOf(s.right) })
			}
		}
	}
	for _, layer := range l.layers {
		spread(layer, func(s *spot) float64 { return s.middleOf(slices.Concat(s.left, s.right)) })
	}
	top := 0.0
	for i, s := range l.places {
		if i == 0 || s.y < top {
			top = s.y
		}
	}
	for _, s := range l.places {
		s.y -= top
		l.height = max(l.height, s.y+s.h)
	}
}

func (s *spot) middle() float64 { return s.y + s.h/2 }

// middleOf returns the mean height of the middles of others; its own if there are none.
func (s *spot) middleOf(others []*spot) float64 {
	if len(others) == 0 {
		return s.middle()
	}
	sum := 0.0
	for _, other := range others {
		sum += other.middle()
	}
	return sum / float64(len(others))
}

// run is a row of spots that touch each other.
type run struct {
	wish  float64 // the mean of the places that they should have, each as the place of the first
	count int
}

// spread places the spots of a layer one below the other, with the least sum of squared distances from where their middles should be (isotonic
// regression: neighbours that would overlap become one row, which is placed in the middle of what its members wish).
func spread(layer []*spot, wish func(*spot) float64) {
	var runs []run
	offsets := make([]float64, len(layer))
	for i, s := range layer {
		if i > 0 {
			offsets[i] = offsets[i-1] + layer[i-1].h + rowGap
		}
		runs = append(runs, run{wish(s) - s.h/2 - offsets[i], 1})
		for n := len(runs) - 1; n > 0 && runs[n-1].wish > runs[n].wish; n-- {
			a, b := runs[n-1], runs[n]
			mean := (a.wish*float64(a.count) + b.wish*float64(b.count)) / float64(a.count+b.count)
			runs = append(runs[:n-1], run{mean, a.count + b.count})
		}
	}
	i := 0
	for _, r := range runs {
		for range r.count {
			layer[i].y = r.wish + offsets[i]
			i++
		}
	}
}
