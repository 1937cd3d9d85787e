// Package graph finds cycles and groups among nodes that refer to each other.
package graph

import (
	"maps"
	"math"
	"slices"
	"strings"
)

// Components returns the strongly connected components of a graph, given the nodes that each node leads to. The nodes of a component
// all lead to each other. Each component is sorted, and they are in the order of their first nodes (Tarjan's algorithm).
func Components(edges map[string][]string) [][]string {
	s := &search{edges: edges, index: map[string]int{}}
	for _, node := range slices.Sorted(maps.Keys(edges)) {
		s.visit(node)
	}
	slices.SortFunc(s.components, func(a, b []string) int { return strings.Compare(a[0], b[0]) })
	return s.components
}

type search struct {
	edges      map[string][]string
	index      map[string]int // number of each visited node; assigned for nodes of finished components
	stack      []string       // nodes whose component is not complete yet
	components [][]string
}

const assigned = math.MaxInt

// visit returns the lowest index among the nodes of the stack that the node leads to.
func (s *search) visit(node string) int {
	if index, visited := s.index[node]; visited {
		return index
	}
	depth, start := len(s.index), len(s.stack)
	s.index[node] = depth
	s.stack = append(s.stack, node)
	lowest := depth
	for _, next := range s.edges[node] {
		lowest = min(lowest, s.visit(next))
	}
	if lowest == depth {
		component := slices.Sorted(slices.Values(s.stack[start:]))
		s.stack = s.stack[:start]
		for _, member := range component {
			s.index[member] = assigned
		}
		s.components = append(s.components, component)
	}
	return lowest
}
