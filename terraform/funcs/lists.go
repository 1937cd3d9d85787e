package funcs

import (
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
)

// The functions in this file rearrange the parts of lists and maps. Each part keeps its place.

// flatten is flatten(list): it replaces lists inside the list by their items.
func (c *Call) flatten() *model.Value {
	result := c.Computed(c.Expr, model.List)
	c.flattenInto(result, c.Args[0])
	if result.Open {
		result.Text = c.form()
	}
	return result
}

func (c *Call) flattenInto(result, list *model.Value) {
	result.Open = result.Open || list.Open
	for _, item := range list.Items {
		switch {
		case item.Kind == model.List:
			c.flattenInto(result, item)
		case item.Kind == model.Unknown:
			result.Open = true // it may be a list
		default:
			result.Items = append(result.Items, item)
		}
	}
}

// ofPairs returns the function keys or values: a list of the picked part of each entry of a map.
func ofPairs(pick func(located.Pair) *model.Value) func(*Call) *model.Value {
	return func(c *Call) *model.Value {
		result := c.Computed(c.Expr, model.List)
		result.Open = c.Args[0].Open
		pairs, _ := c.Pairs(c.Expr, c.Args[0])
		for _, p := range pairs {
			result.Items = append(result.Items, pick(p))
		}
		if result.Open {
			result.Text = c.form()
		}
		return result
	}
}

func (c *Call) zipMap() *model.Value {
	for _, arg := range c.Args {
		if arg.Kind == model.Unknown || arg.Open {
			return c.undecided()
		}
	}
	keys, values := c.Args[0], c.Args[1]
	if !areLists(keys, values) || located.IsSet(values) || len(keys.Items) != len(values.Items) {
		return c.refuse()
	}
	result := c.Computed(c.Expr, model.Map)
	for i, key := range keys.Items {
		word, ok := c.KeyOf(c.Expr, key)
		if !ok {
			return c.undecided()
		}
		result.Entries = append(result.Entries, &model.Entry{Key: word, Value: values.Items[i]})
	}
	result.Entries = located.LastOfEach(result.Entries)
	return result
}

func areLists(values ...*model.Value) bool {
	return !slices.ContainsFunc(values, func(v *model.Value) bool { return v.Kind != model.List })
}

// distinct is distinct(list). That of the library compares all pairs of elements.
var distinct = function.New(&function.Spec{
	Params: []function.Parameter{{Name: "list", Type: cty.List(cty.DynamicPseudoType)}},
	Type:   func(args []cty.Value) (cty.Type, error) { return args[0].Type(), nil },
	Impl: func(args []cty.Value, ty cty.Type) (cty.Value, error) {
		var kept []cty.Value
		alike := map[int][]cty.Value{} // the kept elements with a hash
		for it := args[0].ElementIterator(); it.Next(); {
			_, v := it.Element()
			hash := v.Hash()
			if !slices.ContainsFunc(alike[hash], v.RawEquals) {
				kept = append(kept, v)
				alike[hash] = append(alike[hash], v)
			}
		}
		if len(kept) == 0 {
			return cty.ListValEmpty(ty.ElementType()), nil
		}
		return cty.ListVal(kept), nil
	},
})
