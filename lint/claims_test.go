package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

const claimingRule = `# METADATA
# title: A rule
# description: It reports fields.
# custom: {id: %s, severity: %s, scope: resource, fix: none, kinds: [Pod], needles: [Pod], relays: %v}
package karplint.rules.%s

report contains object.union({"resource": input.resource.address, "path": path, "message": "m"}, {"claims": [%s]}) if some path in [%s]
`

// TestClaims: a finding of a relaying rule is dropped only if another rule of at least its severity claims its path.
func TestClaims(t *testing.T) {
	folder := fstest.MapFS{}
	add := func(id, severity string, relays bool, claims, paths string) {
		name := strings.ToLower(id)
		folder[name+"/rule.rego"] = &fstest.MapFile{Data: fmt.Appendf(nil, claimingRule, id, severity, relays, name, claims, paths)}
	}
	add("A1", "error", true, ``, `["spec"], ["spec", "a"], ["spec", "b", 0], ["metadata", "name"]`)
	add("A2", "error", true, `["spec", "a"]`, `["spec"]`)          // it is about spec.a
	add("A3", "error", true, `["spec", "other"]`, `["spec", "a"]`) // it is not
	add("B1", "error", false, `["spec", "b", 0]`, `["spec", "a"]`)
	add("C1", "warning", false, ``, `["metadata", "name"]`)
	rules, err := rule.Load(folder)
	if err != nil {
		t.Fatal(err)
	}
	found := func(ignored ...string) []string {
		t.Helper()
		l, err := lint.New(rules, lint.Options{Ignore: ignored})
		if err != nil {
			t.Fatal(err)
		}
		f := model.NewFile("pod.yaml", []byte("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {a: 1, b: [1]}\n"))
		result, err := l.File(f, nil, false, versions.Target{})
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, f := range result.Findings {
			texts = append(texts, fmt.Sprint(f.Rule, f.Path))
		}
		slices.Sort(texts)
		return texts
	}
	want := []string{"A1[metadata name]", "A1[spec]", "A3[spec a]", "B1[spec a]", "C1[metadata name]"}
	if got := found(); !slices.Equal(got, want) {
		t.Errorf("with all rules: %q, want %q", got, want)
	}
	want = []string{"A1[metadata name]", "A1[spec a]", "A1[spec b 0]", "A1[spec]", "A2[spec]", "A3[spec a]", "C1[metadata name]"}
	if got := found("B1"); !slices.Equal(got, want) {
		t.Errorf("without B1: %q, want %q", got, want)
	}
}
