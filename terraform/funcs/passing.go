package funcs

import (
	"slices"
	"strconv"
	"sync"

	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
)

// The functions in this file return values of their arguments, which keep their places.

func (c *Call) firstArgument() *model.Value { return c.Args[0] }

// merge returns a map of the entries of all arguments, the later ones winning. An argument that is not fully known
// makes the result open. The values of all earlier entries then become unknown, because it may overwrite them.
func (c *Call) merge() *model.Value {
	result := c.Computed(c.Expr, model.Map)
	form := sync.OnceValue(c.form)
	isBounded := true
	for _, arg := range c.Args {
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
		if arg.Kind == model.Unknown || arg.Open && !arg.IsBounded() {
			isBounded = false
			for i, entry := range result.Entries {
				result.Entries[i] = &model.Entry{Key: entry.Key, Value: c.Unknown(c.Expr, form()+"."+entry.Key.Text)}
			}
		}
		result.Entries = append(result.Entries, arg.Entries...)
	}
	result.Entries = located.LastOfEach(result.Entries)
	if result.Open {
		result.Text = form()
		if len(result.Entries) == 0 {
			result.Kind, result.Open = model.Unknown, false
		}
	}
	return located.WithOthers(result, result.Open && isBounded, c.Args)
}

// concat returns a list of the items of all arguments.
func (c *Call) concat() *model.Value {
	result := c.Computed(c.Expr, model.List)
	for _, arg := range c.Args {
		switch {
		case arg.Kind == model.Unknown:
			result.Open = true
		case arg.Kind == model.List && !located.IsSet(arg):
			result.Open = result.Open || arg.Open
			result.Items = append(result.Items, arg.Items...)
		default: // Terraform rejects a set too, but accepts the list from which it was made
			return c.refuse()
		}
	}
	if untyped := func(v *model.Value) bool { return v.Origin == nil || !v.Origin.Typed }; !slices.ContainsFunc(c.Args, untyped) {
		if items := c.OneType(c.Expr, slices.Clone(result.Items)); items != nil { // of lists, not tuples
			result.Items = items
		}
		result.Origin = located.AsTyped(result.Origin)
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
func (c *Call) coalesce() *model.Value {
	if !slices.ContainsFunc(c.Args, func(v *model.Value) bool { return !c.Known(v) }) {
		v := c.Apply(c.Expr, stdlib.CoalesceFunc, c.form, c.Args...)
		switch {
		case v.Kind == model.Unknown:
			return c.refuse() // the values have no common type
		case located.IsCollection(v):
			i := slices.IndexFunc(c.Args, func(v *model.Value) bool { return v.Kind != model.Null })
			return c.Retyped(c.Args[i], v)
		}
	}
	str := slices.ContainsFunc(c.Args, located.IsString)
	for i, arg := range c.Args {
		switch {
		case arg.Kind == model.Unknown && i == len(c.Args)-1:
			return arg
		case arg.Kind == model.Unknown:
			return c.Unknown(c.Expr, c.CallForm("coalesce", c.Args[i:]))
		case arg.Kind == model.Null || arg.Kind == model.String && arg.Text == "":
			continue
		case str && arg.IsScalar():
			return located.AsString(arg)
		}
		return arg
	}
	return c.refuse()
}

// coalesceList returns the first list that is not empty.
func (c *Call) coalesceList() *model.Value {
	if slices.ContainsFunc(c.Args, func(v *model.Value) bool { return v.IsScalar() || v.Kind == model.Map || located.IsSet(v) }) {
		return c.refuse()
	}
	if slices.ContainsFunc(c.Args, func(v *model.Value) bool { return v.Kind == model.Null }) {
		return c.undecided() // only a null of a list type is skipped
	}
	for _, arg := range c.Args {
		switch {
		case arg.Kind == model.Unknown || arg.Open && len(arg.Items) == 0:
			return c.undecided()
		case located.IsCollection(arg) && len(arg.Items)+len(arg.Entries) == 0:
			continue
		}
		return arg
	}
	return c.refuse()
}

// lookupKey is lookup(map, key, default).
func (c *Call) lookupKey() *model.Value {
	isWhole := c.Args[0].Kind == model.Map && !c.Args[0].Open
	hasDefault := len(c.Args) == 3
	switch {
	case c.Args[1].Kind == model.Unknown && isWhole && hasDefault:
		return c.Choice(c.Expr, c.form(), append(located.ValuesIn(c.Args[0]), c.Args[2]))
	case c.Args[1].Kind == model.Unknown:
		return c.undecided()
	case !c.Args[1].IsScalar():
		return c.refuse()
	}
	if entry := located.Entry(c.Args[0], located.StringOf(c.Args[1])); entry != nil {
		return entry.Value
	}
	switch {
	case c.Args[0].Open:
		return c.undecided()
	case !hasDefault:
		return c.refuse()
	case c.Args[0].Origin != nil && c.Args[0].Origin.Typed && !c.sameKind(located.ValuesIn(c.Args[0]), c.Args[2].Kind):
		return c.undecided() // the default is converted to the type of the map's elements
	}
	return c.Args[2]
}

// sameKind reports whether all known values are of the kind.
func (c *Call) sameKind(values []*model.Value, kind model.Kind) bool {
	return !slices.ContainsFunc(values, func(v *model.Value) bool {
		return v.Kind != kind && v.Kind != model.Null && v.Kind != model.Unknown
	})
}

func (c *Call) element() *model.Value {
	if c.Args[0].Open || c.Args[1].Kind == model.Unknown {
		return c.undecided()
	}
	i, err := strconv.Atoi(located.StringOf(c.Args[1]))
	n := len(c.Args[0].Items)
	if located.IsSet(c.Args[0]) || err != nil || n == 0 {
		return c.refuse()
	}
	return c.Args[0].Items[(i%n+n)%n]
}

func (c *Call) one() *model.Value {
	switch {
	case c.Args[0].Open:
		return c.undecided()
	case len(c.Args[0].Items) > 1:
		return c.refuse()
	case len(c.Args[0].Items) == 0:
		return c.Computed(c.Expr, model.Null)
	}
	return c.Args[0].Items[0]
}
