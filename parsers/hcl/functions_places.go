package hcl

import (
	"slices"
	"strconv"

	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/karplint/karplint/model"
)

// The functions here pass on the values that they are given, so that each keeps its place.

func (c *call) same() *model.Value { return c.args[0] }

// merge returns a map of the entries of all arguments, the later ones winning. An argument that is not known leaves
// the map open, and what stands before it may have been overwritten.
func (c *call) merge() *model.Value {
	result := c.computed(c.e, model.Map)
	form := c.form()
	for _, arg := range c.args {
		switch arg.Kind {
		case model.Null:
			continue
		case model.Unknown:
			result.Open = true
		case model.Map:
			result.Open = result.Open || arg.Open
		default:
			return c.refuse()
		}
		if arg.Open || arg.Kind == model.Unknown {
			for i, have := range result.Entries {
				result.Entries[i] = &model.Entry{Key: have.Key, Value: c.unknown(c.e, form+"."+have.Key.Text)}
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
func (c *call) concat() *model.Value {
	result := c.computed(c.e, model.List)
	for _, arg := range c.args {
		switch {
		case arg.Kind == model.Unknown:
			result.Open = true
		case arg.Kind == model.List && !isSet(arg):
			result.Open = result.Open || arg.Open
			result.Items = append(result.Items, arg.Items...)
		default: // Terraform refuses a set too, but takes the list that it came from
			return c.refuse()
		}
	}
	if untyped := func(v *model.Value) bool { return v.Origin == nil || !v.Origin.Typed }; !slices.ContainsFunc(c.args, untyped) {
		if of := c.oneType(c.e, slices.Clone(result.Items)); of != nil { // of lists, not tuples
			result.Items = of
		}
		result.Origin = asTyped(result.Origin)
	}
	if result.Open {
		result.Text = c.form()
		if len(result.Items) == 0 {
			result.Kind, result.Open = model.Unknown, false
		}
	}
	return result
}

// coalesce returns the first argument that is neither null nor "".
func (c *call) coalesce() *model.Value {
	if !slices.ContainsFunc(c.args, func(v *model.Value) bool { return !known(v) }) {
		v := c.apply(c.e, stdlib.CoalesceFunc, "", c.args...)
		switch {
		case v.Kind == model.Unknown:
			return c.refuse() // they have no type in common
		case isCollection(v):
			i := slices.IndexFunc(c.args, func(v *model.Value) bool { return v.Kind != model.Null })
			return retyped(c.args[i], v)
		}
	}
	str := slices.ContainsFunc(c.args, isString)
	for i, arg := range c.args {
		switch {
		case arg.Kind == model.Unknown && i == len(c.args)-1:
			return arg
		case arg.Kind == model.Unknown:
			return c.unknown(c.e, callForm("coalesce", c.args[i:]))
		case arg.Kind == model.Null || arg.Kind == model.String && arg.Text == "":
			continue
		case str && arg.IsScalar():
			return asString(arg)
		}
		return arg
	}
	return c.refuse()
}

// coalesceList returns the first list that is not empty.
func (c *call) coalesceList() *model.Value {
	if slices.ContainsFunc(c.args, func(v *model.Value) bool { return v.IsScalar() || v.Kind == model.Map || isSet(v) }) {
		return c.refuse()
	}
	if slices.ContainsFunc(c.args, func(v *model.Value) bool { return v.Kind == model.Null }) {
		return c.undecided() // only a null that is a list is passed over
	}
	for _, arg := range c.args {
		switch {
		case arg.Kind == model.Unknown || arg.Open && len(arg.Items) == 0:
			return c.undecided()
		case isCollection(arg) && len(arg.Items)+len(arg.Entries) == 0:
			continue
		}
		return arg
	}
	return c.refuse()
}

// lookupKey is lookup(map, key, default).
func (c *call) lookupKey() *model.Value {
	switch {
	case c.args[1].Kind == model.Unknown:
		return c.undecided()
	case !c.args[1].IsScalar():
		return c.refuse()
	}
	if found := entry(c.args[0], stringOf(c.args[1])); found != nil {
		return found.Value
	}
	switch {
	case c.args[0].Open:
		return c.undecided()
	case len(c.args) < 3:
		return c.refuse()
	case c.args[0].Origin != nil && c.args[0].Origin.Typed && !sameKind(valuesIn(c.args[0]), c.args[2].Kind):
		return c.undecided() // it is converted to the type of the map's elements
	}
	return c.args[2]
}

// sameKind says whether the values are of a kind, as far as they are known.
func sameKind(values []*model.Value, kind model.Kind) bool {
	return !slices.ContainsFunc(values, func(v *model.Value) bool {
		return v.Kind != kind && v.Kind != model.Null && v.Kind != model.Unknown
	})
}

func (c *call) element() *model.Value {
	if c.args[0].Open || c.args[1].Kind == model.Unknown {
		return c.undecided()
	}
	i, err := strconv.Atoi(stringOf(c.args[1]))
	n := len(c.args[0].Items)
	if isSet(c.args[0]) || err != nil || n == 0 {
		return c.refuse()
	}
	return c.args[0].Items[(i%n+n)%n]
}

func (c *call) one() *model.Value {
	switch {
	case c.args[0].Open:
		return c.undecided()
	case len(c.args[0].Items) > 1:
		return c.refuse()
	case len(c.args[0].Items) == 0:
		return c.computed(c.e, model.Null)
	}
	return c.args[0].Items[0]
}
