package rootmodule

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/base/graph"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// cycles adds a Cycle for each set of nodes that depend on each other, and for each node that depends on itself. What is
// known only from outside, a module that is not in the repository, closes none: which of its outputs need which of its
// arguments is not known, and two of them legally take from each other.
func (t *reader) cycles() {
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
	for _, nodes := range graph.Components(t.edges) {
		if len(nodes) == 1 && !slices.Contains(t.edges[nodes[0]], nodes[0]) {
			continue
		}
		block := t.closing(nodes)
		if block == nil {
			continue // of locals, variables and outputs only: the evaluation reports it
		}
		t.cycle(block, t.around(nodes, block.Node))
	}
	t.selfNamed()
}

func (t *reader) cycle(block *terraform.Resource, nodes []string) *survey.Resource {
	r := t.resource(survey.Cycle, block, "")
	list := model.NewList()
	for _, node := range nodes {
		list.Items = append(list.Items, model.NewString(node))
	}
	r.Set("nodes", list)
	r.Locate("depends_on", block.Path, "depends_on")
	return r
}

// selfNamed adds a Cycle for each block that names itself in depends_on, which Terraform passes over.
func (t *reader) selfNamed() {
	seen := map[string]bool{}
	for _, block := range t.root.Resources {
		if i := slices.Index(block.DependsOn, block.Node); i >= 0 && !seen[block.Node] && !block.Never {
			seen[block.Node] = true
			t.cycle(block, []string{block.Node}).Set("item", model.NewNumber(strconv.Itoa(i)))
		}
	}
}

// closing returns the last block of a cycle that names its dependencies in depends_on, or else its last block; nil if none of the nodes
// is a block.
func (t *reader) closing(nodes []string) *terraform.Resource {
	var last *terraform.Resource
	for _, block := range slices.Backward(t.root.Resources) {
		if !isIn(nodes, block.Node) || block.Never {
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
func (t *reader) around(nodes []string, start string) []string {
	before := map[string]string{}
	queue := []string{start}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		for _, next := range slices.Sorted(slices.Values(t.edges[node])) {
			if next == start {
				var way []string
				for at := node; at != start; at = before[at] {
					way = append(way, at)
				}
				way = append(way, start)
				slices.Reverse(way)
				return way
			}
			if _, seen := before[next]; !seen && isIn(nodes, next) {
				before[next] = node
				queue = append(queue, next)
			}
		}
	}
	return nodes
}

// isIn reports whether a node is among those of a component, which are sorted.
func isIn(nodes []string, node string) bool {
	_, found := slices.BinarySearch(nodes, node)
	return found
}
