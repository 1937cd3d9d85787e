package lint_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// teamRules loads karplint's rules and rules of resources with the given bodies, TEAM000 and so on.
func teamRules(t *testing.T, bodies ...string) *lint.Linter {
	t.Helper()
	return teamRulesWithFix(t, "safe", bodies...)
}

// teamRulesWithFix loads such rules with the fix in METADATA.
func teamRulesWithFix(t *testing.T, fix string, bodies ...string) *lint.Linter {
	t.Helper()
	return linter(t, rulesWith(t, `#   severity: warning
#   scope: resource
#   fix: `+fix+`
#   kinds: ["*"]`, bodies), "", "TEAM")
}

// rulesWith loads karplint's rules, and rules that share the METADATA and have the bodies: TEAM000 and so on.
func rulesWith(t *testing.T, metadata string, bodies []string) *rule.Rules {
	t.Helper()
	files := fstest.MapFS{}
	for i, body := range bodies {
		files[fmt.Sprintf("team-%d/rule.rego", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, `# METADATA
# title: t
# description: d
# custom:
#   id: TEAM%03d
%s
package karplint.rules.team_%d

%s
`, i, metadata, i, body)}
	}
	loaded, err := rule.Load(os.DirFS(rulesDir), files)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// removes is the body of a rule that deletes the key in any map.
func removes(key, safety string) string {
	return fmt.Sprintf(`report contains {
	"resource": input.resource.address, "path": path, "message": "has %[1]s",
	"fix": {"title": "delete %[1]s", "safety": "%[2]s", "ops": [{"do": "delete", "path": path}]},
} if {
	walk(input.resource.value, [path, _])
	path[count(path) - 1] == "%[1]s"
}`, key, safety)
}

func TestFix(t *testing.T) {
	tests := []struct {
		name   string
		unsafe bool
		bodies []string
		text   string
		want   string
		fixes  int
		left   int
	}{
		{"safe", false, []string{removes("a", "safe")}, "kind: P\na: 1\nb: 2\n", "kind: P\nb: 2\n", 1, 0},
		{"unsafe is left", false, []string{removes("a", "unsafe")}, "kind: P\na: 1\n", "kind: P\na: 1\n", 0, 1},
		{"unsafe", true, []string{removes("a", "unsafe")}, "kind: P\na: 1\n", "kind: P\n", 1, 0},
		{"both entries of a map", false, []string{removes("a", "safe"), removes("b", "safe")}, "kind: P\nm:\n  a: 1\n  b: 2\n", "kind: P\nm: {}\n", 2, 0},
		{"both entries around a comment", false, []string{removes("a", "safe"), removes("b", "safe")}, "kind: P\nm:\n  a: 1\n  # c\n  b: 2\n",
			"kind: P\nm: {}\n  # c\n", 2, 0},
		{"one within the other", false, []string{removes("a", "safe"), removes("b", "safe")}, "kind: P\na:\n  b: 2\nc: 1\n", "kind: P\nc: 1\n", 2, 0},
		{"several documents", false, []string{removes("a", "safe")}, "a: 1\nb: 1\n---\na: 1\nb: 1\n", "b: 1\n---\nb: 1\n", 2, 0},
		{"crlf", false, []string{removes("a", "safe")}, "kind: P\r\na: 1\r\nb: 2", "kind: P\r\nb: 2", 1, 0},
		{"inside a list object", false, []string{removes("a", "safe")}, "kind: List\nitems:\n- kind: P\n  a: 1\n- kind: Q\n  a: 1\n",
			"kind: List\nitems:\n- kind: P\n- kind: Q\n", 2, 0},
		{"template branches", true, []string{removes("a", "safe")}, "kind: P\nm:\n  {{- if .x }}\n  a: 1\n  {{- else }}\n  b: 1\n  {{- end }}\n",
			"kind: P\nm:\n  {{- if .x }}\n  a: 1\n  {{- else }}\n  b: 1\n  {{- end }}\n", 0, 1},
		{"beside a template branch", true, []string{removes("a", "safe")}, "kind: P\nm:\n  a: 1\n  {{- if .x }}\n  b: 1\n  {{- end }}\n",
			"kind: P\nm:\n  a: 1\n  {{- if .x }}\n  b: 1\n  {{- end }}\n", 0, 1},
		{"beside a broken document", false, []string{removes("a", "safe")}, "b: [\n---\na: 1\nb: 2\n", "b: [\n---\nb: 2\n", 1, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := teamRules(t, test.bodies...)
			fixed := fixFile(t, l, model.NewFile("a.yaml", []byte(test.text)), test.unsafe, true)
			if string(fixed.Data) != test.want {
				t.Errorf("fixed is %q, want %q", fixed.Data, test.want)
			}
			if fixed.Fixes != test.fixes || len(fixed.Findings) != test.left {
				t.Errorf("%d fixes and %d findings left, want %d and %d", fixed.Fixes, len(fixed.Findings), test.fixes, test.left)
			}
		})
	}
}

