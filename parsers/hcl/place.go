package hcl

import (
	"strconv"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// originsOf returns the origins that values in a file can have, in the order of origin's flags.
func (ev *evaluator) originsOf(f *model.File) *[4]*model.Origin {
	all := ev.origins[f]
	if all == nil {
		all = &[4]*model.Origin{}
		for i := range all {
			all[i] = &model.Origin{File: f, Computed: i&1 != 0, Shared: i&2 != 0}
		}
		ev.origins[f] = all
	}
	return all
}

// origin returns the origin of values in a file; equal ones are one.
func (ev *evaluator) origin(f *model.File, computed, shared bool) *model.Origin {
	i := 0
	if computed {
		i |= 1
	}
	if shared {
		i |= 2
	}
	return ev.originsOf(f)[i]
}

// at returns a value that is written at the expression; its kind is still to be set.
func (s *scope) at(e hclsyntax.Expression, style model.Style) *model.Value {
	s.ev.steps++
	v := newValue(model.Null, style, s.span(e))
	v.Origin = s.ev.origin(s.file, false, s.module.uses > 1)
	return v
}

// computed returns a value of the kind that the expression computed, without what it holds.
func (s *scope) computed(e hclsyntax.Expression, kind model.Kind) *model.Value {
	s.ev.steps++
	v := newValue(kind, model.None, s.span(e))
	v.Origin = s.ev.origin(s.file, true, s.module.uses > 1)
	return v
}

// entry returns an entry of a computed map.
func (s *scope) entry(e hclsyntax.Expression, key string, value *model.Value) *model.Entry {
	k := s.computed(e, model.String)
	k.Text = key
	return &model.Entry{Key: k, Value: value}
}

// str returns a computed string, Unknown where it or all strings together would be too large.
func (s *scope) str(e hclsyntax.Expression, text string) *model.Value {
	s.ev.stringBytes += len(text)
	if len(text) > maxString || s.ev.stringBytes > maxStrings {
		s.cut(e, "a text of more than %d MiB, or behind the %d MiB of all that are worked out, is taken for unknown", maxString>>20, maxStrings>>20)
		return s.unknown(e, s.ev.unique())
	}
	v := s.computed(e, model.String)
	v.Text = text
	return s.withText(v)
}

func (s *scope) boolean(e hclsyntax.Expression, b bool) *model.Value {
	v := s.computed(e, model.Bool)
	v.Text = strconv.FormatBool(b)
	return v
}

// unknown returns the value of an expression that cannot be known; text is the expression in canonical form.
func (s *scope) unknown(e hclsyntax.Expression, text string) *model.Value {
	v := s.computed(e, model.Unknown)
	v.Text = short(text)
	return v
}

// fail is unknown for an expression that Terraform would refuse.
func (s *scope) fail(e hclsyntax.Expression, text string) *model.Value {
	s.ev.failures++
	return s.unknown(e, text)
}

// span returns the bytes of an expression in the scope's file.
func (s *scope) span(e hclsyntax.Expression) model.Span {
	r := e.Range()
	if r.Start.Byte < 0 || r.End.Byte > len(s.file.Data) || r.Start.Byte > r.End.Byte {
		return model.Span{}
	}
	return expressionSpan(s.file, e)
}

// source returns an expression as written. Within a called module it starts with the call's address, because there it
// means something else.
func (s *scope) source(e hclsyntax.Expression) string {
	span := s.span(e)
	return s.qualified(string(s.file.Data[span.Start:span.End]))
}

// qualified returns text, an expression that is valid in the scope's module, as one that is valid anywhere.
func (s *scope) qualified(text string) string { return s.address + text }

// keyword returns the key of an object's item where it is a bare word.
func keyword(e *hclsyntax.ObjectConsKeyExpr) string {
	if e.ForceNonLiteral {
		return ""
	}
	return hcl2.ExprAsKeyword(e.Wrapped)
}
