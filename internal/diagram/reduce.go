package diagram

import (
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/limit"
)

// reachability returns which nodes each node reaches by the order that tools keep. A node reaches itself only in a cycle.
func (b *builder) reachability() map[*vertex]map[*vertex]bool {
	return b.reachabilityBy(func(e *Edge) bool { return e.Kind == Order })
}

func (b *builder) reachabilityBy(counts func(*Edge) bool) map[*vertex]map[*vertex]bool {
	next := map[*vertex][]*vertex{}
	for p, edge := range b.edges { // in any order: the result is a set
		if counts(edge) {
			next[p.from] = append(next[p.from], p.to)
		}
	}
	reached := map[*vertex]map[*vertex]bool{}
	for _, v := range b.vertices {
		limit.Point()
		reached[v] = map[*vertex]bool{}
		for todo := slices.Clone(next[v]); len(todo) > 0; {
			last := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !reached[v][last] {
				reached[v][last] = true
				todo = append(todo, next[last]...)
			}
		}
	}
	return reached
}

// reduce removes edges that others imply: an order by orders, a need by anything.
func (b *builder) reduce() {
	byOrder := b.reachability()
	byAny := b.reachabilityBy(func(e *Edge) bool { return e.Kind == Order || e.Kind == Needs })
	outgoing := map[*vertex][]*vertex{}
	pairs := b.pairs()
	for _, p := range pairs {
		outgoing[p.from] = append(outgoing[p.from], p.to)
	}
	var implied []pair
	for _, p := range pairs {
		limit.Point()
		reached, kind := byOrder, b.edges[p].Kind
		if kind == Needs {
			reached = byAny
		}
		isImplied := func(middle *vertex) bool {
			step := b.edges[pair{p.from, middle}].Kind
			isStep := step == Order || step == Needs && kind == Needs
			isCircle := reached[middle][p.from]
			return middle != p.to && isStep && !isCircle && reached[middle][p.to]
		}
		if (kind == Order || kind == Needs) && slices.ContainsFunc(outgoing[p.from], isImplied) {
			implied = append(implied, p)
		}
	}
	for _, p := range implied {
		delete(b.edges, p)
	}
}

// maxEqual is how many nodes with the same neighbours, in the same directory, are shown each.
const maxEqual = 8

// gather makes one node of many equal ones.
func (b *builder) gather() {
	outlines := b.outlines()
	alike := map[string][]*vertex{}
	for _, v := range b.vertices {
		alike[outlines[v]] = append(alike[outlines[v]], v)
	}
	absorbed := map[*vertex]bool{}
	for _, group := range alike { // in any order: they have nothing in common
		if len(group) <= maxEqual {
			continue
		}
		group[0].absorb(group[1:], b.project.Root)
		for _, v := range group[1:] {
			absorbed[v] = true
		}
	}
	b.vertices = slices.DeleteFunc(b.vertices, func(v *vertex) bool { return absorbed[v] })
	maps.DeleteFunc(b.edges, func(p pair, _ *Edge) bool { return absorbed[p.from] || absorbed[p.to] })
}

// outlines returns for each node a text that is the same for nodes that look the same.
func (b *builder) outlines() map[*vertex]string {
	parts := map[*vertex][]string{}
	for _, v := range b.vertices {
		word := v.Label
		if len(v.members) > 0 {
			word = wordFor(v.Kind, v.members[0], 1)
		}
		parts[v] = []string{string(v.Kind), word, path.Dir(v.extents[0].file), marksOf(v.Node)}
	}
	numbers := map[*vertex]string{}
	for i, v := range b.vertices {
		numbers[v] = strconv.Itoa(i)
	}
	for _, p := range b.pairs() {
		e := b.edges[p]
		parts[p.from] = append(parts[p.from], strings.Join([]string{"to", numbers[p.to], string(e.Kind), e.Rule}, " "))
		parts[p.to] = append(parts[p.to], strings.Join([]string{"from", numbers[p.from], string(e.Kind), e.Rule}, " "))
	}
	outlines := map[*vertex]string{}
	for v, all := range parts { // in any order: each has its own text
		outlines[v] = strings.Join(all, "\n")
	}
	return outlines
}

func marksOf(n *Node) string {
	var rules []string
	for _, m := range n.Marks {
		rules = append(rules, m.Rule)
	}
	return strings.Join(rules, " ")
}

// absorb makes the members of other nodes members of this one.
func (v *vertex) absorb(others []*vertex, root string) {
	for _, other := range others {
		v.members = append(v.members, other.members...)
		v.extents = append(v.extents, other.extents...)
	}
	v.Members = nil
	v.describe(root)
}
