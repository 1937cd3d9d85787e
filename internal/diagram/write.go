package diagram

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/printable"
)

// Formats returns the formats of Write, the default first.
func Formats() []string { return []string{"mermaid", "dot", "svg", "json"} }

// document is the graph as JSON.
type document struct {
	Version int `json:"version"`
	*Graph
}

// Write writes the graph in one of the Formats.
func Write(w io.Writer, format string, g *Graph) error {
	switch format {
	case "json":
		return printable.JSON(w, document{1, g})
	case "svg":
		_, err := io.WriteString(w, g.SVG())
		return err
	case "dot":
		_, err := io.WriteString(w, g.dot())
		return err
	}
	_, err := io.WriteString(w, g.mermaid())
	return err
}

// title returns the heading of a group: its directory, and what is installed there.
func (g *Group) title() string {
	title := g.Root
	if len(g.Releases) > 0 {
		title += ": Karpenter " + strings.Join(g.Releases, ", ")
	}
	return title
}

// lines returns what is written in the box of a node.
func (n *Node) lines() []string {
	lines := []string{n.Label}
	if n.Address != "" {
		lines = append(lines, n.Address)
	}
	if rules := n.rules(); rules != "" {
		lines = append(lines, rules)
	}
	return lines
}

// rules returns the ids of the findings about a node.
func (n *Node) rules() string {
	var ids []string
	for _, m := range n.Marks {
		ids = append(ids, m.Rule)
	}
	slices.Sort(ids)
	return strings.Join(slices.Compact(ids), ", ")
}

// numbers returns a short name for each node, by its ID: n1, n2, …
func (g *Graph) numbers() map[string]string {
	numbers := map[string]string{}
	for _, group := range g.Groups {
		for _, n := range group.Nodes {
			numbers[n.ID] = fmt.Sprintf("n%d", len(numbers)+1)
		}
	}
	return numbers
}

// counts returns how many edges of each kind there are.
func (g *Graph) counts() map[EdgeKind]int {
	counts := map[EdgeKind]int{}
	for _, group := range g.Groups {
		for _, e := range group.Edges {
			counts[e.Kind]++
		}
	}
	return counts
}

// direction explains the arrows.
const direction = "An arrow leads from what needs something to what it needs. Everything is created from left to right, and destroyed from right to left."

// notes explains the kinds of edges that occur, in the order in which they are listed here.
var notes = []struct {
	kind EdgeKind
	text string
}{
	{Order, "a tool keeps this order"},
	{Needs, "is needed, but no tool keeps the order"},
	{Missing, "order is missing, as the rule says"},
	{Wrong, "order is wrong, as the rule says"},
}
