package lint_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/model"
)

// TestNarrow: fixes that are planned on a part of the document are those planned on all of it.
func TestNarrow(t *testing.T) {
	rules := load(t)
	files := corpus(t, rules)
	files["narrow/jobs.yaml"] = jobs(4)
	files["narrow/jobs.json"] = jobsJSON(t, 4)
	files["narrow/last-line.yaml"] = strings.TrimSuffix(jobs(2), "\n")
	files["narrow/crlf.yaml"] = strings.ReplaceAll(jobs(2), "\n", "\r\n")
	files["narrow/alias.yaml"] = strings.Replace(jobs(2), "annotations:", "annotations: &a", 1) + "extra: *a\n"
	made := 0
	for _, version := range []string{"0.32.10", "1.0.8"} {
		l := linter(t, rules, version)
		for i, name := range slices.Sorted(maps.Keys(files)) {
			if !golden.Takes(i, lint.CasesEach) && !strings.HasPrefix(name, "narrow/") {
				continue
			}
			f := model.NewFile(path.Base(name), []byte(files[name]))
			whole := fixFile(t, l, f, true, true)
			made += whole.Fixes
			before := fixes.NarrowAbove
			fixes.NarrowAbove = 0
			part := fixFile(t, l, f, true, true)
			fixes.NarrowAbove = before
			if d := cmp.Diff(unindented(name, whole.Data), unindented(name, part.Data)); d != "" {
				t.Errorf("%s (-whole +part):\n%s", name, d)
			}
			if whole.Fixes != part.Fixes || ids(whole.Findings) != ids(part.Findings) {
				t.Errorf("%s: %d fixes and %s left, on a part %d and %s", name, whole.Fixes, ids(whole.Findings), part.Fixes, ids(part.Findings))
			}
		}
	}
	if made < 20 {
		t.Errorf("only %d fixes", made)
	}
}

// unindented is the file; of JSON without the indentation, which in an oddly laid out file depends on
// how much of it is seen.
func unindented(name string, data []byte) string {
	if path.Ext(name) != ".json" {
		return string(data)
	}
	var lines []string
	for line := range strings.Lines(string(data)) {
		lines = append(lines, strings.TrimLeft(line, " "))
	}
	return strings.Join(lines, "")
}

// BenchmarkManyInOne lints one document with a thousand findings.
func BenchmarkManyInOne(b *testing.B) {
	l := linter(b, load(b), "1.0.8")
	text := jobs(1000)
	for b.Loop() {
		lintFile(b, l, text)
	}
}

func jobs(n int) string {
	var text strings.Builder
	text.WriteString("kind: Prow\nmetadata: {name: x}\nspec:\n  jobs:\n")
	for i := range n {
		fmt.Fprintf(&text, `  # job %[1]d
  - name: job%[1]d
    annotations:
      karpenter.sh/do-not-evict: true # why
      other: a
    spec:
      containers:
      - image: a
        command: [a, b]
`, i)
	}
	return text.String()
}

func jobsJSON(t *testing.T, n int) string {
	t.Helper()
	var list []any
	for i := range n {
		list = append(list, map[string]any{
			"name": fmt.Sprint(i), "annotations": map[string]any{"karpenter.sh/do-not-evict": true, "other": "a"},
		})
	}
	text, err := json.MarshalIndent(map[string]any{"kind": "Prow", "spec": map[string]any{"jobs": list}}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
