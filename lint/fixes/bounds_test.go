package fixes

import (
	"fmt"
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

// TestConflictsOfMany: a fix is compared with those near it only.
func TestConflictsOfMany(t *testing.T) {
	f := model.NewFile("a.yaml", []byte(strings.Repeat("a: 1\n", 20_000)))
	compared := 0
	chosen := newChoice()
	for i, p := range proposed(f, fixesOfLines(20_000)...) {
		c := &candidate{proposal: p}
		for _, block := range p.Fix.blocks() {
			compared += len(chosen.touched[block])
		}
		if chosen.conflicts(c) {
			t.Fatalf("the fix of line %d conflicts", i)
		}
		chosen.add(c)
	}
	if compared > 20_000*300 {
		t.Errorf("%d comparisons", compared)
	}
}

func fixesOfLines(n int) (edits []edit.Edit) {
	for i := range n {
		edits = append(edits, edit.Edit{Start: 5*i + 3, End: 5*i + 4, New: fmt.Sprint(i % 10)})
	}
	return edits
}
