package lint

import (
	"errors"
	"testing"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
)

// TestPanicInFix: the finding is kept without the fix, and the bug is an error.
func TestPanicInFix(t *testing.T) {
	report := rule.FixReport{Ops: []rule.OpReport{{}}}
	s, err := fixes.NewUnplanned(&report, "a", func(string) (place.View, error) { return nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	r, findings := &checker{linter: &Linter{}}, []candidate{{unplanned: s}}
	r.plan(findings)
	if bug := (*parallel.Bug)(nil); !errors.As(r.bug, &bug) || findings[0].Fix != nil {
		t.Errorf("a bug in finding the place is %v, fix %v", r.bug, findings[0].Fix)
	}
}
