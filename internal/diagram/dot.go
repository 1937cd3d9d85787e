package diagram

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/base/printable"
)

// dotStyles are the attributes of edges for Graphviz.
var dotStyles = map[EdgeKind]string{
	Order:   `color="#57606a"`,
	Needs:   `color="#8c959f", style=dotted`,
	Missing: `color="#cf222e", fontcolor="#cf222e", style=dashed, penwidth=2`,
	Wrong:   `color="#cf222e", fontcolor="#cf222e", penwidth=2`,
}

// dotColors are the colours of nodes, by kind.
var dotColors = map[Kind]string{
	Cluster: "#eaeef2", Nodes: "#eaeef2", Addon: "#eaeef2", CRDs: "#ddf4ff", Controller: "#b6e3ff", Class: "#fff8c5", Pool: "#dafbe1",
}

// dot returns the graph in the language of Graphviz.
func (g *Graph) dot() string {
	var b strings.Builder
	numbers := g.numbers()
	b.WriteString("// " + direction + "\n")
	b.WriteString("digraph karpenter {\n  rankdir=RL\n  node [shape=box, style=\"rounded,filled\", fontname=sans]\n  edge [fontname=sans]\n")
	for i, group := range g.Groups {
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%s\n    fontname=sans\n", i+1, dotText(group.title()))
		for _, n := range group.Nodes {
			fmt.Fprintf(&b, "    %s [label=%s, fillcolor=\"%s\"%s]\n", numbers[n.ID], dotText(n.lines()...), dotColors[n.Kind], n.dotBorder())
		}
		b.WriteString("  }\n")
	}
	for _, group := range g.Groups {
		for _, e := range group.Edges {
			label := ""
			if e.Rule != "" {
				label = "label=" + dotText(e.Rule) + ", "
			}
			fmt.Fprintf(&b, "  %s -> %s [%s%s]\n", numbers[e.From], numbers[e.To], label, dotStyles[e.Kind])
		}
	}
	b.WriteString("}\n")
	return b.String()
}

func (n *Node) dotBorder() string {
	switch n.box() {
	case absentBox:
		return `, color="#cf222e", style="rounded,dashed"`
	case markedBox:
		return `, color="#cf222e", penwidth=2`
	}
	return ""
}

// dotText returns lines as a string of DOT, in which a backslash begins an escape.
func dotText(lines ...string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for i, line := range lines {
		lines[i] = escape.Replace(printable.Text(line))
	}
	return `"` + strings.Join(lines, `\n`) + `"`
}
