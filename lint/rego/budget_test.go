package rego

import (
	"errors"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// TestBudget: an evaluation that takes more steps than there are ends, and so do those after it.
func TestBudget(t *testing.T) {
	module := ast.MustParseModule("package a\n\nreport contains n if {\n\tsome n in numbers.range(1, 1000)\n\tn > 0\n}\n")
	compiler, err := Compile(map[string]*ast.Module{"a.rego": module}, true)
	if err != nil {
		t.Fatal(err)
	}
	program := NewProgram(compiler, "a")
	enough, few := NewBudget(10_000), NewBudget(1000)
	report, err := program.Evaluate(t.Context(), NewInput(), enough)
	if err != nil || report.Len() != 1000 || enough.Spent() {
		t.Fatalf("%d results, error %v, of %d steps", report.Len(), err, enough.Taken())
	}
	if steps := enough.Taken(); steps < 1000 {
		t.Errorf("%d steps; want one for each number at least", steps)
	}
	for range 2 {
		if _, err := program.Evaluate(t.Context(), NewInput(), few); !errors.Is(err, ErrSteps) || few.Taken() != 1000 {
			t.Errorf("error %v after %d steps, want %v after 1000", err, few.Taken(), ErrSteps)
		}
	}
}
