package hcl

import (
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/karplint/karplint/model"
)

// The functions here know their result even of arguments that are known in parts.

func (s *scope) length(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	switch {
	case len(args) != 1:
		return s.refuse(e, args)
	case args[0].Kind == model.Unknown || args[0].Open || isSet(args[0]) && !known(args[0]):
		return s.undecided(e, args)
	case args[0].Kind == model.String:
		return s.apply(e, stdlib.StrlenFunc, "", args...)
	case !isCollection(args[0]):
		return s.refuse(e, args)
	}
	v := s.computed(e, model.Number)
	v.Text = strconv.Itoa(len(args[0].Items) + len(args[0].Entries))
	return v
}

func known(v *model.Value) bool {
	_, ok := toCty(v)
	return ok
}

func (s *scope) contains(e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
	if len(args) == 2 && args[1].Kind == model.Null {
		return s.refuse(e, args)
	}
	if len(args) == 2 && args[0].Kind == model.List && args[1].IsScalar() {
		for _, item := range args[0].Items {
			if item.Kind == args[1].Kind && stringOf(item) == stringOf(args[1]) {
				return s.boolean(e, true)
			}
		}
	}
	return s.apply(e, stdlib.ContainsFunc, callForm(e.Name, args), args...)
}

// quantified returns alltrue or anytrue: deciding as soon as one item is it, its opposite if none is. null counts as false.
func quantified(deciding string) located {
	return func(s *scope, e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
		return s.quantified(e, args, deciding)
	}
}

func (s *scope) quantified(e *hclsyntax.FunctionCallExpr, args []*model.Value, deciding string) *model.Value {
	if len(args) != 1 || args[0].Kind != model.List && args[0].Kind != model.Unknown {
		return s.refuse(e, args)
	}
	if slices.ContainsFunc(args[0].Items, func(v *model.Value) bool { return toBool(v) == nil }) {
		return s.refuse(e, args)
	}
	undecided := args[0].Kind == model.Unknown || args[0].Open
	for _, item := range args[0].Items {
		b := toBool(item)
		switch {
		case b.Kind == model.Unknown:
			undecided = true
		case b.Text == deciding || b.Kind == model.Null && deciding == "false":
			return s.boolean(e, deciding == "true")
		}
	}
	if undecided {
		return s.undecided(e, args)
	}
	return s.boolean(e, deciding == "false")
}

// conversion returns a function that converts to a type, such as tostring. What it gives keeps its places.
func conversion(ty cty.Type) located {
	return func(s *scope, e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value {
		return s.convertedTo(e, args, ty)
	}
}

func (s *scope) convertedTo(e *hclsyntax.FunctionCallExpr, args []*model.Value, ty cty.Type) *model.Value {
	if len(args) != 1 {
		return s.refuse(e, args)
	}
	if args[0].Kind == model.Unknown {
		return s.undecided(e, args)
	}
	c := &converter{s: s, at: e, path: callForm(e.Name, args)}
	if v := c.value(args[0], ty, nil); v != nil {
		return v
	}
	return s.refuse(e, args)
}
