package eval

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
)

var operators = map[*hclsyntax.Operation]string{
	hclsyntax.OpLogicalOr: "||", hclsyntax.OpLogicalAnd: "&&", hclsyntax.OpEqual: "==", hclsyntax.OpNotEqual: "!=",
	hclsyntax.OpGreaterThan: ">", hclsyntax.OpGreaterThanOrEqual: ">=", hclsyntax.OpLessThan: "<", hclsyntax.OpLessThanOrEqual: "<=",
	hclsyntax.OpAdd: "+", hclsyntax.OpSubtract: "-", hclsyntax.OpMultiply: "*", hclsyntax.OpDivide: "/", hclsyntax.OpModulo: "%",
	hclsyntax.OpLogicalNot: "!", hclsyntax.OpNegate: "-",
}

func (s *scope) binary(e *hclsyntax.BinaryOpExpr) *model.Value {
	failures := s.Failures
	left := s.eval(e.LHS)
	failed := s.Failures
	right := s.rightSide(e)
	if e.Op == hclsyntax.OpLogicalAnd || e.Op == hclsyntax.OpLogicalOr {
		if decided := s.decided(e, left, right); decided != nil {
			if left.Kind != model.Unknown {
				s.Failures = failed // the right side is not needed
			} else {
				s.Failures = failures
			}
			return decided
		}
	}
	form := func() string { return s.Operand(left) + " " + operators[e.Op] + " " + s.Operand(right) }
	if e.Op == hclsyntax.OpEqual || e.Op == hclsyntax.OpNotEqual {
		if differ(left, right) {
			return s.Bool(e, e.Op == hclsyntax.OpNotEqual)
		}
		bothSets := located.IsSet(left) && located.IsSet(right)
		if located.IsCollection(left) && !bothSets && model.Equal(left, right) {
			return s.Unknown(e, form()) // a list never equals a tuple, nor a map an object, and these values may be either
		}
	}
	return s.Apply(e, e.Op.Impl, form, left, right)
}

// rightSide evaluates the right side of an operator. Terraform may skip that of && and ||.
func (s *scope) rightSide(e *hclsyntax.BinaryOpExpr) *model.Value {
	if e.Op == hclsyntax.OpLogicalAnd || e.Op == hclsyntax.OpLogicalOr {
		return s.guarded(e.RHS)
	}
	return s.eval(e.RHS)
}

// decided returns the result of && or || that one side decides alone, else nil. null decides && as false does.
func (s *scope) decided(e *hclsyntax.BinaryOpExpr, sides ...*model.Value) *model.Value {
	deciding := strconv.FormatBool(e.Op == hclsyntax.OpLogicalOr)
	if slices.ContainsFunc(sides, func(v *model.Value) bool { return located.ToBool(v) == nil }) {
		return nil
	}
	for _, side := range sides {
		b := located.ToBool(side)
		decides := b.Kind == model.Bool && b.Text == deciding
		if decides || b.Kind == model.Null && deciding == "false" {
			return s.Bool(e, deciding == "true")
		}
	}
	return nil
}

// differ reports whether two partly known values cannot be equal: one is empty, and the other is a collection that is not empty, or a
// text that contains a document.
func differ(a, b *model.Value) bool { return differsFrom(a, b) || differsFrom(b, a) }

// differsFrom does the same for an empty b.
func differsFrom(a, b *model.Value) bool {
	switch {
	case located.IsCollection(a) && b.Kind == model.Null:
		return true
	case located.IsCollection(a) && a.Kind == b.Kind:
		return hasElements(a) && !hasElements(b) && !b.Open
	}
	isBlank := b.Kind == model.String && strings.TrimSpace(b.Text) == ""
	return isBlank && a.Kind == model.Unknown && holdsDocuments(a)
}

func hasElements(v *model.Value) bool { return len(v.Items)+len(v.Entries) > 0 }

func holdsDocuments(v *model.Value) bool {
	return v.Origin != nil && v.Origin.Documents != nil && len(v.Origin.Documents()) > 0
}

func (s *scope) unary(e *hclsyntax.UnaryOpExpr) *model.Value {
	v := s.eval(e.Val)
	if _, literal := e.Val.(*hclsyntax.LiteralValueExpr); literal && e.Op == hclsyntax.OpNegate && v.Kind == model.Number {
		negative := s.Written(e, model.Plain)
		negative.Kind, negative.Text = model.Number, "-"+v.Text
		return negative
	}
	return s.Apply(e, e.Op.Impl, func() string { return operators[e.Op] + s.Operand(v) }, v)
}
