package fixes

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
)

// TestNarrowFindsTheItem: the part is the one item, and what is planned on it is planned right.
func TestNarrowFindsTheItem(t *testing.T) {
	before := NarrowAbove
	NarrowAbove = 60
	defer func() { NarrowAbove = before }()
	text := "kind: P\njobs:\n- name: a\n  m:\n    x: 1\n    y: 2\n- name: b\n  m:\n    x: 1\n    y: 2\n- name: c\n"
	p := place.NewPage(parseYAML(t, text))
	ops := []edit.Op{{Do: edit.Rename, Path: []any{"jobs", 1, "m", "x"}, Key: "z"}}
	part, moved := narrow(p, ops)
	if got, want := part.Text(part.Span), "- name: b\n  m:\n    x: 1\n    y: 2\n"; got != want {
		t.Fatalf("the part is %q, want %q", got, want)
	}
	if d := cmp.Diff([]any{0, "m", "x"}, moved[0].Path); d != "" {
		t.Error(d)
	}
	got, err := edit.Plan(edit.Target{Doc: part}, moved)
	if err != nil {
		t.Fatal(err)
	}
	want, err := edit.Plan(edit.Target{Doc: p.Doc}, ops)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	for _, whole := range []string{
		strings.Replace(text, "m:", "m: &a", 1) + "- *a\n",
		strings.Replace(text, "name: a", "name: {{ .a }}", 1),
	} {
		q := place.NewPage(parseYAML(t, whole))
		if part, _ := narrow(q, ops); part != q.Doc {
			t.Errorf("a part of a document with an alias or a template: %q", part.Text(part.Span))
		}
	}
}
