package planning

import (
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

func TestSetBefore(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"block", "m:\n  a: 1\n\n  # on b\n  b: 2\n", "m:\n  a: 1\n  new: x\n\n  # on b\n  b: 2\n"},
		{"first", "m:\n  # on b\n  b: 2\n", "m:\n  new: x\n  # on b\n  b: 2\n"},
		{"flow", "m: {a: 1, b: 2}\n", "m: {a: 1, new: x, b: 2}\n"},
		{"JSON", `{"m": {"a": 1, "b": 2}}` + "\n", `{"m": {"a": 1, "new": "x", "b": 2}}` + "\n"},
		{"no such key", "m:\n  a: 1\n", "m:\n  a: 1\n  new: x\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc, err := layout.ReadDocument(model.NewFile("a.yaml", []byte(c.in)))
			if err != nil {
				t.Fatal(err)
			}
			edits, err := Plan(Target{Doc: doc}, []edit.Op{{Do: edit.Set, Path: []any{"m", "new"}, Value: model.NewString("x"), Before: "b"}})
			if err != nil {
				t.Fatal(err)
			}
			if got, err := edit.Apply([]byte(c.in), edits); err != nil || string(got) != c.want {
				t.Errorf("got %v\n%s\nwant\n%s", err, got, c.want)
			}
		})
	}
}