// fixFile fixes one manifest file by itself; named means that it is linted even if the scan would not select it.
func fixFile(t *testing.T, l *lint.Linter, f *model.File, unsafe, named bool) fixedFile {
	t.Helper()
	fixed := fixTree(t, l, lint.Tree{Source: inventory.Source{
		Inputs: []fileset.Input{{Path: f.Path, Named: named}},
		Files:  fileset.Overlay{Texts: map[string][]byte{f.Path: f.Data}},
	}}, unsafe)
	if data, changed := fixed.Texts[f.Path]; changed {
		return fixedFile{fixed, data}
	}
	return fixedFile{fixed, f.Data}
}

type fixedFile struct {
	lint.TreeFixed
	Data []byte
}

// TestFixEnds: a rule whose fix never satisfies it is stopped.
func TestFixEnds(t *testing.T) {
	l := teamRules(t, `report contains {
	"resource": input.resource.address, "path": ["list"], "message": "too short",
	"fix": {"title": "add", "safety": "safe", "ops": [{"do": "insert", "path": ["list"], "value": "x"}]},
}`)
	fixed := fixFile(t, l, model.NewFile("a.yaml", []byte("kind: P\nlist:\n- a\n")), false, true)
	if n := strings.Count(string(fixed.Data), "- x"); n != 25 || len(fixed.Findings) != 1 {
		t.Errorf("%d rounds, %d findings", n, len(fixed.Findings))
	}
}

// TestFixWithinMetadata: METADATA bounds the safety of a fix.
func TestFixWithinMetadata(t *testing.T) {
	const text = "kind: P\na: 1\n"
	for _, test := range []struct {
		metadata, report string
		unsafe, isFixed  bool
	}{
		{"none", "safe", true, false}, {"none", "unsafe", true, false}, {"unsafe", "safe", false, false}, {"unsafe", "safe", true, true},
		{"safe", "unsafe", false, false}, {"safe", "unsafe", true, true}, {"safe", "safe", false, true},
	} {
		l := teamRulesWithFix(t, test.metadata, removes("a", test.report))
		fixed := fixFile(t, l, model.NewFile("a.yaml", []byte(text)), test.unsafe, true)
		if isFixed := string(fixed.Data) != text; isFixed != test.isFixed {
			t.Errorf("%+v: fixed: %t", test, isFixed)
		}
		if !test.isFixed && (len(fixed.Findings) != 1 || fixed.Findings[0].Help != "delete a") {
			t.Errorf("%+v: findings %+v", test, fixed.Findings)
		}
	}
}

