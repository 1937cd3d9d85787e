package fixes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// proposed returns fixes of a file, one for each edit.
func proposed(f *model.File, edits ...edit.Edit) []Proposal {
	var all []Proposal
	for _, e := range edits {
		all = append(all, Proposal{Rule: "KL999", Location: place.Location{File: f.Path},
			Fix: &Fix{Title: "mend it", Safety: rule.Safe, Edits: FileEdits(f, []edit.Edit{e})}})
	}
	return all
}

// TestMakeInChangedFile: a fix that was planned for other bytes than those that are there now is not made.
func TestMakeInChangedFile(t *testing.T) {
	planned := model.NewFile("a.yaml", []byte("a: 1\n"))
	round := Make(proposed(planned, edit.Edit{Start: 3, End: 4, New: "2"}), false, func(string) ([]byte, error) { return []byte("b: 3\n"), nil })
	if len(round.Changed) > 0 || len(round.Refused) != 1 ||
		!strings.Contains(round.Refused[0], "a.yaml changed on disk since it was read; run karplint again") {
		t.Errorf("changed %q, refused %q", round.Changed, round.Refused)
	}
}

// TestCompatible: of fixes whose edits touch, the first is made in this round; equal fixes are both made.
func TestCompatible(t *testing.T) {
	f := model.NewFile("a.yaml", []byte(strings.Repeat("a: 1\n", 20_000)))
	many := fixesOfLines(20_000)
	slices.Reverse(many)
	for _, c := range []struct {
		edits []edit.Edit
		want  int
	}{
		{many, 20_000},
		{slices.Concat(many, many[:5]), 20_005},
		{[]edit.Edit{{Start: 3, End: 4, New: "2"}, {Start: 4, End: 4, New: "3"}, {Start: 2, End: 3}, {Start: 0, End: 9}, {Start: 8, End: 9}}, 2},
		{[]edit.Edit{{Start: 10, End: 15}, {Start: 0, End: 30}, {Start: 12, End: 13}, {Start: 20, End: 25}, {Start: 5, End: 9}}, 3},
	} {
		if chosen := compatible(bundles(proposed(f, c.edits...), false)); len(chosen) != c.want {
			t.Errorf("%d of %d fixes, want %d", len(chosen), len(c.edits), c.want)
		}
	}
}

func fixesOfLines(n int) (edits []edit.Edit) {
	for i := range n {
		edits = append(edits, edit.Edit{Start: 5*i + 3, End: 5*i + 4, New: fmt.Sprint(i % 10)})
	}
	return edits
}
