package graph

// Groups are sets of nodes that were joined. Each node leads to another one of its group, and finally to the representative of the
// group. Any other node is a group of its own.
type Groups[T comparable] map[T]T

// Of returns the representative of the group of a node.
func (g Groups[T]) Of(node T) T {
	next, joined := g[node]
	if !joined {
		return node
	}
	g[node] = g.Of(next)
	return g[node]
}

// Join merges the groups of two nodes.
func (g Groups[T]) Join(a, b T) {
	if a, b = g.Of(a), g.Of(b); a != b {
		g[a] = b
	}
}
