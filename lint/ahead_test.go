package lint_test

import (
	"io/fs"
	"os"
	"path"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/versions"
)

// TestAheadIsSource compares the findings in all examples by the rules that were compiled ahead with those by their sources.
func TestAheadIsSource(t *testing.T) {
	golden.NotInCheck(t)
	ahead := load(t)
	source, err := rule.Load(sourceOnly{os.DirFS(rulesDir)})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(source.All(), ahead.All(), cmpopts.IgnoreUnexported(rule.Rule{}, rule.Source{})); d != "" {
		t.Errorf("METADATA (-source +ahead):\n%s", d)
	}
	linters := map[[2]string][2]*lint.Linter{} // by version and order
	for _, rule := range ahead.All() {
		examples, err := rule.Examples()
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range examples.Cases {
			if !golden.IsSampled(i, lint.CasesEach) {
				continue
			}
			key := [2]string{c.Version, c.DestroyOrder}
			if linters[key][0] == nil {
				linters[key] = [2]*lint.Linter{allRules(t, ahead, key), allRules(t, source, key)}
			}
			tree := exampleTree(&c, c.Files)
			got, want := lintTree(t, linters[key][0], tree), lintTree(t, linters[key][1], tree)
			if d := cmp.Diff(want.Findings, got.Findings, cmpopts.IgnoreUnexported(lint.Finding{}, fixes.Fix{})); d != "" {
				t.Errorf("%s %s: findings (-source +ahead):\n%s", rule.Name, c.Name, d)
			}
		}
	}
	for key, two := range linters {
		if !two[0].Ahead() || two[1].Ahead() {
			t.Errorf("%v: the rules are not compiled as they should be", key)
		}
	}
}

func allRules(t *testing.T, rules *rule.Rules, key [2]string) *lint.Linter {
	t.Helper()
	target, err := versions.ParseTarget(key[0], "test")
	if err != nil {
		t.Fatal(err)
	}
	l, err := lint.New(rules, lint.Options{Target: target, DestroyOrder: key[1], Facts: facts.FS})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// sourceOnly is the rules without those that were compiled ahead.
type sourceOnly struct{ fs.FS }

func (f sourceOnly) Open(name string) (fs.File, error) {
	if path.Dir(name) == "compiled" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f.FS.Open(name)
}
