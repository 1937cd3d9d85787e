package graph

// Groups are sets of nodes that were joined. Each node leads to another one of its group, in the end to the one that represents the
// group. Any other node is a group of its own.
type Groups[T comparable] map[T]T

// Of returns the node that represents the group of a node.
func (g Groups[T]) Of(node T) T {
	next, joined := g[node]
	if !joined {
		return node
	}
	g[node] = g.Of(next)
	return g[node]
}

// Join makes the groups of two nodes one.
func (g Groups[T]) Join(a, b T) {
	if a, b = g.Of(a), g.Of(b); a != b {
		g[a] = b
	}
}
