package apiserver

import (
	"context"
	"slices"
	"strings"

	crdv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// rulePlace is a rule at a place of a schema.
type rulePlace struct {
	place
	rule crdv1.ValidationRule
}

func (r rulePlace) name() string { return r.field + ": " + r.rule.Rule }

// isTransition reports whether the rule is about updates.
func isTransition(rule crdv1.ValidationRule) bool { return strings.Contains(rule.Rule, "oldSelf") }

// possible returns the places that objects can have, without those in a status.
func (s *Schema) possible() []place { return possible(place{schema: s.root()}) }

// rulePlaces returns the rules about objects that are created.
func (s *Schema) rulePlaces() (all []rulePlace) {
	for _, p := range s.possible() {
		for _, rule := range p.schema.XValidations {
			if !isTransition(rule) {
				all = append(all, rulePlace{p, rule})
			}
		}
	}
	return all
}

// ruleTexts returns the rules of a schema, each once.
func (s *Schema) ruleTexts() (all []string) {
	for _, r := range s.rulePlaces() {
		if !slices.Contains(all, r.rule.Rule) {
			all = append(all, r.rule.Rule)
		}
	}
	return all
}

// breaking draws a value that breaks the rule, nil if none of the draws does.
func (r rulePlace) breaking(d *drawing, draws int) any {
	alone := withoutRules(r.schema)
	alone.XValidations = crdv1.ValidationRules{r.rule}
	validator := cel.NewValidator(alone, false, celconfig.PerCallLimit)
	for range draws {
		value := d.value(r.schema)
		if broken, _ := validator.Validate(context.Background(), nil, alone, value, nil, celconfig.RuntimeCELCostBudget); len(broken) > 0 {
			return value
		}
	}
	return nil
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

// isBroken reports whether the API server says that the rule is broken.
func (r rulePlace) isBroken(v *Verdict) bool {
	says := r.rule.Message
	if says == "" {
		says = r.rule.Rule
	}
	return slices.ContainsFunc(v.Errors, func(e Error) bool { return e.Class == "cel" && strings.Contains(e.Text, says) })
}
