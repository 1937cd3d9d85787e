package project

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// cycles adds a Cycle for each set of nodes that depend on each other, and for each node that depends on itself. What is
// known only from outside, a module that is not in the repository, closes none: which of its outputs need which of its
// arguments is not known, and two of them legally take from each other.
func (t *terraformReader) cycles() {
	opaque := map[string]bool{}
	for _, block := range t.root.Resources {
		opaque[block.Node] = opaque[block.Node] || block.Kind == "module"
	}
	t.edges = map[string][]string{}
	for node, edges := range t.root.Edges {
		if !opaque[node] {
			t.edges[node] = slices.DeleteFunc(slices.Clone(edges), func(next string) bool { return opaque[next] })
		}
	}
	for _, nodes := range components(t.edges) {
		block := t.closing(nodes)
		if block == nil {
			continue // of locals, variables and outputs only: the evaluation reports it
		}
		t.cycle(block, t.around(nodes, block.Node))
	}
	t.selfNamed()
}

func (t *terraformReader) cycle(block *hcl.Resource, nodes []string) *Resource {
	r := t.resource(Cycle, block, "")
	list := model.NewList()
	for _, node := range nodes {
		list.Items = append(list.Items, model.NewString(node))
	}
	r.set("nodes", list)
	r.real("depends_on", below(block.Path, "depends_on")...)
	return r
}

// selfNamed adds a Cycle for each block that names itself in depends_on, which Terraform passes over.
func (t *terraformReader) selfNamed() {
	seen := map[string]bool{}
	for _, block := range t.root.Resources {
		if i := slices.Index(block.DependsOn, block.Node); i >= 0 && !seen[block.Node] && !block.Never {
			seen[block.Node] = true
			t.cycle(block, []string{block.Node}).set("item", model.NewNumber(strconv.Itoa(i)))
		}
	}
}

// closing returns the last block of a cycle that names its dependencies in depends_on, or else its last block; nil if none of the nodes
// is a block.
func (t *terraformReader) closing(nodes []string) *hcl.Resource {
	in := map[string]bool{}
	for _, node := range nodes {
		in[node] = true
	}
	var last *hcl.Resource
	for _, block := range slices.Backward(t.root.Resources) {
		if !in[block.Node] || block.Never {
			continue
		}
		if block.Body != nil && block.Body.Attribute("depends_on") != nil {
			return block
		}
		if last == nil {
			last = block
		}
	}
	return last
}

// around returns the shortest way from a node back to itself, the node first.
func (t *terraformReader) around(nodes []string, start string) []string {
	in := map[string]bool{}
	for _, node := range nodes {
		in[node] = true
	}
	before := map[string]string{}
	queue := []string{start}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		for _, next := range sorted(t.edges[node]) {
			if next == start {
				var way []string
				for at := node; at != start; at = before[at] {
					way = append(way, at)
				}
				way = append(way, start)
				slices.Reverse(way)
				return way
			}
			if _, seen := before[next]; in[next] && !seen {
				before[next] = node
				queue = append(queue, next)
			}
		}
	}
	return nodes
}

func sorted(nodes []string) []string {
	c := slices.Clone(nodes)
	slices.Sort(c)
	return c
}

// components returns the strongly connected components with more than one node, and the nodes with an edge to
// themselves, in the order of their names (Tarjan's algorithm, without recursion).
func components(edges map[string][]string) [][]string {
	nodes := make([]string, 0, len(edges))
	for node := range edges {
		nodes = append(nodes, node)
	}
	slices.Sort(nodes)
	s := &search{edges: edges, index: map[string]int{}, low: map[string]int{}, onStack: map[string]bool{}}
	for _, node := range nodes {
		if _, seen := s.index[node]; !seen {
			s.visit(node)
		}
	}
	slices.SortFunc(s.found, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	return s.found
}

type search struct {
	edges   map[string][]string
	index   map[string]int
	low     map[string]int
	stack   []string
	onStack map[string]bool
	found   [][]string
}

// frame is a node that is being visited, and how many of its edges were followed.
type frame struct {
	node string
	next int
}

func (s *search) visit(start string) {
	frames := []frame{s.enter(start)}
	for len(frames) > 0 {
		f := &frames[len(frames)-1]
		if edges := s.edges[f.node]; f.next < len(edges) {
			next := edges[f.next]
			f.next++
			if _, seen := s.index[next]; !seen {
				frames = append(frames, s.enter(next))
			} else if s.onStack[next] {
				s.low[f.node] = min(s.low[f.node], s.index[next])
			}
			continue
		}
		node := f.node
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			above := frames[len(frames)-1].node
			s.low[above] = min(s.low[above], s.low[node])
		}
		if s.low[node] == s.index[node] {
			s.leave(node)
		}
	}
}

func (s *search) enter(node string) frame {
	s.index[node] = len(s.index)
	s.low[node] = s.index[node]
	s.stack = append(s.stack, node)
	s.onStack[node] = true
	return frame{node: node}
}

// leave takes the component of which node is the root from the stack.
func (s *search) leave(node string) {
	i := len(s.stack) - 1
	for s.stack[i] != node {
		i--
	}
	component := slices.Clone(s.stack[i:])
	s.stack = s.stack[:i]
	for _, n := range component {
		s.onStack[n] = false
	}
	if len(component) > 1 || slices.Contains(s.edges[node], node) {
		slices.Sort(component)
		s.found = append(s.found, component)
	}
}
