package eval

import (
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

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
	s.ev.certainly(!s.unsure, func() { v = s.eval(e) })
	return v
}
