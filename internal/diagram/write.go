package diagram

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/filetype"
)

// Formats returns the formats of Write, the default first.
func Formats() []string { return []string{"mermaid", "dot", "svg", "json"} }

// document is the graph as JSON.
type document struct {
	Version   int    `json:"version"`
	Generator string `json:"generator"`
	*Graph
}

// Write writes the graph in one of the Formats.
func Write(w io.Writer, format string, g *Graph) error {
	switch format {
	case "json":
		return printable.JSON(w, document{1, filetype.Generator, g})
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

// maxTitleWidth bounds a heading, in what textWidth measures.
const maxTitleWidth = 1400 / titleSize

// title returns the heading of a group: its directory, and what is installed there.
func (g *Group) title() string {
	title := g.Root
	if title == "." {
		title = "working directory"
	}
	shown := g.Releases[:min(len(g.Releases), maxNames)]
	if len(shown) > 0 {
		title += ": Karpenter " + strings.Join(shown, ", ")
	}
	if more := len(g.Releases) - len(shown); more > 0 {
		title += fmt.Sprintf(" and %d more", more)
	}
	return shorten(title, maxTitleWidth, 0.5)
}

// maxTextWidth bounds a line in a box, in pixels.
const maxTextWidth = 300.0

// lines returns what is written in the box of a node.
func (n *Node) lines() []string {
	lines := []string{shorten(n.Label, maxTextWidth, 0.5)}
	for _, line := range []string{n.Detail, n.rules()} {
		if line != "" {
			lines = append(lines, shorten(line, maxTextWidth/detailScale, 0.2)) // paths and addresses differ at their ends
		}
	}
	return lines
}

// rules returns the ids of the findings about a node, each with its severity.
func (n *Node) rules() string {
	var ids []string
	for _, m := range n.Marks {
		ids = append(ids, m.Rule+" "+m.Severity)
	}
	slices.Sort(ids)
	return strings.Join(slices.Compact(ids), ", ")
}

// The limits of Mermaid, beyond which it draws nothing unless its settings allow more.
const (
	mermaidEdges = 500
	mermaidRunes = 50_000
)

// Advice returns what a person has to know before they look at the graph in a format: that it is empty, or too large for Mermaid. "" if nothing.
func (g *Graph) Advice(format string) string {
	if len(g.Groups) == 0 {
		return "nothing to draw: karplint sees neither an installation of Karpenter for AWS nor its pools, classes or CRDs in these files " +
			"(those of EKS Auto Mode and of other clouds are not drawn); name other directories"
	}
	edges := 0
	for _, group := range g.Groups {
		edges += len(group.Edges)
	}
	if format == "mermaid" && (edges > mermaidEdges || utf8.RuneCountInString(g.mermaid()) > mermaidRunes) {
		return fmt.Sprintf("the graph is too large for Mermaid, which draws up to %d arrows and reads up to %d characters; use --format svg, or name "+
			"fewer directories", mermaidEdges, mermaidRunes)
	}
	return ""
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

// direction explains the arrows.
const direction = "An arrow points at what is needed, and must exist before. Created from left to right →, destroyed from right to left ←."

// note explains a class of the picture: a kind of edges, or boxes that are marked or absent.
type note struct{ class, text string }

// The classes of boxes that a note explains.
const (
	markedBox = "marked"
	absentBox = "absent"
)

// notes explains what occurs.
func (g *Graph) notes() (notes []note) {
	tools := map[string]bool{}
	occurs := map[string]bool{}
	for _, group := range g.Groups {
		for _, e := range group.Edges {
			occurs[string(e.Kind)] = true
			if e.Kind == Order {
				tools[e.Text] = true
			}
		}
		for _, n := range group.Nodes {
			occurs[n.box()] = true
		}
	}
	all := []note{
		{string(Order), "kept by " + strings.Join(slices.Sorted(maps.Keys(tools)), ", ")},
		{string(Needs), "needed; no order seen, which is fine where a controller waits"},
		{string(Missing), "missing order: see the rule"},
		{string(Wrong), "wrong order, or one that is not enough: see the rule"},
		{markedBox, "a finding about the box: see the rule"},
		{absentBox, "in no file"},
	}
	return slices.DeleteFunc(all, func(n note) bool { return !occurs[n.class] })
}

// box returns the class of the node's box, "" for a usual one.
func (n *Node) box() string {
	switch {
	case n.Absent:
		return absentBox
	case len(n.Marks) > 0:
		return markedBox
	}
	return ""
}
