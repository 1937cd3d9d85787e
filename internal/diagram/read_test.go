package diagram_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/diagram"
)

func TestRead(t *testing.T) {
	node := `{"id": "a", "kind": "pool"}`
	for _, test := range []struct{ name, groups, want string }{
		{"nothing", `[]`, ""},
		{"no edges", `[{"nodes": [` + node + `]}]`, ""},
		{"no list", `{}`, "json: cannot unmarshal object into Go struct field Graph.groups of type []*diagram.Group"},
		{"null", `[null]`, "a group is null"},
		{"null node", `[{"nodes": [null]}]`, "a node is null"},
		{"null edge", `[{"edges": [null]}]`, "an edge is null"},
		{"kind", `[{"nodes": [{"id": "a", "kind": "\" onload="}]}]`, `a node has the kind "\" onload=", which no graph has`},
		{"twice", `[{"nodes": [` + node + "," + node + `]}]`, `two nodes have the id "a"`},
		{"edge", `[{"nodes": [` + node + `], "edges": [{"kind": "red"}]}]`, `an edge has the kind "red", which no graph has`},
		{"ends", `[{"nodes": [` + node + `], "edges": [{"kind": "order", "from": "a", "to": "b"}]}]`,
			`an edge leads from "a" to "b", which are no two nodes of its group`},
		{"itself", `[{"nodes": [` + node + `], "edges": [{"kind": "order", "from": "a", "to": "a"}]}]`,
			`an edge leads from "a" to "a", which are no two nodes of its group`},
	} {
		t.Run(test.name, func(t *testing.T) {
			graph, err := diagram.Read([]byte(`{"groups": ` + test.groups + `}`))
			switch {
			case err == nil && test.want == "":
				graph.SVG() // does not fail
			case err == nil || err.Error() != test.want:
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

// TestReadWritten: what is read of a written graph is the graph.
func TestReadWritten(t *testing.T) {
	graph := &diagram.Graph{Groups: []*diagram.Group{{Root: "clusters", Nodes: []*diagram.Node{
		{ID: "a", Kind: diagram.Pool, Label: "NodePool a", Members: []string{"NodePool/a"}, Marks: []diagram.Mark{{Rule: "KL204", Text: "text"}}},
		{ID: "b", Kind: diagram.Class, Label: "EC2NodeClass b"},
	}, Edges: []*diagram.Edge{{From: "a", To: "b", Kind: diagram.Needs, Text: "text"}}}}}
	var written, again bytes.Buffer
	if err := diagram.Write(&written, "json", graph); err != nil {
		t.Fatal(err)
	}
	read, err := diagram.Read(written.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if err := diagram.Write(&again, "json", read); err != nil || again.String() != written.String() || read.SVG() != graph.SVG() {
		t.Errorf("%v, got\n%s\nwant\n%s", err, again.String(), written.String())
	}
}

// TestInline: the ids of two pictures on one page differ, and what refers to them does too.
func TestInline(t *testing.T) {
	graph := &diagram.Graph{Groups: []*diagram.Group{{Nodes: []*diagram.Node{{ID: "a", Kind: diagram.Pool}, {ID: "b", Kind: diagram.Class}},
		Edges: []*diagram.Edge{{From: "a", To: "b", Kind: diagram.Needs}}}}}
	one, other := graph.Inline("g1-"), graph.Inline("g2-")
	if strings.ReplaceAll(one, "g1-", "g2-") != other {
		t.Error("the pictures differ in more than their ids")
	}
	for _, begin := range []string{` id="`, `url(#`, `aria-labelledby="`} {
		if n := strings.Count(one, begin); n == 0 || n != strings.Count(one, begin+"g1-") {
			t.Errorf("%s begins %d ids or references, of which %d have the prefix", begin, n, strings.Count(one, begin+"g1-"))
		}
	}
	if strings.Contains(one, "<style") {
		t.Error("a picture of a page has a style of its own, which the policy of the page forbids")
	}
}
