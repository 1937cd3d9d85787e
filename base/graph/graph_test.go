package graph_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/base/graph"
)

func TestComponents(t *testing.T) {
	got := graph.Components(map[string][]string{
		"b": {"a", "c"}, "a": {"b"}, "c": {"d", "c"}, "e": {"b"}, "f": {"g"}, "g": {"h"}, "h": {"f", "e"},
	})
	want := [][]string{{"a", "b"}, {"c"}, {"d"}, {"e"}, {"f", "g", "h"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestDeep: the depth of a graph is not bounded by the stack.
func TestDeep(t *testing.T) {
	edges := map[string][]string{}
	for i := range 100_000 {
		edges[strconv.Itoa(i)] = []string{strconv.Itoa(i + 1)}
	}
	edges["100000"] = []string{"0"}
	if got := graph.Components(edges); len(got) != 1 {
		t.Errorf("%d components", len(got))
	}
}

func TestGroups(t *testing.T) {
	groups := graph.Groups[int]{}
	for _, pair := range [][2]int{{1, 2}, {3, 4}, {2, 3}, {1, 4}, {5, 5}} {
		groups.Join(pair[0], pair[1])
	}
	for node, together := range map[int]bool{1: true, 2: true, 3: true, 4: true, 5: false, 6: false} {
		if got := groups.Of(node) == groups.Of(1); got != together {
			t.Errorf("%d belongs to 1: %v", node, got)
		}
	}
}
