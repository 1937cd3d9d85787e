package diagram

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawGroup draws a group with any edges, also cycles.
func drawGroup(t *rapid.T) *Group {
	g := &Group{Root: "."}
	count := rapid.IntRange(1, 40).Draw(t, "nodes")
	for i := range count {
		kind := rapid.SampledFrom(kinds).Draw(t, "kind")
		label := rapid.StringOfN(rapid.RuneFrom([]rune("abW<&\"é漢 ")), 0, 60, -1).Draw(t, "label")
		g.Nodes = append(g.Nodes, &Node{ID: fmt.Sprint(i), Kind: kind, Label: label, Detail: "detail"})
	}
	drawn := map[string]bool{}
	for range rapid.IntRange(0, 80).Draw(t, "edges") {
		from, to := rapid.IntRange(0, count-1).Draw(t, "from"), rapid.IntRange(0, count-1).Draw(t, "to")
		name := fmt.Sprint(from, to)
		if from == to || drawn[name] {
			continue
		}
		drawn[name] = true
		e := &Edge{From: fmt.Sprint(from), To: fmt.Sprint(to), Kind: rapid.SampledFrom([]EdgeKind{Order, Needs, Missing, Wrong}).Draw(t, "edge")}
		if e.Kind == Missing || e.Kind == Wrong {
			e.Rule = "KL201"
		}
		g.Edges = append(g.Edges, e)
	}
	return g
}

// TestLayout checks that no place overlaps another, that each edge leads through neighbouring layers from one of its nodes to the other, and that the
// picture has all of them.
func TestLayout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGroup(t)
		l := newLayout(g)
		checkPlaces(t, l)
		for i, r := range l.routes {
			checkRoute(t, g.Edges[i], r)
		}
		svg := (&Graph{Groups: []*Group{g}}).SVG()
		if got := strings.Count(svg, `"><title>`); got != len(g.Nodes)+len(g.Edges) {
			t.Fatalf("%d nodes and edges are drawn, want %d and %d", got, len(g.Nodes), len(g.Edges))
		}
	})
}

func checkPlaces(t *rapid.T, l *layout) {
	for i, a := range l.places {
		if a.x < 0 || a.y < -0.001 || a.x+a.w > l.width+0.001 || a.y+a.h > l.height+0.001 {
			t.Fatalf("place %d is outside of the picture", i)
		}
		for k, b := range l.places[:i] {
			isApart := a.x+a.w < b.x || b.x+b.w < a.x || a.y+a.h < b.y+0.001 || b.y+b.h < a.y+0.001
			if !isApart {
				t.Fatalf("places %d and %d overlap", k, i)
			}
		}
	}
}

func checkRoute(t *rapid.T, e *Edge, r *route) {
	left, right := r.stops[0], r.stops[len(r.stops)-1]
	if r.isTurned {
		left, right = right, left
	}
	if left.node.ID != e.To || right.node.ID != e.From {
		t.Fatalf("the edge from %s to %s leads from %s to %s", e.From, e.To, right.node.ID, left.node.ID)
	}
	for i, stop := range r.stops {
		if stop.layer != r.stops[0].layer+i {
			t.Fatalf("the edge from %s to %s jumps over a layer", e.From, e.To)
		}
	}
}

// TestCrossings counts crossings of a few lines: two that cross, and two from one place that do not.
func TestCrossings(t *testing.T) {
	g := &Group{
		Nodes: []*Node{{ID: "a", Kind: CRDs}, {ID: "b", Kind: CRDs}, {ID: "c", Kind: Pool}, {ID: "d", Kind: Pool}},
		Edges: []*Edge{{From: "c", To: "b", Kind: Order}, {From: "d", To: "a", Kind: Order}, {From: "d", To: "b", Kind: Order}},
	}
	l := newLayout(g)
	if got := l.crossings(); got != 0 {
		t.Errorf("the layout has %d crossings", got)
	}
	for _, s := range l.layers[0] {
		s.position = 1 - s.position
	}
	if got := l.crossings(); got != 1 {
		t.Errorf("with the left layer upside down there are %d crossings, want 1", got)
	}
}

func TestShorten(t *testing.T) {
	for _, text := range []string{"", "short", strings.Repeat("module.karpenter.", 20), strings.Repeat("漢", 50)} {
		got := shorten(text, 200, 0.5)
		if textWidth(got) > 200 {
			t.Errorf("%q is too wide", got)
		}
		if textWidth(text) <= 200 && got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestLongTexts draws long names, many releases and long versions: the picture stays narrow, and the texts for other programs short.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("long", 5000)
	g := &Graph{Groups: []*Group{{Root: long, Releases: []string{"1.0.0", "1.0.1", "1.0.2", "1.0.3", long}, Nodes: []*Node{
		{ID: "a", Kind: Pool, Label: long, Detail: long, Marks: []Mark{{Rule: "KL204", Text: long}}},
	}}, {Root: ".", Releases: []string{"1.0.0", "1.0.1", "1.0.2", "1.0.3", "1.0.4"}}}}
	_, after, _ := strings.Cut(g.SVG(), ` width="`)
	if width, err := strconv.ParseFloat(strings.Split(after, `"`)[0], 64); err != nil || width > 1500 {
		t.Errorf("the picture is %v wide: %v", width, err)
	}
	for _, text := range []string{g.mermaid(), g.dot()} {
		if len(text) > 3000 {
			t.Errorf("the text has %d bytes", len(text))
		}
	}
	if got, want := g.Groups[1].title(), "working directory: Karpenter 1.0.0, 1.0.1, 1.0.2 and 2 more"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestAdvice(t *testing.T) {
	many := &Group{Nodes: []*Node{{ID: "a", Kind: Pool}, {ID: "b", Kind: Class}}}
	for range mermaidEdges {
		many.Edges = append(many.Edges, &Edge{From: "a", To: "b", Kind: Needs})
	}
	long := &Group{}
	for i := range 300 {
		long.Nodes = append(long.Nodes, &Node{ID: fmt.Sprint(i), Kind: Pool, Label: strings.Repeat("漢", 20), Detail: strings.Repeat("漢", 20)})
	}
	one := &Group{Edges: many.Edges[:1], Nodes: many.Nodes}
	for _, test := range []struct {
		name, format, want string
		groups             []*Group
	}{
		{"empty", "svg", "nothing to draw", nil},
		{"500 arrows", "mermaid", "", []*Group{many}},
		{"501 arrows", "mermaid", "too large for Mermaid", []*Group{many, one}},
		{"501 arrows in a picture", "svg", "", []*Group{many, one}},
		{"long", "mermaid", "too large for Mermaid", []*Group{long}},
	} {
		got := (&Graph{Groups: test.groups}).Advice(test.format)
		if !strings.Contains(got, test.want) || got != "" && test.want == "" {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
