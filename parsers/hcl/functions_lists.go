package hcl

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// The functions here put the parts of lists and maps together anew, each with the place that it had.

// flatten puts the items of lists within a list into one list.
func (s *scope) flatten(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	switch {
	case len(args) != 1:
		return s.refuse(e, args)
	case args[0].Kind == model.Unknown:
		return s.undecided(e, args)
	case args[0].Kind != model.List:
		return s.refuse(e, args)
	}
	result := s.computed(e, model.List)
	s.flattenInto(result, args[0])
	if result.Open {
		result.Text = callForm("flatten", args)
	}
	return result
}

func (s *scope) flattenInto(result, list *model.Value) {
	result.Open = result.Open || list.Open
	for _, item := range list.Items {
		switch {
		case len(result.Items) > maxValues:
			result.Open = true
			return
		case item.Kind == model.List:
			s.flattenInto(result, item)
		case item.Kind == model.Unknown:
			result.Open = true // it may be a list
		default:
			result.Items = append(result.Items, item)
		}
	}
}

// ofPairs returns keys or values: a list of a part of each entry of a map.
func ofPairs(part func(pair) *model.Value) located {
	return func(s *scope, e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
		return s.ofMap(e, args, part)
	}
}

func (s *scope) ofMap(e *hclsyntax.FunctionCallExpr, args []*model.Value, of func(pair) *model.Value) *model.Value {
	switch {
	case len(args) != 1:
		return s.refuse(e, args)
	case args[0].Kind == model.Unknown:
		return s.undecided(e, args)
	case args[0].Kind != model.Map:
		return s.refuse(e, args)
	}
	result := s.computed(e, model.List)
	result.Open = args[0].Open
	all, _ := s.pairs(e, args[0])
	for _, p := range all {
		result.Items = append(result.Items, of(p))
	}
	if result.Open {
		result.Text = callForm(e.Name, args)
	}
	return result
}

func (s *scope) zipMap(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	if len(args) != 2 {
		return s.refuse(e, args)
	}
	for _, arg := range args {
		if arg.Kind == model.Unknown || arg.Open {
			return s.undecided(e, args)
		}
	}
	keys, values := args[0], args[1]
	if keys.Kind != model.List || values.Kind != model.List || len(keys.Items) != len(values.Items) || isSet(values) {
		return s.refuse(e, args)
	}
	result := s.computed(e, model.Map)
	for i, key := range keys.Items {
		word, ok := s.keyOf(e, key)
		if !ok {
			return s.undecided(e, args)
		}
		result.Entries = append(result.Entries, &model.Entry{Key: word, Value: values.Items[i]})
	}
	result.Entries = lastOfEach(result.Entries)
	return result
}

// matchKeys is matchkeys(values, keys, wanted).
func (s *scope) matchKeys(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	if len(args) != 3 {
		return s.refuse(e, args)
	}
	for _, arg := range args {
		if !known(arg) {
			return s.undecided(e, args)
		}
	}
	values, keys, wanted := args[0], args[1], args[2]
	if len(values.Items) != len(keys.Items) || values.Kind != model.List || keys.Kind != model.List || wanted.Kind != model.List {
		return s.refuse(e, args)
	}
	if len(keys.Items)*len(wanted.Items) > maxValues {
		return s.tooMuch(e, "matchkeys", args)
	}
	result := s.computed(e, model.List)
	compared := s.oneType(e, slices.Concat(keys.Items, wanted.Items))
	if compared == nil && len(keys.Items)+len(wanted.Items) > 0 {
		return s.refuse(e, args)
	}
	for i, key := range compared[:len(keys.Items)] {
		if slices.ContainsFunc(compared[len(keys.Items):], func(w *model.Value) bool { return model.Equal(w, key) }) {
			result.Items = append(result.Items, values.Items[i])
		}
	}
	return result
}
