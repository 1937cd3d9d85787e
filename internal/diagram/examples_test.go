package diagram_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/diagram"
	"github.com/karplint/karplint/internal/ruletest"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/versions"
)

// notDrawn are the examples with findings that are in no picture: scripts, as docs/graph.md says.
var notDrawn = []string{"KL203 bad/script.tf", "KL203 bad/script-in-module", "KL203 bad/script-deletes-pools-late.tf"}

// TestExamples draws the bad examples of all rules in the picture: each finding is a mark or an edge of a node that it is about.
// testdata/examples.txt has how they are drawn; -update writes it.
func TestExamples(t *testing.T) {
	rules, err := rule.Load(os.DirFS("../../rules"))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, about := range rules.All() {
		if !slices.Contains(diagram.Rules(), about.ID) {
			continue
		}
		examples, err := about.Examples()
		if err != nil {
			t.Fatal(err)
		}
		for i := range examples.Cases {
			c := &examples.Cases[i]
			name := about.ID + " " + c.Name
			if !c.Bad {
				continue
			}
			t.Run(name, func(t *testing.T) {
				graph, findings := drawExample(t, rules, c)
				fmt.Fprintf(&got, "%s\n%s", name, redLines(graph))
				missing := notIn(graph, findings)
				if isException := slices.Contains(notDrawn, name); isException != (len(missing) > 0) {
					t.Errorf("not in the picture: %s", missing)
				}
			})
		}
	}
	const file = "testdata/examples.txt"
	if golden.Update() {
		if err := os.WriteFile(file, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); d != "" {
		t.Errorf("run with -update if this is right (-want +got):\n%s", d)
	}
}

func drawExample(t *testing.T, rules *rule.Rules, c *rule.Example) (*diagram.Graph, []lint.Finding) {
	t.Helper()
	target, err := versions.ParseTarget(c.Version, "test")
	if err != nil {
		t.Fatal(err)
	}
	linter, err := lint.New(rules, lint.Options{Select: diagram.Rules(), Target: target, DestroyOrder: c.DestroyOrder, Facts: facts.FS})
	if err != nil {
		t.Fatal(err)
	}
	tree := ruletest.Tree(c, c.Files)
	result, err := ruletest.Lint(t.Context(), linter, c, tree)
	if err != nil {
		t.Fatal(err)
	}
	graph, errs := diagram.New(t.Context(), tree, result.Findings)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return graph, result.Findings
}

// redLines returns a line for each mark, and for each red edge.
func redLines(graph *diagram.Graph) string {
	var lines strings.Builder
	for _, group := range graph.Groups {
		for _, n := range group.Nodes {
			for _, m := range n.Marks {
				fmt.Fprintf(&lines, "  %s: %s\n", m.Rule, n.ID)
			}
		}
		for _, e := range group.Edges {
			if e.Rule != "" {
				fmt.Fprintf(&lines, "  %s: %s %s -> %s\n", e.Rule, e.Kind, e.From, e.To)
			}
		}
	}
	return lines.String()
}

// notIn returns the findings that neither mark a node with one of their owners, nor an edge of it.
func notIn(graph *diagram.Graph, findings []lint.Finding) (missing []string) {
	red := map[string]bool{}
	for _, group := range graph.Groups {
		for _, n := range group.Nodes {
			for _, member := range n.Members {
				for _, mark := range n.Marks {
					red[mark.Rule+" "+member] = true
				}
				for _, e := range group.Edges {
					if e.From == n.ID || e.To == n.ID {
						red[e.Rule+" "+member] = true
					}
				}
			}
		}
	}
	for _, f := range findings {
		if !slices.ContainsFunc(f.Owners, func(o lint.Owner) bool { return red[f.Rule+" "+o.Address] }) {
			missing = append(missing, f.Rule+" "+f.Resource)
		}
	}
	return missing
}
