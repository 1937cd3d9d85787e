package fixes

import (
	"fmt"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/model"
)

// A map goes with its last entry, and the maps above it as far as the rule allows.
func TestPrune(t *testing.T) {
	for name, c := range map[string]struct {
		aws    *model.Value
		ops    []edit.Op
		levels int
		want   string
	}{
		"last entry": {
			model.NewMap(model.NewEntry("x", model.NewString("a"))), []edit.Op{{Do: edit.Move, Path: []any{"s", "aws", "x"}, To: []any{"s", "x"}}}, 2,
			"[[s aws x] [s aws]]",
		},
		"another entry": {
			model.NewMap(model.NewEntry("x", model.NewString("a")), model.NewEntry("y", model.NewString("b"))),
			[]edit.Op{{Do: edit.Move, Path: []any{"s", "aws", "x"}, To: []any{"s", "x"}}}, 2, "[[s aws x]]",
		},
		"within the map": {
			model.NewMap(model.NewEntry("x", model.NewString("a"))), []edit.Op{{Do: edit.Move, Path: []any{"s", "aws", "x"}, To: []any{"s", "aws", "z"}}}, 2,
			"[[s aws x]]",
		},
		"up to the level": {model.NewMap(model.NewEntry("x", model.NewString("a"))), []edit.Op{{Do: edit.Delete, Path: []any{"s", "aws", "x"}}}, 1,
			"[[s aws]]"},
		"not asked for": {model.NewMap(model.NewEntry("x", model.NewString("a"))), []edit.Op{{Do: edit.Delete, Path: []any{"s", "aws", "x"}}}, 0,
			"[[s aws x]]"},
		"all maps above": {model.NewMap(model.NewEntry("x", model.NewString("a"))), []edit.Op{{Do: edit.Delete, Path: []any{"s", "aws", "x"}}}, 2,
			"[[s]]"},
		"never everything": {model.NewMap(model.NewEntry("x", model.NewString("a"))), []edit.Op{{Do: edit.Delete, Path: []any{"s", "aws", "x"}}}, 9,
			"[[s]]"},
	} {
		root := model.NewMap(model.NewEntry("s", model.NewMap(model.NewEntry("aws", c.aws))))
		change := &change{document: &place.Document{Doc: &model.Document{Root: root}}, ops: c.ops}
		change.prune(c.ops[0].Path, c.levels)
		var paths [][]any
		for _, op := range change.ops {
			paths = append(paths, op.Path)
		}
		if got := fmt.Sprint(paths); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
