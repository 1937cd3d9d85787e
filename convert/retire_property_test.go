package convert_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestRetireProperty: removing the alpha objects whose successors were added beside them leaves the objects that converting in place makes, and there
// is nothing left to remove.
func TestRetireProperty(t *testing.T) {
	removed := 0
	check(t, func(t *rapid.T) {
		f := generate.Alpha().Draw(t, "file")
		opts := convert.Options{KarpenterVersion: "0.32.10", Role: "NodeRole"}
		inPlace := convertText(t, opts, f.Path, f.Text)
		opts.Keep = true
		beside := convertText(t, opts, f.Path, f.Text)
		if inPlace.Undecided() || beside.Undecided() || len(beside.out) > 1 {
			return
		}
		kept := model.NewFile(f.Path, beside.After)
		retired := beside.Retire([]*model.File{kept})
		if len(retired) == 0 {
			return // no alpha object
		}
		if retired[0].Undecided() {
			return
		}
		removed++
		want, got := objectsOf(inPlace.After), objectsOf(retired[0].After)
		for name, v := range want {
			if !model.Equal(v, got[name]) {
				t.Errorf("%s differs from what converting in place makes of it:\n%s\n--- in place\n%s", name, retired[0].After, inPlace.After)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%d objects are left, and %d in place:\n%s", len(got), len(want), retired[0].After)
		}
		if again := beside.Retire([]*model.File{model.NewFile(f.Path, retired[0].After)}); len(again) > 0 {
			t.Errorf("a second run finds something:\n%v", again[0].Notes)
		}
	})
	if removed < golden.Draws(10, 100) {
		t.Errorf("objects were removed from only %d files: give more -rapid.checks", removed)
	}
}

// objectsOf returns the objects in a text, by kind and name.
func objectsOf(text []byte) map[string]*model.Value {
	all := map[string]*model.Value{}
	yaml.Documents(model.NewFile("objects.yaml", text), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			return false
		}
		for _, res := range yaml.Resources(doc) {
			all[res.Kind+" "+res.Name] = res.Value
		}
		return true
	})
	return all
}
