package hcl

import (
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/karplint/karplint/model"
)

// The functions here pass on the values that they are given, so that each keeps its place.

// try returns the first argument that gives no error.
func (s *scope) try(e *hclsyntax.FunctionCallExpr) *model.Value {
	for i, arg := range e.Args {
		failures := s.ev.failures
		v := s.guarded(arg)
		if s.ev.failures > failures {
			s.ev.failures = failures
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
	failures := s.ev.failures
	v := s.guarded(e.Args[0])
	failed := s.ev.failures > failures
	s.ev.failures = failures
	if _, known := toCty(v); !failed && !known {
		return s.unknown(e, callForm("can", []*model.Value{v}))
	}
	return s.boolean(e, !failed)
}

// refuse is the value of a call with arguments that Terraform would refuse.
func (s *scope) refuse(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	return s.fail(e, callForm(e.Name, args))
}

// undecided is the value of a call that is not known: its canonical form.
func (s *scope) undecided(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	return s.unknown(e, callForm(e.Name, args))
}

func (s *scope) same(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	if len(args) != 1 {
		return s.refuse(e, args)
	}
	return args[0]
}

// merge returns a map of the entries of all arguments, the later ones winning. An argument that is not known leaves
// the map open, and what stands before it may have been overwritten.
func (s *scope) merge(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	result := s.computed(e, model.Map)
	form := callForm("merge", args)
	for _, arg := range args {
		switch arg.Kind {
		case model.Null:
			continue
		case model.Unknown:
			result.Open = true
		case model.Map:
			result.Open = result.Open || arg.Open
		default:
			return s.refuse(e, args)
		}
		if arg.Open || arg.Kind == model.Unknown {
			for i, have := range result.Entries {
				result.Entries[i] = &model.Entry{Key: have.Key, Value: s.unknown(e, form+"."+have.Key.Text)}
			}
		}
		result.Entries = append(result.Entries, arg.Entries...)
	}
	result.Entries = lastOfEach(result.Entries)
	if result.Open {
		result.Text = form
		if len(result.Entries) == 0 {
			result.Kind, result.Open = model.Unknown, false
		}
	}
	return result
}

// concat returns a list of the items of all arguments.
func (s *scope) concat(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	result := s.computed(e, model.List)
	for _, arg := range args {
		switch {
		case arg.Kind == model.Unknown:
			result.Open = true
		case arg.Kind == model.List && !isSet(arg):
			result.Open = result.Open || arg.Open
			result.Items = append(result.Items, arg.Items...)
		default: // Terraform refuses a set too, but takes the list that it came from
			return s.refuse(e, args)
		}
	}
	if len(args) == 0 {
		return s.refuse(e, args)
	}
	if untyped := func(v *model.Value) bool { return v.Origin == nil || !v.Origin.Typed }; !slices.ContainsFunc(args, untyped) {
		if of := s.oneType(e, slices.Clone(result.Items)); of != nil { // of lists, not tuples
			result.Items = of
		}
		result.Origin = asTyped(result.Origin)
	}
	if result.Open {
		result.Text = callForm("concat", args)
		if len(result.Items) == 0 {
			result.Kind, result.Open = model.Unknown, false
		}
	}
	return result
}

// coalesce returns the first argument that is neither null nor "".
func (s *scope) coalesce(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	if !slices.ContainsFunc(args, func(v *model.Value) bool { return !known(v) }) {
		v := s.apply(e, stdlib.CoalesceFunc, "", args...)
		switch {
		case v.Kind == model.Unknown:
			return s.refuse(e, args) // they have no type in common
		case isCollection(v):
			i := slices.IndexFunc(args, func(v *model.Value) bool { return v.Kind != model.Null })
			return retyped(args[i], v)
		}
	}
	str := slices.ContainsFunc(args, isString)
	for i, arg := range args {
		switch {
		case arg.Kind == model.Unknown && i == len(args)-1:
			return arg
		case arg.Kind == model.Unknown:
			return s.unknown(e, callForm("coalesce", args[i:]))
		case arg.Kind == model.Null || arg.Kind == model.String && arg.Text == "":
			continue
		case str && arg.IsScalar():
			return s.convertedTo(e, []*model.Value{arg}, cty.String)
		}
		return arg
	}
	return s.refuse(e, args)
}

// coalesceList returns the first list that is not empty.
func (s *scope) coalesceList(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	if slices.ContainsFunc(args, func(v *model.Value) bool { return v.IsScalar() || v.Kind == model.Map || isSet(v) }) {
		return s.refuse(e, args)
	}
	if slices.ContainsFunc(args, func(v *model.Value) bool { return v.Kind == model.Null }) {
		return s.undecided(e, args) // only a null that is a list is passed over
	}
	for _, arg := range args {
		switch {
		case arg.Kind == model.Unknown || arg.Open && len(arg.Items) == 0:
			return s.undecided(e, args)
		case isCollection(arg) && len(arg.Items)+len(arg.Entries) == 0:
			continue
		}
		return arg
	}
	return s.refuse(e, args)
}

// lookupKey is lookup(map, key, default).
func (s *scope) lookupKey(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	switch {
	case len(args) < 2 || len(args) > 3:
		return s.refuse(e, args)
	case args[0].Kind == model.Unknown || args[1].Kind == model.Unknown:
		return s.undecided(e, args)
	case args[0].Kind != model.Map || !args[1].IsScalar():
		return s.refuse(e, args)
	}
	if found := entry(args[0], stringOf(args[1])); found != nil {
		return found.Value
	}
	switch {
	case args[0].Open:
		return s.undecided(e, args)
	case len(args) < 3:
		return s.refuse(e, args)
	case args[0].Origin != nil && args[0].Origin.Typed && !sameKind(valuesIn(args[0]), args[2].Kind):
		return s.undecided(e, args) // it is converted to the type of the map's elements
	}
	return args[2]
}

// sameKind says whether the values are of a kind, as far as they are known.
func sameKind(values []*model.Value, kind model.Kind) bool {
	return !slices.ContainsFunc(values, func(v *model.Value) bool {
		return v.Kind != kind && v.Kind != model.Null && v.Kind != model.Unknown
	})
}

func (s *scope) element(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	switch {
	case len(args) != 2:
		return s.refuse(e, args)
	case args[0].Kind == model.Unknown || args[0].Open || args[1].Kind == model.Unknown:
		return s.undecided(e, args)
	}
	i, err := strconv.Atoi(stringOf(args[1]))
	n := len(args[0].Items)
	if args[0].Kind != model.List || isSet(args[0]) || err != nil || n == 0 {
		return s.refuse(e, args)
	}
	return args[0].Items[(i%n+n)%n]
}

func (s *scope) one(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	switch {
	case len(args) != 1:
		return s.refuse(e, args)
	case args[0].Kind == model.Unknown || args[0].Open:
		return s.undecided(e, args)
	case args[0].Kind != model.List || len(args[0].Items) > 1:
		return s.refuse(e, args)
	case len(args[0].Items) == 0:
		return s.computed(e, model.Null)
	}
	return args[0].Items[0]
}
