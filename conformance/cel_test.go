package conformance

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	crdv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	apicel "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"pgregory.net/rapid"

	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/conformance/apiserver"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/model"
	karpyaml "github.com/karplint/karplint/parsers/yaml"
)

// ruled is a rule with the schema of the values that it is about.
type ruled struct {
	rule   string
	schema *structural.Structural // without other rules
}

// TestRules compares karplint's evaluator with the API server's, for every rule of every release on drawn values.
func TestRules(t *testing.T) {
	all := everyRule(t)
	sources := map[string]bool{}
	accepted, rejected := 0, 0
	for _, r := range all {
		sources[r.rule] = true
		validator := apicel.NewValidator(r.schema, false, celconfig.PerCallLimit)
		ours := cel.New(r.rule)
		if err := ours.Err(); err != nil {
			t.Error(err)
			continue
		}
		d := &ruleDrawing{texts: literalsOf(r.rule)}
		generator := rapid.Custom(func(t *rapid.T) any { return d.value(t, r.schema) })
		verdicts := map[bool]int{}
		for seed := range golden.Draws(60, 1000) {
			self := generator.Example(seed)
			broken, _ := validator.Validate(context.Background(), nil, r.schema, self, nil, celconfig.RuntimeCELCostBudget)
			input := cel.Input{Self: treeOf(t, self)}
			truth := ours.Truth(input)
			verdicts[len(broken) == 0]++
			isSame := truth == known.Of(len(broken) == 0) || ours.Transition() && truth == known.Maybe && len(broken) == 0
			if !isSame || (len(ours.Failures(input)) > 0) != (len(broken) > 0) {
				t.Errorf("%s\n%s\nthe API server says %v, karplint %v and %v", r.rule, jsonText(self), broken, truth, ours.Failures(input))
				break
			}
		}
		accepted, rejected = accepted+verdicts[true], rejected+verdicts[false]
		if !ours.Transition() && (verdicts[true] == 0 || verdicts[false] == 0) {
			t.Errorf("%s: %d values were accepted and %d rejected", r.rule, verdicts[true], verdicts[false])
		}
	}
	t.Logf("%d rules in %d schemas: %d values accepted, %d rejected", len(sources), len(all), accepted, rejected)
}

// everyRule returns each rule of each release, once for each schema of its values.
func everyRule(t *testing.T) (all []ruled) {
	t.Helper()
	kinds, err := apiserver.Read(apiserver.Releases)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, kind := range kinds {
		for _, schema := range kind.Schemas() {
			all = append(all, rulesBelow(schema.Structural, seen)...)
		}
	}
	return all
}

// rulesBelow returns the rules in a schema that were not seen before.
func rulesBelow(s *structural.Structural, seen map[string]bool) (all []ruled) {
	visitor := structural.Visitor{Structural: func(s *structural.Structural) bool {
		for _, rule := range s.XValidations {
			alone := withoutRules(s)
			id := rule.Rule + jsonText(alone)
			alone.XValidations = crdv1.ValidationRules{rule}
			if !seen[id] {
				seen[id] = true
				all = append(all, ruled{rule.Rule, alone})
			}
		}
		return false
	}}
	visitor.Visit(s)
	return all
}

func withoutRules(s *structural.Structural) *structural.Structural {
	alone := s.DeepCopy()
	visitor := structural.Visitor{Structural: func(s *structural.Structural) bool {
		s.XValidations = nil
		return true
	}}
	visitor.Visit(alone)
	return alone
}

func jsonText(v any) string {
	data, _ := json.Marshal(v)
	return string(data)
}

// quoted are the texts in a rule.
var quoted = regexp.MustCompile(`'[^']*'|"[^"]*"`)

func literalsOf(rule string) []string {
	texts := []string{"", "a", "-1", "+1", "1", " 1", "1.5", "99999999999999999999", "x@y", "@", "é@é\n", "al2@latest", "windows2022@latest",
		"windows2022@1", "a.k8s.io/b", "node.kubernetes.io/x", "/x"}
	for _, literal := range quoted.FindAllString(rule, -1) {
		text := strings.Trim(literal, `'"`)
		texts = append(texts, text, text+"/x", "x."+text)
	}
	return texts
}

// ruleDrawing draws values for a rule.
type ruleDrawing struct{ texts []string }

// value draws a value of the type that the schema has.
func (d *ruleDrawing) value(t *rapid.T, s *structural.Structural) any {
	switch {
	case s.XIntOrString:
		return rapid.OneOf(rapid.Just[any](int64(1)), rapid.Just[any]("1")).Draw(t, "quantity")
	case s.Type == "object":
		return d.object(t, s)
	case s.Type == "array":
		items := []any{}
		for range rapid.IntRange(0, 3).Draw(t, "items") {
			items = append(items, d.value(t, s.Items))
		}
		return items
	case s.Type == "integer":
		return rapid.Int64Range(0, 3).Draw(t, "integer")
	case s.Type == "boolean":
		return rapid.Bool().Draw(t, "boolean")
	}
	return rapid.SampledFrom(d.texts).Draw(t, "text")
}

func (d *ruleDrawing) object(t *rapid.T, s *structural.Structural) object {
	drawn := object{}
	if s.AdditionalProperties != nil {
		for _, key := range rapid.SliceOfN(rapid.SampledFrom(d.texts), 0, 3).Draw(t, "keys") {
			drawn[key] = d.value(t, s.AdditionalProperties.Structural)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if property := s.Properties[name]; rapid.IntRange(0, 2).Draw(t, name) > 0 {
			drawn[name] = d.value(t, &property)
		}
	}
	return drawn
}

// treeOf returns a value as a located tree.
func treeOf(t *testing.T, v any) (root *model.Value) {
	t.Helper()
	karpyaml.Documents(model.NewFile("self.json", []byte(jsonText(v))), func(doc *model.Document, err *karpyaml.ParseError) bool {
		if err != nil {
			t.Fatal(err)
		}
		root = doc.Root
		return false
	})
	return root
}
