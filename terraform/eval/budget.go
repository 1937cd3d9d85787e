package eval

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
)

// exceeds reports whether v contains more values than the bound, or all values checked so far together. name is for the message.
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
			ev.tree.Limit(o.File, v.Span, "%s has more than %d values; it counts as unknown", name, located.MaxValues-1)
		} else {
			ev.tree.Skip(o.File, v.Span, "this root has more than %d values together; %s and those after it count as unknown", maxCounted, name)
		}
	}
	return true
}

// budgeted evaluates a named value, such as a local, with its own budget of steps, so that an expensive one leaves steps for the others.
// certain means that Terraform certainly evaluates the value too, whatever the variables are.
func (ev *Evaluator) budgeted(name string, certain bool, evaluate func()) {
	started, until, outer := ev.Steps, ev.until, ev.name
	ev.name = name
	ev.until = min(started+maxOwn, maxSteps)
	ev.certainly(certain, evaluate)
	ev.until, ev.name = min(until+ev.Steps-started, maxSteps), outer
}

// stopsAt reports whether the steps of the root are used up. The rest of the body, of which v has a part, is then left out.
func (ev *Evaluator) stopsAt(body *model.Value) bool {
	if ev.Steps <= maxSteps {
		return false
	}
	if !ev.stopped {
		ev.stopped = true
		ev.tree.Skip(body.Origin.File, body.Props, "evaluating this root takes more than %d steps; from here on its values count as unknown", maxSteps)
	}
	body.Open, body.Text = true, ev.Unique()
	return true
}

// guarded evaluates an expression that Terraform may skip, or whose errors it may drop.
func (s *scope) guarded(e hclsyntax.Expression) *model.Value {
	s.ev.guards++
	defer func() { s.ev.guards-- }()
	return s.eval(e)
}

// certainly evaluates a body. certain is true if Terraform certainly evaluates its expressions, and
// false if it may skip them.
func (ev *Evaluator) certainly(certain bool, evaluate func()) {
	guards := ev.guards
	if ev.guards = 0; !certain {
		ev.guards = 1
	}
	evaluate()
	ev.guards = guards
}

// quietly evaluates an expression without counting its failures: a failing count of a block is not a failure of the
// expression that refers to the block.
func (s *scope) quietly(e hclsyntax.Expression) *model.Value {
	failures := s.Failures
	defer func() { s.Failures = failures }()
	var v *model.Value
	s.ev.budgeted("what is counted here", !s.unsure, func() { v = s.eval(e) })
	return v
}
