package hcl

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// lazyFunctions evaluate their arguments themselves.
var lazyFunctions map[string]func(s *scope, e *hclsyntax.FunctionCallExpr) *model.Value

func init() { // they evaluate calls
	lazyFunctions = map[string]func(*scope, *hclsyntax.FunctionCallExpr) *model.Value{"try": (*scope).try, "can": (*scope).can}
}

// call returns the value of a function call. A function that is not known, or asks for the time, chance or the network,
// gives Unknown.
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
			return s.fail(e, callForm(name, args)+"...")
		case last.Kind == model.Unknown || last.Open:
			return s.unknown(e, callForm(name, args)+"...")
		}
		args = append(args[:len(args)-1:len(args)-1], last.Items...)
	}
	failures := s.failures
	c := s.callOf(e, name, args...)
	v := c.value()
	if s.failures > failures && s.ev.guards == 0 {
		c.sayRefused()
	}
	return v
}

// callOf returns the call of a function that the expression makes.
func (s *scope) callOf(e hclsyntax.Expression, name string, args ...*model.Value) *call {
	return &call{maker: &s.maker, e: e, name: name, args: args, reader: s.ev.reader, templates: s}
}

// try returns the first argument that gives no error.
func (s *scope) try(e *hclsyntax.FunctionCallExpr) *model.Value {
	for i, arg := range e.Args {
		failures := s.failures
		v := s.guarded(arg)
		if s.failures > failures {
			s.failures = failures
			continue
		}
		if v.Kind != model.Unknown || i == len(e.Args)-1 {
			return v
		}
		return s.unknown(e, callForm("try", s.tried(v, e.Args[i+1:])))
	}
	return s.fail(e, s.source(e))
}

// tried returns the arguments of a try from one that is not known.
func (s *scope) tried(v *model.Value, others []hclsyntax.Expression) []*model.Value {
	args := []*model.Value{v}
	for _, other := range others {
		args = append(args, s.quietly(other))
	}
	return args
}

func (s *scope) can(e *hclsyntax.FunctionCallExpr) *model.Value {
	if len(e.Args) != 1 {
		return s.fail(e, s.source(e))
	}
	failures := s.failures
	v := s.guarded(e.Args[0])
	failed := s.failures > failures
	s.failures = failures
	if _, known := toCty(v); !failed && !known {
		return s.unknown(e, callForm("can", []*model.Value{v}))
	}
	return s.boolean(e, !failed)
}