// TestFixThatCannotBePlanned: the finding stays, without the fix.
func TestFixThatCannotBePlanned(t *testing.T) {
	l := teamRules(t, `report contains {
	"resource": input.resource.address, "path": ["x"], "message": "m",
	"fix": {"title": "t", "safety": "safe", "ops": [{"do": "delete", "path": ["not", "there"]}]},
}`)
	result, err := l.File(model.NewFile("a.yaml", []byte("kind: P\n")), nil, true, versions.Target{})
	if err != nil || len(result.Findings) != 1 || result.Findings[0].Fix != nil {
		t.Errorf("%+v, %v", result, err)
	}
}

// TestFixOfKeyThatStandsTwice: neither of two equal keys is removed, because without the last one the first would take effect.
func TestFixOfKeyThatStandsTwice(t *testing.T) {
	text := "kind: Pod\nmetadata:\n  annotations:\n    karpenter.sh/do-not-evict: \"true\"\n    karpenter.sh/do-not-evict: \"false\"\n"
	fixed := fixFile(t, linter(t, load(t), "1.0.8"), model.NewFile("a.yaml", []byte(text)), true, true)
	if fixed.Fixes != 0 || len(fixed.Findings) != 1 {
		t.Errorf("%d fixes, %d findings:\n%s", fixed.Fixes, len(fixed.Findings), fixed.Data)
	}
}

// TestFixKeepsComments: a safe fix loses no comment.
func TestFixKeepsComments(t *testing.T) {
	l := teamRules(t, removes("a", "safe"))
	text := "kind: P # one\n# two\na: 1 # three\nm: {a: 1} # four\nl:\n  # five\n  a: # six\n    b: 1 # seven\n# eight\n"
	fixed := fixFile(t, l, model.NewFile("a.yaml", []byte(text)), false, true)
	if fixed.Fixes == 0 {
		t.Error("nothing was fixed")
	}
	for _, word := range []string{"one", "two", "three", "four", "five", "six", "seven", "eight"} {
		if !strings.Contains(string(fixed.Data), "# "+word) {
			t.Errorf("comment %s is lost:\n%s", word, fixed.Data)
		}
	}
}

// TestDefectsOfRules: a rule that fails is a finding about that rule at the resource, and the findings of other rules stay.
func TestDefectsOfRules(t *testing.T) {
	tests := []struct{ body, want string }{
		{`report contains {"resource": "Pod/b", "path": [], "message": "m"}`, `names the resource "Pod/b"; it must be "Pod/a"`},
		{`report contains {"resource": "Pod/a", "message": "m"}`, "path is missing"},
		{`report := 1`, "report is not a set"},
		{"f(x) := 1 if x != 0\n\nf(x) := 2 if x != 1\n\n" + `report contains {"resource": "Pod/a", "path": [], "message": "m"} if f(5) > 0`,
			"eval_conflict_error"},
	}
	for _, test := range tests {
		l := teamRules(t, test.body, `report contains {"resource": input.resource.address, "path": ["metadata"], "message": "found"}`)
		result, err := l.File(model.NewFile("a.yaml", []byte("kind: Pod\nmetadata: {name: a}\n---\nkind: Job\nmetadata: {name: b}\n")), nil, true,
			versions.Target{})
		if err != nil {
			t.Fatal(err)
		}
		var failed, found []lint.Finding
		for _, f := range result.Findings {
			if f.Rule == "TEAM000" {
				failed = append(failed, f)
			} else {
				found = append(found, f)
			}
		}
		if len(found) != 2 {
			t.Errorf("%s: another rule found %d of 2", test.want, len(found))
		}
		if len(failed) == 0 || failed[0].Resource != "Pod/a" || failed[0].Start.Line != 1 || failed[0].Severity != rule.Error ||
			failed[0].Message != "the rule failed, so it checked nothing here" || !strings.Contains(failed[0].Why, test.want) {
			t.Errorf("%+v, want %q", failed, test.want)
		}
	}
}

// noRuleFails fails the test for each rule that failed.
func noRuleFails(t *testing.T, findings []lint.Finding, where string) {
	t.Helper()
	for _, err := range lint.Failures(findings) {
		t.Errorf("%v in %s", err, where)
	}
}
