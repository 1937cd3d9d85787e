package eval

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/funcs"
)

// lazyFunctions evaluate their arguments themselves.
var lazyFunctions map[string]func(s *scope, e *hclsyntax.FunctionCallExpr) *model.Value

func init() { // assigned here because these functions evaluate calls
	lazyFunctions = map[string]func(*scope, *hclsyntax.FunctionCallExpr) *model.Value{"try": (*scope).try, "can": (*scope).can}
}

// call returns the value of a function call. The result is Unknown for an unknown function, and for one that depends on
// the time, on random numbers or on the network.
func (s *scope) call(e *hclsyntax.FunctionCallExpr) *model.Value {
	name := strings.TrimPrefix(e.Name, "core::")
	if f := lazyFunctions[name]; f != nil && !e.ExpandFinal {
		return f(s, e)
	}
	var args []*model.Value
	for _, arg := range e.Args {
		args = append(args, s.eval(arg))
	}
	if e.ExpandFinal {
		last := args[len(args)-1]
		switch {
		case last.Kind != model.List && last.Kind != model.Unknown:
			return s.Fail(e, s.CallForm(name, args)+"...")
		case last.Kind == model.Unknown || last.Open:
			return s.Unknown(e, s.CallForm(name, args)+"...")
		}
		args = append(args[:len(args)-1:len(args)-1], last.Items...)
	}
	failures := s.Failures
	c := s.callOf(e, name, args...)
	v := c.Value()
	if s.Failures > failures && s.ev.guards == 0 {
		c.SayRefused()
	}
	return v
}

// callOf returns the call of a function that the expression makes.
func (s *scope) callOf(e hclsyntax.Expression, name string, args ...*model.Value) *funcs.Call {
	return &funcs.Call{Maker: &s.Maker, Expr: e, Name: name, Args: args, Reader: s.ev.reader, Templates: s}
}

// try returns the first argument that evaluates without an error.
func (s *scope) try(e *hclsyntax.FunctionCallExpr) *model.Value {
	for i, arg := range e.Args {
		failures := s.Failures
		v := s.guarded(arg)
		if s.Failures > failures {
			s.Failures = failures
			continue
		}
		if v.Kind != model.Unknown || i == len(e.Args)-1 {
			return v
		}
		return s.Unknown(e, s.CallForm("try", s.tried(v, e.Args[i+1:])))
	}
	return s.Fail(e, s.Source(e))
}

// tried returns v, an argument of try that is not known, and the values of the remaining arguments.
func (s *scope) tried(v *model.Value, arguments []hclsyntax.Expression) []*model.Value {
	args := []*model.Value{v}
	for _, argument := range arguments {
		args = append(args, s.quietly(argument))
	}
	return args
}

func (s *scope) can(e *hclsyntax.FunctionCallExpr) *model.Value {
	if len(e.Args) != 1 {
		return s.Fail(e, s.Source(e))
	}
	failures := s.Failures
	v := s.guarded(e.Args[0])
	failed := s.Failures > failures
	s.Failures = failures
	if _, ok := s.ToCty(v); !failed && !ok {
		return s.Unknown(e, s.CallForm("can", []*model.Value{v}))
	}
	return s.Bool(e, !failed)
}
