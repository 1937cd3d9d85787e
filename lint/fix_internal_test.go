package lint

import (
	"errors"
	"testing"

	"github.com/karplint/karplint/internal/parallel"
)

// TestPanicInFix: the finding is kept without the fix, and the bug is an error.
func TestPanicInFix(t *testing.T) {
	f := found{Finding: Finding{Location: Location{File: "a.yaml"}}, sketch: &sketch{fix: &Fix{}, changes: []*change{{}}}}
	err := f.plan()
	if bug := (*parallel.Bug)(nil); !errors.As(err, &bug) || bug.Path != "a.yaml" || f.Fix != nil {
		t.Errorf("error %v, fix %v", err, f.Fix)
	}

	report := fixReport{Ops: []opReport{{}}}
	s, err := report.sketch("a", func(string) (*actor, remover, error) { return &actor{}, nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	f = found{sketch: s}
	if bug := (*parallel.Bug)(nil); !errors.As(f.plan(), &bug) || f.Fix != nil {
		t.Errorf("a bug in finding the place is %v, fix %v", f.plan(), f.Fix)
	}
}
