package diagram

// SVG returns the graph as an SVG document that needs nothing else: no script, no font, no network.
func (g *Graph) SVG() string { return "" }
