package cel

import (
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

const MaxSteps = maxSteps

// Steps returns the truth of a rule for a value, and the number of steps of the evaluation.
func Steps(rule *Rule, in Input) (known.Truth, int) {
	r := newRun(in)
	root, _ := rule.parse()
	return r.truth(root), r.steps
}

// BrokenIf returns the parts of a value that break the rule if they are rendered, each with the parts that contain it.
func BrokenIf(rule *Rule, in Input) (parts [][]*model.Value) {
	root, _ := rule.parse()
	var visit func(n *node)
	visit = func(n *node) {
		if n.parent != nil && !n.value.IsUnknown() {
			if supposed := newRun(in).suppose(n); supposed.truth(root) == known.No {
				parts = append(parts, valuesOf(supposed.assumed))
			}
		}
		for step, child := range n.value.Children() {
			visit(&node{value: child, parent: n, step: step})
		}
	}
	visit(&node{value: in.Self})
	return parts
}

func valuesOf(nodes []*node) (values []*model.Value) {
	for _, n := range nodes {
		values = append(values, n.value)
	}
	return values
}

// Texts returns the texts in a rule, and only the first ones of long lists.
func Texts(rule *Rule) (texts []string) {
	_, literals := rule.Shape()
	for _, literal := range literals {
		texts = append(texts, literal[:min(len(literal), 4)]...)
	}
	return texts
}
