package lint_test

import (
	"strings"
	"testing"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

const evict = `karpenter.sh/do-not-evict: "true"`

// TestSuppressions lints files with one misplaced annotation, and checks which rules are left and how many findings were suppressed.
func TestSuppressions(t *testing.T) {
	pod := func(annotations ...string) string {
		return "kind: Pod\nmetadata:\n  annotations:\n    " + strings.Join(annotations, "\n    ") + "\n"
	}
	tests := []struct {
		name, text string
		rules      string
		suppressed int
	}{
		{"none", pod(evict), "KL501", 0},
		{"on the line", pod(evict + " # karplint:ignore KL501 -- why"), "", 1},
		{"by name", pod(evict + " # karplint:ignore do-not-evict -- why"), "", 1},
		{"lower case", pod(evict + " # karplint:ignore kl501 -- why"), "", 1},
		{"above", pod("# karplint:ignore KL501 -- why", evict), "", 1},
		{"above with comments between", pod("# karplint:ignore KL501 -- why", "# more", "#", evict), "", 1},
		{"above a line of a template", pod("# karplint:ignore KL501 -- why", "{{- if .Values.old }}", evict, "{{- end }}"), "", 1},
		{"above a key that is a template", pod("# karplint:ignore KL501 -- why", "{{ .a }}: b", evict), "KL002 KL501", 0},
		{"file below a line of a template", "{{- if .Values.old }}\n# karplint:ignore-file KL501 -- why\n" + pod(evict) + "{{- end }}\n", "", 1},
		{"several ids", pod("# karplint:ignore KL501,KL502 KL503 -- why", evict, `karpenter.sh/do-not-consolidate: "true"`), "KL002 KL002 KL502", 1},
		{"several ids on their lines", pod("# karplint:ignore KL501,KL502 -- why", evict), "KL002", 1},
		{"stacked", pod("# karplint:ignore KL502 -- why", "# karplint:ignore KL501 -- why", evict), "KL002", 1},
		{"blank line", pod("# karplint:ignore KL501 -- why", "", evict), "KL002 KL501", 0},
		{"behind the line above", pod("a: b # karplint:ignore KL501 -- why", evict), "KL002 KL501", 0},
		{"below", pod(evict, "# karplint:ignore KL501 -- why"), "KL501 KL002", 0},
		{"prefix", pod("# karplint:ignore KL5 -- why", evict), "KL002 KL501", 0},
		{"no reason", pod(evict + " # karplint:ignore KL501"), "KL501 KL001", 0},
		{"empty reason", pod(evict + " # karplint:ignore KL501 -- "), "KL501 KL001", 0},
		{"500 ids", pod(evict + " # karplint:ignore " + strings.Repeat("KL501,", 500) + " -- why"), "", 1},
		{"too many ids", pod(evict + " # karplint:ignore " + strings.Repeat("KL501,", 501) + " -- why"), "KL501 KL001", 0},
		{"too many ids in an annotation", pod("karplint.dev/ignore: "+strings.Repeat("KL501 ", 501)+"why", evict), "KL001 KL501", 0},
		{"no id", pod(evict + " # karplint:ignore -- why"), "KL501 KL001", 0},
		{"blank behind the colon", pod(evict + " # karplint: ignore KL501 -- why"), "KL501 KL001", 0},
		{"hyphen", pod(evict + " # karplint-ignore KL501"), "KL501 KL001", 0},
		{"misspelt at the top", "# karplint: ignore-file KL501 -- why\n" + pod(evict), "KL001 KL501", 0},
		{"a word of a sentence", pod(evict + " # karplint-ignored since May"), "KL501", 0},
		{"another word", pod(evict + " # karplint: ok here, karplint-ignore is not needed"), "KL501", 0},
		{"no space", pod(evict + " #karplint:ignore KL501 --why"), "", 1},
		{"prose", pod(evict + " # see karplint:ignore KL501 -- why"), "KL501", 0},
		{"in a string", pod(evict, `note: "# karplint:ignore KL501 -- why"`), "KL501", 0},
		{"file", "# karplint:ignore-file KL501 -- why\n" + pod(evict), "", 1},
		{"file below comments and markers", "# a\n\n---\n# karplint:ignore-file KL501 -- why\n" + pod(evict), "", 1},
		{"file with a byte order mark", "\uFEFF# karplint:ignore-file KL501 -- why\n" + pod(evict), "", 1},
		{"file, all documents", "# karplint:ignore-file KL501 -- why\n" + pod(evict) + "---\n" + pod(evict), "", 2},
		{"file too late", pod("# karplint:ignore-file KL501 -- why", evict), "KL001 KL501", 0},
		{"file in the second document", pod("a: b") + "---\n# karplint:ignore-file KL501 -- why\n" + pod(evict), "KL001 KL501", 0},
		{"line and file", "# karplint:ignore-file KL501 -- why\n" + pod("# karplint:ignore KL501 -- why", evict), "", 1},
		{"crlf", strings.ReplaceAll("# karplint:ignore-file KL501 -- why\n"+pod(evict), "\n", "\r\n"), "", 1},
		{"annotation", pod("karplint.dev/ignore: KL501 why", evict), "", 1},
		{"annotation with a dash", pod(`karplint.dev/ignore: "KL501, KL502 -- why"`, evict), "KL002", 1},
		{"annotation by name", pod("karplint.dev/ignore: do-not-evict why not", evict), "", 1},
		{"annotation without reason", pod("karplint.dev/ignore: KL501", evict), "KL001 KL501", 0},
		{"annotation without id", pod("karplint.dev/ignore: because", evict), "KL001 KL501", 0},
		{"annotation is a template", pod("karplint.dev/ignore: {{ .why }}", evict), "KL501", 0},
		{"annotation of another object", pod("karplint.dev/ignore: KL501 why") + "---\n" + pod(evict), "KL002 KL501", 0},
		{"broken file", "# karplint:ignore-file KL000 -- why\na: [\n", "", 1},
		{"broken file, unused", "# karplint:ignore-file KL501 -- why\na: [\n", "KL000", 0},
		{"KL001 cannot be suppressed", pod("# karplint:ignore KL001 -- why", "# karplint:ignore KL501", evict), "KL002 KL001 KL501", 0},
	}
	l := linter(t, load(t), "0.37.0", "KL000", "KL001", "KL002", "KL501", "KL502", "KL503")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			result, err := l.File(model.NewFile("test.yaml", []byte(test.text)), nil, true, versions.Target{})
			if err != nil {
				t.Fatal(err)
			}
			if got := ids(result.Findings); got != test.rules || result.Suppressed != test.suppressed {
				t.Errorf("%q and %d suppressed, want %q and %d", got, result.Suppressed, test.rules, test.suppressed)
			}
		})
	}
}

// TestUnusedOnlyWhereTheRuleRan: a suppression of a rule that was not selected, or whose `when`
// does not hold, is not reported.
func TestUnusedOnlyWhereTheRuleRan(t *testing.T) {
	text := "# karplint:ignore-file KL501 -- why\nkind: Pod\n"
	rules := load(t)
	for _, test := range []struct {
		version  string
		selected []string
		want     string
	}{
		{"1.0.0", []string{"KL002", "KL501"}, "KL002"},
		{"1.0.0", []string{"KL002"}, ""},
		{"0.31.0", []string{"KL002", "KL501"}, ""},
		{"unknown", []string{"KL002", "KL501"}, "KL002"},
	} {
		result, err := linter(t, rules, test.version, test.selected...).File(model.NewFile("a.yaml", []byte(text)), nil, true, versions.Target{})
		if err != nil {
			t.Fatal(err)
		}
		if got := ids(result.Findings); got != test.want {
			t.Errorf("%s %v: %q, want %q", test.version, test.selected, got, test.want)
		}
	}
}

func ids(findings []lint.Finding) string {
	var all []string
	for _, f := range findings {
		all = append(all, f.Rule)
	}
	return strings.Join(all, " ")
}
