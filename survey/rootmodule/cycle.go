package rootmodule

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/base/graph"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// addCycles adds a Cycle for each set of nodes that depend on each other, and for each node that depends on itself. A module
// outside the repository does not close a cycle, because its outputs may not depend on all of its arguments: two such modules may
// legally refer to each other.
func (t *reader) addCycles() {
	edges := edgesOfCycles(t.root)
	for _, nodes := range graph.Components(edges) {
		if len(nodes) == 1 && !slices.Contains(edges[nodes[0]], nodes[0]) {
			continue
		}
		block := closingBlock(t.root, nodes)
		if block == nil {
			continue // a cycle of locals, variables and outputs only, which the evaluation reports
		}
		t.addCycle(block, shortestCycle(edges, nodes, block.Node))
	}
	t.addSelfDependencies()
}

// edgesOfCycles returns the edges that may be part of a cycle.
func edgesOfCycles(root *terraform.Root) map[string][]string {
	opaque := map[string]bool{}
	for _, block := range root.Resources {
		opaque[block.Node] = opaque[block.Node] || block.Kind == "module"
	}
	edges := map[string][]string{}
	for node, next := range root.Edges {
		if !opaque[node] {
			edges[node] = slices.DeleteFunc(slices.Clone(next), func(node string) bool { return opaque[node] })
		}
	}
	return edges
}

func (t *reader) addCycle(block *terraform.Resource, nodes []string) *survey.Resource {
	r := t.addResource(survey.Cycle, block, "")
	list := model.NewList()
	for _, node := range nodes {
		list.Items = append(list.Items, model.NewString(node))
	}
	r.Set("nodes", list)
	r.Locate("depends_on", block.Path, "depends_on")
	return r
}

// addSelfDependencies adds a Cycle for each block that lists itself in depends_on. Terraform ignores such an item.
func (t *reader) addSelfDependencies() {
	reported := map[string]bool{}
	for _, block := range t.root.Resources {
		if i := slices.Index(block.DependsOn, block.Node); i >= 0 && !reported[block.Node] && !block.Never {
			reported[block.Node] = true
			t.addCycle(block, []string{block.Node}).Set("item", model.NewNumber(strconv.Itoa(i)))
		}
	}
}

// closingBlock returns the last block of a cycle that has depends_on, or the last block if none has. It returns nil if no node is
// a block.
func closingBlock(root *terraform.Root, nodes []string) *terraform.Resource {
	var last *terraform.Resource
	for _, block := range slices.Backward(root.Resources) {
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

// shortestCycle returns the shortest path from a node back to itself, which starts with the node.
func shortestCycle(edges map[string][]string, nodes []string, start string) []string {
	predecessors := map[string]string{}
	queue := []string{start}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		for _, next := range slices.Sorted(slices.Values(edges[node])) {
			if next == start {
				var cycle []string
				for step := node; step != start; step = predecessors[step] {
					cycle = append(cycle, step)
				}
				cycle = append(cycle, start)
				slices.Reverse(cycle)
				return cycle
			}
			if _, visited := predecessors[next]; !visited && isIn(nodes, next) {
				predecessors[next] = node
				queue = append(queue, next)
			}
		}
	}
	return nodes
}

// isIn reports whether a node belongs to a component. nodes are sorted.
func isIn(nodes []string, node string) bool {
	_, ok := slices.BinarySearch(nodes, node)
	return ok
}
