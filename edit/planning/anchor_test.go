package planning

import (
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// TestShared: an Op that is meant for every alias changes what is anchored; another Op may not.
func TestShared(t *testing.T) {
	tests := []struct {
		name, text, want string
		op               edit.Op
	}{
		{"in a map", "m: &m\n  a: one\nn: *m\n", "m: &m\n  a: two\nn: *m\n", edit.Op{Do: edit.Set, Path: []any{"m", "a"}, Value: model.NewString("two")}},
		{"behind a merge key", "m: &m {a: one}\nn:\n  <<: *m\n  b: 1\n", "m: &m {a: two}\nn:\n  <<: *m\n  b: 1\n",
			edit.Op{Do: edit.Set, Path: []any{"m", "a"}, Value: model.NewString("two")}},
		{"in a list", "m: &m\n- a\nn: *m\n", "m: &m\n- a\n- b\nn: *m\n",
			edit.Op{Do: edit.Insert, Path: []any{"m"}, Index: -1, Value: model.NewString("b")}},
		{"a key", "m: &m\n  a: one\nn: {x: *m}\n", "m: &m\n  b: one\nn: {x: *m}\n", edit.Op{Do: edit.Rename, Path: []any{"m", "a"}, Key: "b"}},
		{"a scalar", "m: &m one # c\nn: *m\n", "m: &m two # c\nn: *m\n", edit.Op{Do: edit.Set, Path: []any{"m"}, Value: model.NewString("two")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := model.NewFile("a.yaml", []byte(test.text))
			doc := parseAll(t, f.Data)[0]
			if edits, err := Plan(Target{Doc: doc}, []edit.Op{test.op}); err == nil {
				t.Errorf("without Shared it makes %v", edits)
			}
			test.op.Shared = true
			edits, err := Plan(Target{Doc: doc}, []edit.Op{test.op})
			if err != nil {
				t.Fatal(err)
			}
			if after, err := edit.Apply(f.Data, edits); err != nil || string(after) != test.want {
				t.Errorf("it makes %q (%v), want %q", after, err, test.want)
			}
		})
	}
}
