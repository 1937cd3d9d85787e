package planning

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// One Op on a long list takes time in proportion to the list, in each style. A plan that copied
// the list for each item would take minutes here.
func TestLargeLists(t *testing.T) {
	const count = 10_000
	for _, c := range []struct{ name, before, item, after string }{
		{"block", "a: 1\nl:\n", "- key: k%d # c\n  values: [a, b]\n", ""},
		{"block map", "a: 1\nl:\n- k: v\n", "  k%d: v\n", ""},
		{"flow on one line", "a: 1\nl: [x", ", {key: k%d, values: [a, b]}", "]\n"},
		{"flow on many lines", "a: 1\nl: [x", ",\n  {key: k%d}", "]\n"},
		{"JSON", "{\"a\": 1, \"l\": [0", ",\n  {\n    \"key\": \"k%d\"\n  }", "]}\n"},
		{"templates", "a: 1\nl:\n", "- key: {{ .Values.k%d }}\n", ""},
		{"comments", "a: 1\nl:\n- x\n", "# c%d\n", ""},
	} {
		var items strings.Builder
		for i := range count {
			fmt.Fprintf(&items, c.item, i)
		}
		text := []byte(c.before + items.String() + c.after)
		for _, op := range []edit.Op{
			{Do: edit.Insert, Path: []any{"l"}, Index: -1, Value: model.NewString("new")},
			{Do: edit.Move, Path: []any{"l"}, To: []any{"to", "l"}},
		} {
			start := time.Now()
			if _, err := Plan(Target{Doc: parseAll(t, text)[0]}, []edit.Op{op}); err != nil {
				t.Errorf("%s, action %d: %v", c.name, op.Do, err)
			}
			if d := time.Since(start); d > 10*time.Second {
				t.Errorf("%s, action %d took %v", c.name, op.Do, d)
			}
		}
	}
}

// TestDetachIsLocal: what is laid out to copy a part of an object does not grow with the list that the object is in.
func TestDetachIsLocal(t *testing.T) {
	allocations := func(items int) float64 {
		text := "{kind: List, items: [" + strings.Repeat("{kind: NodePool, spec: {kubelet: {maxPods: 3}}}, ", items) + "]}\n"
		doc := parseAll(t, []byte(text))[0]
		kubelet := doc.Root.Get("items", items/2, "spec", "kubelet")
		return testing.AllocsPerRun(10, func() { layout.Detach(doc, kubelet) })
	}
	if few, many := allocations(10), allocations(1000); many > few {
		t.Errorf("%g allocations in a list of 10 objects, and %g in one of 1000", few, many)
	}
}

// Each object of a long List is copied, or gives away a part, in time in proportion to the list.
func TestLargeCopies(t *testing.T) {
	const count = 500
	var text strings.Builder
	text.WriteString("kind: List\nitems:\n")
	for i := range count {
		fmt.Fprintf(&text, "# pool %d\n- kind: Provisioner\n  metadata:\n    name: p%d # c\n  spec:\n    # kubelet\n    kubeletConfiguration:\n      "+
			"maxPods: %d # pods\n    limits: {resources: {cpu: 1}}\n", i, i, i)
	}
	doc := parseAll(t, []byte(text.String()))[0]
	start := time.Now()
	var ops []edit.Op
	for i := count - 1; i >= 0; i-- {
		item := doc.Root.Get("items", i)
		if c := layout.Detach(doc, item.Get("spec", "kubeletConfiguration")).Comments(); c == nil || c.Above[0] != "kubelet" {
			t.Fatalf("%+v", c)
		}
		ops = append(ops, edit.Op{Do: edit.Insert, Path: []any{"items"}, Index: i + 1, Value: item},
			edit.Op{Do: edit.Set, Path: []any{"items", i + 1, "kind"}, Value: model.NewString("NodePool")})
	}
	if _, err := Plan(Target{Doc: doc}, ops); err != nil {
		t.Error(err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
}
