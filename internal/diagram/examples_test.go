package diagram_test

import (
	"os"
	"slices"
	"testing"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/diagram"
	"github.com/karplint/karplint/internal/ruletest"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/versions"
)

// notDrawn are the examples with findings that are in no picture: scripts, as docs/graph.md says.
var notDrawn = []string{"KL203 bad/script.tf", "KL203 bad/script-in-module", "KL203 bad/script-deletes-pools-late.tf"}

// TestExamples draws the bad examples of all rules in the picture: each finding is a mark or an edge of a node that it is about.
func TestExamples(t *testing.T) {
	rules, err := rule.Load(os.DirFS("../../rules"))
	if err != nil {
		t.Fatal(err)
	}
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
			if !c.Bad || len(c.Before) > 0 {
				continue
			}
			t.Run(name, func(t *testing.T) {
				isDrawn := drawExample(t, rules, c)
				if isException := slices.Contains(notDrawn, name); isException == isDrawn {
					t.Errorf("all findings are in the picture: %v, want %v", isDrawn, !isException)
				}
			})
		}
	}
}

// drawExample reports whether all findings of an example are in its picture.
func drawExample(t *testing.T, rules *rule.Rules, c *rule.Example) bool {
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
	drawn, areAll := redNodes(graph), true
	for _, f := range result.Findings {
		isDrawn := slices.ContainsFunc(f.Owners, func(o lint.Owner) bool { return drawn[f.Rule+" "+o.Address] })
		if !isDrawn {
			t.Logf("%s of %s: %s", f.Rule, f.Resource, f.Message)
			areAll = false
		}
	}
	return areAll
}

// redNodes returns which rules mark which members, or an edge of theirs: KL204 NodePool/default.
func redNodes(graph *diagram.Graph) map[string]bool {
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
	return red
}
