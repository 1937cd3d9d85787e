package planning

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
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

// TestTooLarge: what has too many values or lines is not changed, but a part of it that has fewer is.
func TestTooLarge(t *testing.T) {
	const head = "metadata:\n  labels: {a: b}\nlabels:\n"
	for _, test := range []struct {
		text string
		path []any
		want error
	}{
		{head + strings.Repeat("  a: b\n", maxValues/2), []any{"labels", "new"}, errTooLarge},
		{head + strings.Repeat("  a: b\n", maxValues/2), []any{"metadata", "labels", "new"}, nil},
		{head + "  a: b\n" + strings.Repeat("  #\n", maxLines), []any{"labels", "new"}, errTooLong},
		{head + "  a: b\n" + strings.Repeat("  #\n", maxLines), []any{"metadata", "labels", "new"}, nil},
	} {
		op := edit.Op{Do: edit.Insert, Path: test.path, Value: model.NewString("new")}
		if _, err := Plan(Target{Doc: parseAll(t, []byte(test.text))[0]}, []edit.Op{op}); !errors.Is(err, test.want) {
			t.Errorf("a change of %s: %v, want %v", test.path, err, test.want)
		}
	}
}

// TestCost: a plan for a dense text costs its bytes, and one for a text with indentation, as dashboards have it, much less.
func TestCost(t *testing.T) {
	const dense, indented = "[a,b,c,d]", "{\n          \"panels\": [\n            {\n              \"datasource\": \"some words of prose\"\n            }\n          ]\n}\n"
	for _, test := range []struct {
		text string
		most float64 // of its bytes
	}{{strings.Repeat("- "+dense+"\n", 1000), 1}, {indented, 0.4}, {"a: " + strings.Repeat("b", 10_000), 0.1}} {
		cost := 0
		target := Target{Doc: parseAll(t, []byte(test.text))[0], Spend: func(bytes int) bool { cost += bytes; return true }}
		if err := target.spendOn(target.Doc, 1); err != nil {
			t.Fatal(err)
		}
		if share := float64(cost) / float64(len(test.text)); share > test.most || share < test.most/2 {
			t.Errorf("a text of %d bytes costs %d, want up to %.1f of them", len(test.text), cost, test.most)
		}
	}
}

// TestTooLargeBlock: a block of Terraform with too many words or bytes is not changed, but another one in its file is.
func TestTooLargeBlock(t *testing.T) {
	const head, tail = "locals {\n  a = 1\n  l = [", "]\n}\nmodule \"m\" {\n  source = \"./m\"\n}\n"
	for _, test := range []struct {
		list string
		path []any
		want string
	}{
		{strings.Repeat("x, ", 60_000), []any{"locals", 0, "a"}, "the block has more than 100000 words and marks"},
		{strings.Repeat("x, ", 60_000), []any{"module", "m", "source"}, ""},
		{"\"" + strings.Repeat("x", 1<<20) + "\"", []any{"locals", 0, "a"}, "the block has more than 1 MiB"},
		{"\"" + strings.Repeat("x", 1<<20) + "\"", []any{"module", "m", "source"}, ""},
	} {
		source, failed := hcl.Parse(model.NewFile("main.tf", []byte(head+test.list+tail)))
		if failed != nil {
			t.Fatal(failed)
		}
		got := ""
		if _, err := Plan(Target{Doc: source.Document}, []edit.Op{{Do: edit.Set, Path: test.path, Value: model.NewString("new")}}); err != nil {
			got = edit.Reason(err)
		}
		if got != test.want {
			t.Errorf("a change of %v: %q, want %q", test.path, got, test.want)
		}
	}
}

// TestGrows: a document that would have too many values after the change is not written.
func TestGrows(t *testing.T) {
	large := model.NewList()
	for range maxGrown {
		large.Items = append(large.Items, model.NewString("a"))
	}
	op := edit.Op{Do: edit.Set, Path: []any{"list"}, Value: large}
	if _, err := Plan(Target{Doc: parseAll(t, []byte("a: b\n"))[0]}, []edit.Op{op}); !errors.Is(err, errGrows) {
		t.Errorf("a change that adds a list: %v, want %v", err, errGrows)
	}
}

// TestSpend: a plan asks before it reads a document, or a part of it.
func TestSpend(t *testing.T) {
	text := "metadata:\n  labels: {a: b}\nname: " + strings.Repeat("a", partAbove) + "\n"
	doc := parseAll(t, []byte(text))[0]
	op := edit.Op{Do: edit.Insert, Path: []any{"metadata", "labels", "new"}, Value: model.NewString("new")}
	for _, test := range []struct {
		enough int
		want   error
	}{{100, nil}, {10, errSpent}} {
		spent := 0
		_, err := Plan(Target{Doc: doc, Spend: func(bytes int) bool { spent += bytes; return spent <= test.enough }}, []edit.Op{op})
		if !errors.Is(err, test.want) {
			t.Errorf("with %d bytes: %v, want %v; asked for %d", test.enough, err, test.want, spent)
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
		fmt.Fprintf(&text, "# pool %d\n- kind: Provisioner\n  metadata:\n    name: p%d # c\n  spec:\n    # kubelet\n    kubeletConfiguration:\n      maxPods: %d # pods\n    limits: {resources: {cpu: 1}}\n", i, i, i)
	}
	doc := parseAll(t, []byte(text.String()))[0]
	start := time.Now()
	var ops []edit.Op
	for i := count - 1; i >= 0; i-- {
		item := doc.Root.Get("items", i)
		if c := layout.Detach(doc, item.Get("spec", "kubeletConfiguration")).Comments; c == nil || c.Above[0] != "kubelet" {
			t.Fatalf("%+v", c)
		}
		ops = append(ops, edit.Op{Do: edit.Insert, Path: []any{"items"}, Index: i + 1, Value: item}, edit.Op{Do: edit.Set, Path: []any{"items", i + 1, "kind"}, Value: model.NewString("NodePool")})
	}
	if _, err := Plan(Target{Doc: doc}, ops); err != nil {
		t.Error(err)
	}
	if d := time.Since(start); d > 10*time.Second {
		t.Errorf("took %v", d)
	}
}
