package lint_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/internal/testing/histories"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
)

// TestCompare: comparing the states of changing repositories finds the difference of two whole runs.
func TestCompare(t *testing.T) {
	golden.NotInCheck(t)
	times := 30
	if os.Getenv("KARPLINT_TEST_LONG") != "" {
		times = 500
	}
	all, err := rule.Load(rules.FS)
	if err != nil {
		t.Fatal(err)
	}
	linter, err := lint.New(all, lint.Options{Facts: facts.FS, Ignore: []string{"KL205", "KL305"}}) // they compare two states themselves
	if err != nil {
		t.Fatal(err)
	}
	for seed := range times {
		h := histories.New(uint64(seed)) //nolint:gosec // it is not negative
		texts := map[string][]byte{}
		var before lint.Side
		var known []lint.Finding
		for step := range 8 {
			texts = update(texts, h.Files)
			now := sideOf(linter, texts)
			found := lint.Lint(t.Context(), now.Tree, now.Settings).Findings
			if step > 0 {
				want := keysOf(slices.DeleteFunc(slices.Clone(found), isIn(known)))
				if got := keysOf(lint.Compare(t.Context(), now, before).Findings); !slices.Equal(got, want) {
					t.Fatalf("seed %d, step %d: new are\n%s\nwant\n%s", seed, step, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
			before, known = now, found
			for range 1 + h.IntN(3) {
				h.Change()
			}
		}
	}
}

// update returns the texts of files. One that is the same stays where it is in memory, so that its state is the same.
func update(before map[string][]byte, files map[string]string) map[string][]byte {
	now := map[string][]byte{}
	for name, text := range files {
		if now[name] = before[name]; before[name] == nil || string(before[name]) != text {
			now[name] = []byte(text)
		}
	}
	return now
}

func sideOf(l *lint.Linter, texts map[string][]byte) lint.Side {
	tree := lint.Tree{Source: inventory.Source{Files: fileset.Overlay{Texts: texts}}}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		isTerraform := strings.HasSuffix(name, ".tf")
		if isTerraform || strings.HasSuffix(name, ".yaml") {
			tree.Inputs = append(tree.Inputs, fileset.Input{Path: name, Terraform: isTerraform})
		}
	}
	return lint.Side{Tree: tree, Settings: l.ForAll(), PathOf: func(file string) string { return file }}
}

// isIn returns whether some findings have one, with the same severity or a higher one.
func isIn(known []lint.Finding) func(lint.Finding) bool {
	return func(f lint.Finding) bool {
		return slices.ContainsFunc(known, func(k lint.Finding) bool { return k.Fingerprint == f.Fingerprint && k.Severity >= f.Severity })
	}
}

func keysOf(findings []lint.Finding) (keys []string) {
	for _, f := range findings {
		keys = append(keys, strings.Join([]string{f.Rule, f.File, f.Resource, f.Severity.String(), f.Fingerprint}, " "))
	}
	slices.Sort(keys)
	return keys
}
