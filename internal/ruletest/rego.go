package ruletest

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/lint/rego"
)

// RegoTest is the result of a rule whose name begins with test_.
type RegoTest struct {
	Name   string
	Place  string // file:line
	Failed string // the reason why it failed; "" if it passed
	Output string // what it printed
}

// RegoTests are the results of the tests of a rule.
type RegoTests struct {
	Tests     []RegoTest
	Lines     int         // those of modules without tests that can be evaluated
	Uncovered []rego.Line // those that no test evaluated, sorted
}

// Coverage returns how many of the rule's lines the tests evaluated, in percent.
func (r *RegoTests) Coverage() float64 {
	switch {
	case len(r.Tests) == 0:
		return 0
	case r.Lines == 0:
		return 100
	}
	return 100 * float64(r.Lines-len(r.Uncovered)) / float64(r.Lines)
}

// RunRego runs the tests in the named modules.
func RunRego(ctx context.Context, modules map[string]*ast.Module, names []string) (results RegoTests, err error) {
	var lines []rego.Line
	for _, name := range names {
		if !strings.HasSuffix(name, "_test.rego") {
			lines = append(lines, evaluable(name, modules[name])...)
		}
	}
	tests, err := rego.CompileTests(modules)
	if err != nil {
		return results, err
	}
	reached := map[rego.Line]bool{}
	for _, name := range names {
		for _, test := range testsIn(modules[name]) {
			done := limit.Working(test.name)
			run := tests.Test(ctx, test.pkg, test.name, name)
			done()
			maps.Copy(reached, run.Reached)
			results.Tests = append(results.Tests, RegoTest{test.name, fmt.Sprintf("%s:%d", name, test.line), run.Failed, run.Output})
		}
	}
	results.Lines = len(lines)
	results.Uncovered = slices.DeleteFunc(lines, func(l rego.Line) bool { return reached[l] })
	return results, nil
}

// regoTest is a test in a module.
type regoTest struct {
	pkg, name string
	line      int
}

// testsIn returns the tests of a module in their order, each once.
func testsIn(module *ast.Module) (tests []regoTest) {
	known := map[string]bool{}
	for _, r := range module.Rules {
		name := string(r.Head.Name)
		if len(r.Head.Reference) > 0 {
			name = strings.Trim(r.Head.Reference[0].String(), `"`)
		}
		if strings.HasPrefix(name, "test_") && !known[name] {
			known[name] = true
			tests = append(tests, regoTest{rego.PackageName(module), name, r.Location.Row})
		}
	}
	return tests
}

// evaluable returns the lines of a module on which an evaluation can begin, sorted: of heads and of expressions.
func evaluable(name string, module *ast.Module) (lines []rego.Line) {
	rows := map[int]bool{}
	ast.WalkRules(module, func(r *ast.Rule) bool {
		rows[r.Head.Location.Row] = true
		return false
	})
	ast.WalkExprs(module, func(e *ast.Expr) bool {
		if _, declares := e.Terms.(*ast.SomeDecl); !declares && e.Location != nil && e.Location.Row > 0 {
			rows[e.Location.Row] = true
		}
		return false
	})
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		lines = append(lines, rego.Line{File: name, Row: row})
	}
	return lines
}
