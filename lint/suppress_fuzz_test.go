package lint_test

import (
	"slices"
	"testing"

	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// FuzzSuppressions lints any text with suppressions. The fixes that remove unused suppressions end, and change no other finding.
func FuzzSuppressions(f *testing.F) {
	for _, comment := range []string{
		"# karplint:ignore KL501 -- why", "# karplint:ignore do-not-evict -- why", "# karplint:ignore KL501,KL502 KL503 -- why", "# karplint:ignore KL501",
		"#karplint:ignore KL501 --why",
		"# karplint: ignore KL501 -- why", "# karplint-ignore KL501", "karplint.dev/ignore: KL501, KL502 -- why",
		"karplint.dev/ignore: \"KL501, KL502 why\"", "{{- if .x }}\n    # karplint:ignore KL501 -- why",
		"# karplint:ignore KL501, , KL501 -- a # karplint:ignore KL502 -- b", "# karplint:ignore KL001 -- why\n    # karplint:ignore KL002 -- why",
	} {
		for _, text := range []string{
			"kind: Pod\nmetadata:\n  annotations:\n    " + comment + "\n    " + evict + "\n",
			"kind: Pod\nmetadata:\n  annotations:\n    " + evict + " " + comment + "\n",
			"# karplint:ignore-file KL501 -- why\nkind: Pod\nmetadata: {annotations: {" + evict + "}} " + comment + "\n---\n" + comment + "\nkind: Pod\n",
		} {
			f.Add(text)
		}
	}
	l := linter(f, load(f), "1.0.0", "KL001", "KL002", "KL501", "KL502", "KL503")
	f.Fuzz(func(t *testing.T, text string) {
		var result lint.Result
		fuzz.Bounded(t, len(text), func() { result = lintText(t, l, text) })
		for round := 0; ; round++ {
			others := count(result, "KL501", "KL502", "KL503")
			fixed := withoutUnused(text, result)
			if fixed == text {
				return
			}
			if round == 10 {
				t.Fatalf("after 25 rounds suppressions are still removed from %q", text)
			}
			after := lintText(t, l, fixed)
			if got := count(after, "KL501", "KL502", "KL503"); got != others || after.Suppressed != result.Suppressed {
				t.Fatalf("%q has %d findings and %d suppressed, but without what suppresses nothing %d and %d:\n%q", text, others, result.Suppressed, got,
					after.Suppressed, fixed)
			}
			text, result = fixed, after
		}
	})
}

func lintText(t *testing.T, l *lint.Linter, text string) lint.Result {
	t.Helper()
	result, err := l.File(model.NewFile("test.yaml", []byte(text)), nil, true, versions.Target{})
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// count returns the number of findings of the rules.
func count(result lint.Result, rules ...string) (n int) {
	for _, f := range result.Findings {
		if slices.Contains(rules, f.Rule) {
			n++
		}
	}
	return n
}

// withoutUnused returns the text after one round of the fixes of KL002.
func withoutUnused(text string, result lint.Result) string {
	unused := slices.DeleteFunc(slices.Clone(result.Findings), func(f lint.Finding) bool { return f.Rule != "KL002" })
	changed, _ := lint.ApplyFixes(unused, true, func(string) ([]byte, error) { return []byte(text), nil })
	if fixed, ok := changed["test.yaml"]; ok {
		return string(fixed)
	}
	return text
}
