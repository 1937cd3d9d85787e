package diagram

import (
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/limit"
)

// addTerraformOrder adds an edge for each node of Terraform to those that its block depends on, directly or through blocks that are not nodes.
func (b *builder) addTerraformOrder() {
	blocks := map[string][]*vertex{}
	for _, v := range b.vertices {
		if v.block != "" {
			blocks[v.block] = append(blocks[v.block], v)
		}
	}
	behind := map[string]map[string]bool{}
	for block := range blocks { // in any order: a map is made
		behind[block] = b.blocksBehind(block, blocks)
	}
	for _, block := range slices.Sorted(maps.Keys(blocks)) {
		for to, isWhole := range behind[block] { // in any order: edges are a set
			if back, isMutual := behind[to][block]; isMutual && !back && !isWhole && slices.ContainsFunc(blocks[block], isCluster) {
				continue // an output of either reads one of the other: what is in a cluster needs it, and nothing in the cluster needs that
			}
			for _, from := range blocks[block] {
				b.addOrder(from, meant(blocks[to], isWhole), "Terraform")
			}
		}
	}
}

func isCluster(v *vertex) bool { return v.Kind == Cluster }

// blocksBehind returns the blocks with nodes that a block leads to without another one in between, and whether it leads to the whole of each, not
// only to outputs.
func (b *builder) blocksBehind(block string, blocks map[string][]*vertex) map[string]bool {
	found, visited := map[string]bool{}, map[string]bool{block: true}
	for next := []string{block}; len(next) > 0; {
		limit.Point()
		last := next[len(next)-1]
		next = next[:len(next)-1]
		for _, to := range b.project.Edges[last] {
			switch {
			case to != block && len(blocks[to]) > 0:
				found[to] = found[to] || !isOutputOf(last, to)
			case !visited[to]:
				visited[to] = true
				next = append(next, to)
			}
		}
	}
	return found
}

// isOutputOf reports whether a node of Terraform is an output of a module.
func isOutputOf(node, module string) bool {
	return strings.HasPrefix(node, module+".output.")
}

// meant returns the nodes of a block that a dependency on it is about: an output of a module that makes a cluster comes from the cluster.
func meant(nodes []*vertex, isWhole bool) []*vertex {
	if i := slices.IndexFunc(nodes, isCluster); i >= 0 && !isWhole {
		return nodes[i : i+1]
	}
	return nodes
}
