package graph_test

import (
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/internal/graph"
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
