package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/rule"
	"golang.org/x/tools/txtar"
)

// TestWays fixes mistakes in values that come to a resource in all possible ways. Each archive contains files with one mistake, and the report and
// the change of karplint: at the literal, as unsafe if others read it, and no change if there is no literal.
func TestWays(t *testing.T) {
	rules := load(t)
	golden.Archives(t, "testdata/ways/*.txtar", func(t *testing.T, archive *txtar.Archive) []txtar.File {
		in := slices.DeleteFunc(slices.Clone(archive.Files), func(f txtar.File) bool { return f.Name == "outcome" })
		c := &rule.Example{Name: "bad/directory"}
		for _, f := range in {
			c.Files = append(c.Files, rule.ExampleFile{Name: f.Name, Text: string(f.Data)})
		}
		tree := exampleTree(c, c.Files)
		l := linter(t, rules, "1.0.8", "KL105", "KL503", "KL601")
		var out strings.Builder
		fixable := 0
		for _, f := range lintTree(t, l, tree).Findings {
			fix := "no fix"
			if f.Fix != nil {
				fix = string(f.Fix.Safety) + " fix"
				fixable++
			}
			fmt.Fprintf(&out, "%s:%d: %s %s: %s\n", f.File, f.Start.Line, f.Rule, fix, f.Message)
		}
		fixed := fixTree(t, l, tree, true)
		if len(fixed.Findings) > 0 && fixable > 0 || len(fixed.Notes) > 0 {
			t.Errorf("after the fixes there are %d findings, notes %q", len(fixed.Findings), fixed.Notes)
		}
		for _, f := range in {
			if after, changed := fixed.Texts[f.Name]; changed {
				out.WriteString(diff.Unified(f.Name, f.Data, after))
			}
		}
		golden.Shuffles(t, tree.Inputs, func(t *testing.T, shuffled []fileset.Input) {
			tree := tree
			tree.Inputs = shuffled
			if d := cmp.Diff(fixed.Texts, fixTree(t, l, tree, true).Texts); d != "" {
				t.Errorf("fixed (-in order +shuffled):\n%s", d)
			}
		})
		return append(in, txtar.File{Name: "outcome", Data: []byte(out.String())})
	})
}
