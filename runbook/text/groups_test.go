package text

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/runbook"
	"github.com/karplint/karplint/runbook/road"
)

// stopAt returns a stop with decisions.
func stopAt(release string, decisions ...runbook.Item) *runbook.Stop {
	return &runbook.Stop{Stop: road.Stop{Release: release}, Decisions: decisions}
}

// itemAt returns an item about a subject.
func itemAt(file string, line int, subject, message string) runbook.Item {
	return runbook.Item{Place: runbook.Place{File: file, Line: line}, Text: subject + ": " + message, Message: message}
}

// TestGrouped: decisions that differ only in the stop, or in the subject, are one; a line of a file is shown for a single place of the first stop.
func TestGrouped(t *testing.T) {
	chart := func(line int, version string) runbook.Item {
		return itemAt("main.tf", line, "helm_release.karpenter version", "chart karpenter is v0.30.0; set its version to "+version)
	}
	own := func(name string, line int) runbook.Item {
		return itemAt("rbac.yaml", line, "ClusterRole "+name, "is a part of Karpenter")
	}
	p := &runbook.Plan{Roads: []*runbook.Road{{From: "0.30.0", To: "1.8.1", Stops: []*runbook.Stop{
		stopAt("0.31.5", chart(2, "v0.31.5"), own("a", 1), own("b", 9)),
		stopAt("0.32.10", chart(4, "v0.32.10"), itemAt("pool.yaml", 7, "Provisioner default", "has no role")),
		stopAt("1.8.1", chart(2, "1.8.1")),
	}}}}
	source := func(string) []byte { return []byte("resource {\n\tversion = \"v0.30.0\"\n}\n") }
	var out strings.Builder
	if err := Write(&out, "text", p, Options{Source: source}); err != nil {
		t.Fatal(err)
	}
	want := `
- stops 1 to 3: main.tf:2: helm_release.karpenter version: chart karpenter is
  v0.30.0; set its version to VERSION; VERSION is v0.31.5, v0.32.10 and 1.8.1 in
  turn
    2 | version = "v0.30.0"
- stop 1: is a part of Karpenter:
  - rbac.yaml:1: ClusterRole a
  - rbac.yaml:9: ClusterRole b
- stop 2: pool.yaml:7: Provisioner default: has no role

`
	if !strings.Contains(out.String(), want) {
		t.Errorf("got:\n%s\nwant:\n%s", out.String(), want)
	}
}

// TestPainted: on a terminal places and stops are bold, whatever a text contains, and take no columns.
func TestPainted(t *testing.T) {
	p := &runbook.Plan{Roads: []*runbook.Road{{Stops: []*runbook.Stop{stopAt("1.8.1", itemAt("a.tf", 3, "NodePool \x1b[31mx", "is ::error:: old"))}}}}
	var out strings.Builder
	if err := Write(&out, "text", p, Options{Terminal: terminal.Terminal{Color: true, Width: 40}}); err != nil {
		t.Fatal(err)
	}
	want := "\n- \x1b[1mstop\x1b[0m \x1b[1m1:\x1b[0m \x1b[1ma.tf:3\x1b[0m: NodePool ␛[31mx: is\n  : :error:: old\n"
	if !strings.Contains(out.String(), want) {
		t.Errorf("%q lacks %q", out.String(), want)
	}
}
