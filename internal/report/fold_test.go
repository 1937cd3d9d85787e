package report

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/place"
)

func TestFoldEqual(t *testing.T) {
	var findings []lint.Finding
	add := func(n int, rule, dir, message string) {
		for i := range n {
			findings = append(findings, lint.Finding{Rule: rule, Message: message, Location: place.Location{File: fmt.Sprintf("%s/%d.yaml", dir, i)}})
		}
	}
	add(5, "KL302", "legacy", "old")
	add(4, "KL302", "legacy", "older")
	add(4, "KL301", "legacy", "old")
	add(3, "KL302", "new", "old")
	shown, folded := foldEqual(findings)
	if len(shown) != 3+3+3+3 {
		t.Errorf("%d findings are shown", len(shown))
	}
	var lines []string
	for _, f := range folded {
		lines = append(lines, f.String())
	}
	want := []string{"and 3 more of KL302 in legacy/; --all shows them", "and 1 more of KL301 in legacy/; --all shows them"}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
	if slices.ContainsFunc(folded, func(f fold) bool { return f.dir == "new" }) {
		t.Error("three findings are folded")
	}
}
