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
		all = append(all, Proposal{Rule: "KL999", Location: place.Location{File: f.Path}, Fix: &Fix{Title: "mend it", Safety: rule.Safe, Edits: FileEdits(f, []edit.Edit{e})}})
	}
	return all
}

// TestMakeInChangedFile: a fix that was planned for other bytes than those that are there now is not made.
func TestMakeInChangedFile(t *testing.T) {
	planned := model.NewFile("a.yaml", []byte("a: 1\n"))
	round := Make(proposed(planned, edit.Edit{Start: 3, End: 4, New: "2"}), false, func(string) ([]byte, error) { return []byte("b: 3\n"), nil }, nil)
	if len(round.Changed) > 0 || len(round.Refused) != 1 || !strings.Contains(round.Refused[0], "a.yaml changed on disk since it was read; run karplint again") {
		t.Errorf("changed %q, refused %q", round.Changed, round.Refused)
	}
}

// TestProofs: only documents that fixes change are parsed to prove that they still parse, and no more bytes than allowed. What exceeds them is
// named once.
func TestProofs(t *testing.T) {
	const document = "---\na: 1\n"
	f := model.NewFile("a.yaml", []byte(strings.Repeat("---\nother: 1\n", 1000)+strings.Repeat(document, 4)))
	var edits []edit.Edit
	for i := range 3 {
		end := len(f.Data) - i*len(document) - 1
		edits = append(edits, edit.Edit{Start: end - 1, End: end, New: "2"})
	}
	read := func(string) ([]byte, error) { return f.Data, nil }
	parsed := 0
	round := Make(proposed(f, edits...), false, read, func(bytes int) bool { parsed += bytes; return true })
	if len(round.Applied) != 3 || parsed > 20*len(document) {
		t.Errorf("%d fixes, %d bytes parsed", len(round.Applied), parsed)
	}
	round = Make(proposed(f, edits...), false, read, func(int) bool { return false })
	const refused = "takes too long, for this fix and those after it; fix fewer files at once"
	if len(round.Applied) != 0 || len(round.Refused) != 1 || !strings.Contains(round.Refused[0], refused) {
		t.Errorf("%d fixes, refused %q", len(round.Applied), round.Refused)
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
