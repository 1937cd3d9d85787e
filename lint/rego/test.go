package rego

import (
	"context"
	"fmt"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/topdown/print"

	"github.com/karplint/karplint/base/limit"
)

// Tests are compiled modules with tests.
type Tests struct{ compiler *ast.Compiler }

// CompileTests compiles modules with tests, whose print statements print.
func CompileTests(modules map[string]*ast.Module) (*Tests, error) {
	compiler, err := compile(modules, ast.NewCompiler().WithEnablePrintStatements(true))
	return &Tests{compiler}, err
}

// TestRun is the run of a test.
type TestRun struct {
	Failed  string        // the reason why it failed; "" if it passed
	Output  string        // what it printed
	Reached map[Line]bool // the lines that it evaluated
}

// Line is a line of a module.
type Line struct {
	File string
	Row  int // 1-based
}

// Test evaluates a test, which passes if it is true. file is that of the test.
func (t *Tests) Test(ctx context.Context, pkg, name, file string) TestRun {
	trace := &testTrace{file: file, reached: map[Line]bool{}}
	program := newQuery(t.compiler, pkg, name)
	results, err := program.run(ctx, func(q *topdown.Query) *topdown.Query {
		return q.WithInput(ast.ObjectTerm()).WithQueryTracer(trace).WithPrintHook(trace)
	})
	run := TestRun{Output: trace.output.String(), Reached: trace.reached}
	switch {
	case err != nil:
		run.Failed = OneLine(err).Error()
	case len(results) == 0:
		run.Failed = trace.failed
	default:
		if v := results[0][resultVar].Value; v.Compare(ast.Boolean(true)) != 0 {
			run.Failed = fmt.Sprintf("it is %v, and not true", v)
		}
	}
	if run.Failed == "" && (err != nil || len(results) == 0) {
		run.Failed = "it is not defined"
	}
	return run
}

// testTrace notes which lines a test evaluates, which of its own expressions failed last, and what it prints.
type testTrace struct {
	file    string
	reached map[Line]bool
	failed  string
	output  strings.Builder
}

func (t *testTrace) Enabled() bool { return true }

func (t *testTrace) Config() topdown.TraceConfig { return topdown.TraceConfig{} }

func (t *testTrace) TraceEvent(e topdown.Event) {
	switch node := e.Node.(type) {
	case *ast.Rule:
		if e.Op == topdown.ExitOp {
			t.reach(node.Head.Location)
		}
	case *ast.Expr:
		if e.Op == topdown.EvalOp {
			t.reach(node.Location)
		}
		if e.Op == topdown.FailOp && node.Location != nil && node.Location.File == t.file {
			t.failed = fmt.Sprintf("%s:%d:%d: false or undefined: %s", t.file, node.Location.Row, node.Location.Col, firstLine(node.Location.Text))
		}
	}
}

func firstLine(text []byte) string {
	line, _, _ := strings.Cut(string(text), "\n")
	return line
}

func (t *testTrace) reach(place *ast.Location) {
	if place != nil {
		t.reached[Line{place.File, place.Row}] = true
	}
}

// Print implements print.Hook.
func (t *testTrace) Print(c print.Context, text string) error {
	if c.Location != nil {
		fmt.Fprintf(&t.output, "%s:%d: ", c.Location.File, c.Location.Row)
	}
	fmt.Fprintln(&t.output, text)
	limit.Point()
	return nil
}
