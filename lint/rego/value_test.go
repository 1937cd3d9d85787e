package rego

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/testing/cputime"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/open-policy-agent/opa/v1/ast"
)

func parseYAML(t testing.TB, text string) *model.Document {
	t.Helper()
	var found *model.Document
	yaml.Documents(model.NewFile("test.yaml", []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		found = doc
		return false
	})
	return found
}

func TestRegoValue(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"scalars", "a: text\nb: 1\nc: true\nd:\ne: null\nf: '1'\n", `{"a": "text", "b": 1, "c": true, "d": null, "e": null, "f": "1"}`},
		{"numbers", "a: 0x1F\nb: 1.50\nc: .inf\nd: -3\ne: 1e3\n", `{"a": 31, "b": 1.50, "c": ".inf", "d": -3, "e": 1e3}`},
		{"collections", "a: [1, {b: c}]\nd: {}\ne: []\n", `{"a": [1, {"b": "c"}], "d": {}, "e": []}`},
		{"keys", "1: a\ntrue: b\n", `{"1": "a", "true": "b"}`},
		{"last of two", "a: 1\na: 2\n", `{"a": 2}`},
		{"unknown", "a: {{ .x }}\nb: x-{{ .y }}\n", `{"a": {"$unknown": "{{ .x }}"}, "b": {"$unknown": "x-{{ .y }}"}}`},
		{"twice in a template", "{{- if .x }}\na: 1\n{{- else }}\na: 2\n{{- end }}\nb: 3\n", `{"a": {"$unknown": "one of several a"}, "b": 3}`},
		{"templated key", "{{ .k }}: 1\nb: 2\n", `{"$open": true, "b": 2, "{{ .k }}": 1}`},
		{"open map", "a:\n  {{- toYaml .x | nindent 2 }}\n  b: 1\n", `{"a": {"$open": true, "b": 1}}`},
		{"open list", "a:\n- 1\n{{- toYaml .x | nindent 0 }}\n", `{"$open": true, "a": [1, {"$unknown": "…"}]}`},
		{"alias", "a: &x {b: 1}\nc: *x\n", `{"a": {"b": 1}, "c": {"b": 1}}`},
		{"merge", "a: &x {b: 1, c: 1}\nd:\n  <<: *x\n  b: 2\n", `{"a": {"b": 1, "c": 1}, "d": {"b": 2, "c": 1}}`},
		{"merge after the own key", "a: &x {b: 1, c: 1}\nd:\n  b: 2\n  <<: *x\n", `{"a": {"b": 1, "c": 1}, "d": {"b": 1, "c": 1}}`},
		{"several merges", "a: &x {b: 1}\ne: &y {b: 2, c: 2}\nd:\n  <<: [*x, *y]\n", `{"a": {"b": 1}, "d": {"b": 1, "c": 2}, "e": {"b": 2, "c": 2}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			doc := parseYAML(t, test.text)
			got := Term(doc.Root, len(doc.Templates) > 0).String()
			if got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// bomb returns maps that repeat each other by aliases: ten to the power of levels values.
func bomb(levels int) *model.Value {
	at := model.NewList(model.NewString("lol"))
	for range levels {
		next := model.NewList()
		for range 10 {
			alias := *at
			alias.SetAlias("x")
			next.Items = append(next.Items, &alias)
		}
		at = next
	}
	return at
}

func TestRegoValueIsBounded(t *testing.T) {
	start := time.Now()
	size := countTerms(Term(bomb(9), false))
	if size > 2*aliasedLimit+100 {
		t.Errorf("%d values", size)
	}
	if elapsed := time.Since(start); elapsed > 5*time.Second {
		t.Errorf("took %s", elapsed)
	}
}

// TestRegoValueOfManyKeys builds maps of many keys, which occur twice, in less than the time that comparing each with each would take.
func TestRegoValueOfManyKeys(t *testing.T) {
	var text strings.Builder
	for i := range 120_000 {
		fmt.Fprintf(&text, "k%d: 1\n", i%60_000)
	}
	doc := parseYAML(t, text.String())
	for _, templated := range []bool{false, true} {
		start := cputime.Used()
		if size := countTerms(Term(doc.Root, templated)); size < 120_000 {
			t.Errorf("%d values", size)
		}
		if d := cputime.Used() - start; d > 5*time.Second {
			t.Errorf("took %s", d)
		}
	}
}

func countTerms(term *ast.Term) int {
	count := 0
	ast.WalkTerms(term, func(*ast.Term) bool { count++; return false })
	return count
}

func TestRegoValueOfDeepAndCyclicTrees(t *testing.T) {
	deep := model.NewString("x")
	for range 100_000 {
		deep = model.NewList(deep)
	}
	Term(deep, false)

	cycle := model.NewList()
	cycle.SetAlias("x")
	cycle.Items = []*model.Value{cycle, cycle}
	Term(cycle, false)
}

func TestModelValue(t *testing.T) {
	term := ast.MustParseTerm(`{"effect": "NoSchedule", "operator": "Exists", "key": "a", "b": [1, true, null], "value": "x"}`)
	value := Tree(term.Value)
	var keys []string
	for _, e := range value.Entries {
		keys = append(keys, e.Key.Text)
	}
	if got, want := strings.Join(keys, " "), "key operator value effect b"; got != want {
		t.Errorf("keys are %s, want %s", got, want)
	}
	want := model.NewList(model.NewNumber("1"), model.NewBool(true), &model.Value{Kind: model.Null})
	if got := value.Get("b"); !model.Equal(got, want) {
		t.Errorf("b is %s", fmt.Sprint(got))
	}
}
