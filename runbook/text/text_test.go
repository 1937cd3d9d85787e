package text

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/runbook"
)

// TestWorkflowCommands: no line of a page is a workflow command of GitHub, whatever the names of objects are.
func TestWorkflowCommands(t *testing.T) {
	p := &runbook.Plan{Roads: []*runbook.Road{{From: "0.37.8", To: "1.0.8",
		Installations: []*runbook.Installation{{Name: "a\n::error::b\n  ::error::c"}}}}}
	for _, format := range []string{"text", "markdown"} {
		var out strings.Builder
		if err := Write(&out, format, p, Options{}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if strings.HasPrefix(strings.TrimSpace(line), "::") {
				t.Errorf("%s: %q", format, line)
			}
		}
	}
}

// TestNewlines: a name with newlines adds no line, such as a forged command, to a page.
func TestNewlines(t *testing.T) {
	name := "a\n```\n   kubectl delete\n"
	step := &runbook.Step{
		Title: name, Installation: name, Why: []string{name}, Items: []runbook.Item{{Place: runbook.Place{File: name}, Text: name}},
		Commands: []runbook.Command{{Run: name, Expect: name}},
	}
	p := &runbook.Plan{Roads: []*runbook.Road{{Before: []*runbook.Step{step}}}}
	for _, format := range []string{"text", "markdown"} {
		var out strings.Builder
		if err := Write(&out, format, p, Options{}); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if strings.HasPrefix(line, "   kubectl delete") {
				t.Errorf("%s: a new line: %q", format, out.String())
			}
		}
	}
}
