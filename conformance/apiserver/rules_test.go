package apiserver

import (
	"context"
	"slices"
	"strings"
	"sync"

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

// knowledge is what the test needs to know of a schema again and again.
type knowledge struct {
	root   *structural.Structural
	places []place // that objects can have, without those in a status
	fields map[string]place
	rules  map[string]rulePlace // about objects that are created, by their names
	texts  []string             // to draw
}

var knowledges sync.Map

func (s *Schema) known() *knowledge {
	if k, ok := knowledges.Load(s); ok {
		return k.(*knowledge)
	}
	k := &knowledge{root: s.root(), fields: map[string]place{}, rules: map[string]rulePlace{}}
	k.places = possible(place{schema: k.root})
	var rules []string
	for _, p := range k.places {
		k.fields[p.field] = p
		for _, rule := range p.schema.XValidations {
			if r := (rulePlace{p, rule}); !isTransition(rule) {
				k.rules[r.name()] = r
				rules = append(rules, rule.Rule)
			}
		}
	}
	k.texts = append(slices.Clone(texts), literalsOf(rules)...)
	knowledges.Store(s, k)
	return k
}
