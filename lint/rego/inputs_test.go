package rego

import (
	"context"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// TestInputs: equal inputs are one, whose rules are evaluated once; inputs that are all different are soon no longer held.
func TestInputs(t *testing.T) {
	input := func(n int) *Input { return NewInput(Field("n", ast.InternedTerm(n))) }
	var inputs Inputs
	first := inputs.Hold(input(0))
	if inputs.Hold(input(0)) != first || inputs.Hold(input(1)) == first {
		t.Error("an equal input is another one, or a different one is the same")
	}
	module := ast.MustParseModule("package x\n\nreport contains input.n\n")
	compiler, err := Compile(map[string]*ast.Module{"x.rego": module}, false)
	if err != nil {
		t.Fatal(err)
	}
	program := newQuery(compiler, "x", "report")
	for range 2 {
		set, err := program.Evaluate(context.Background(), first)
		if err != nil || set.Compare(ast.NewSet(ast.InternedTerm(0))) != 0 {
			t.Errorf("the report is %v, %v", set, err)
		}
		first.Answered()
	}
	if len(first.reports) != 1 {
		t.Errorf("%d reports are remembered", len(first.reports))
	}

	for n := range triedInputs {
		inputs.Hold(input(n + 2))
	}
	if late := input(0); inputs.Hold(late) != late {
		t.Error("an input is held although hardly any was equal to others")
	}
}

// TestInputsOften: inputs are held, up to a number, while many of them are equal to others.
func TestInputsOften(t *testing.T) {
	var inputs Inputs
	for n := range 2 * mostInputs {
		for range 2 {
			inputs.Hold(NewInput(Field("n", ast.InternedTerm(n))))
		}
	}
	held := 0
	for _, same := range inputs.byHash { // in any order: it is a sum
		held += len(same)
	}
	if held != mostInputs || inputs.equal != mostInputs {
		t.Errorf("%d inputs are held, and %d were equal to one, want %d", held, inputs.equal, mostInputs)
	}
}
