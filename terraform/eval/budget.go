package eval

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
)

// exceeds reports whether more values are in v, which is called so, than a bound allows, or in all values that were asked about.
func (ev *Evaluator) exceeds(v *model.Value, name string) bool {
	if v.Kind != model.Map && v.Kind != model.List {
		return false
	}
	n := located.CountValues(v, located.MaxValues)
	ev.counted += n
	if n < located.MaxValues && ev.counted <= maxCounted {
		return false
	}
	if o := v.Origin; o != nil && o.File != nil && o.File.Path != "" {
		if n >= located.MaxValues {
			ev.tree.Limit(o.File, v.Span, "%s holds more than %d values; it is taken for unknown", name, located.MaxValues-1)
		} else {
			ev.tree.Limit(o.File, v.Span, "the values of this root hold more than %d others together; %s and what is left are taken for unknown", maxCounted, name)
		}
	}
	return true
}

// budgeted evaluates a value with a name, such as a local, with steps of its own, so that one that takes too many leaves steps to the others.
// certain means that Terraform evaluates the value too, whatever the variables are.
func (ev *Evaluator) budgeted(name string, certain bool, evaluate func()) {
	started, until, outer := ev.Steps, ev.until, ev.name
	ev.name = name
	ev.until = min(started+maxOwn, maxSteps)
	ev.certainly(certain, evaluate)
	ev.until, ev.name = min(until+ev.Steps-started, maxSteps), outer
}

// guarded evaluates an expression that Terraform may skip, or whose errors it may drop.
func (s *scope) guarded(e hclsyntax.Expression) *model.Value {
	s.ev.guards++
	defer func() { s.ev.guards-- }()
	return s.eval(e)
}

// certainly evaluates a body, whose expressions Terraform evaluates certainly, or may skip.
func (ev *Evaluator) certainly(certain bool, evaluate func()) {
	guards := ev.guards
	if ev.guards = 0; !certain {
		ev.guards = 1
	}
	evaluate()
	ev.guards = guards
}

// quietly evaluates without leaving failures behind: a block's count is no part of the expression that refers to the block.
func (s *scope) quietly(e hclsyntax.Expression) *model.Value {
	failures := s.Failures
	defer func() { s.Failures = failures }()
	var v *model.Value
	s.ev.budgeted("what is counted here", !s.unsure, func() { v = s.eval(e) })
	return v
}
