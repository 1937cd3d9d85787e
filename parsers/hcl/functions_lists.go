package hcl

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// The functions here put the parts of lists and maps together anew, each with the place that it had.

// flatten puts the items of lists within a list into one list.
func (c *call) flatten() *model.Value {
	result := c.computed(c.e, model.List)
	flattenInto(result, c.args[0])
	if result.Open {
		result.Text = c.form()
	}
	return result
}

func flattenInto(result, list *model.Value) {
	result.Open = result.Open || list.Open
	for _, item := range list.Items {
		switch {
		case len(result.Items) > maxValues:
			result.Open = true
			return
		case item.Kind == model.List:
			flattenInto(result, item)
		case item.Kind == model.Unknown:
			result.Open = true // it may be a list
		default:
			result.Items = append(result.Items, item)
		}
	}
}

// ofPairs returns keys or values: a list of a part of each entry of a map.
func ofPairs(part func(pair) *model.Value) func(*call) *model.Value {
	return func(c *call) *model.Value {
		result := c.computed(c.e, model.List)
		result.Open = c.args[0].Open
		all, _ := c.pairs(c.e, c.args[0])
		for _, p := range all {
			result.Items = append(result.Items, part(p))
		}
		if result.Open {
			result.Text = c.form()
		}
		return result
	}
}

func (c *call) zipMap() *model.Value {
	for _, arg := range c.args {
		if arg.Kind == model.Unknown || arg.Open {
			return c.undecided()
		}
	}
	keys, values := c.args[0], c.args[1]
	if keys.Kind != model.List || values.Kind != model.List || len(keys.Items) != len(values.Items) || isSet(values) {
		return c.refuse()
	}
	result := c.computed(c.e, model.Map)
	for i, key := range keys.Items {
		word, ok := c.keyOf(c.e, key)
		if !ok {
			return c.undecided()
		}
		result.Entries = append(result.Entries, &model.Entry{Key: word, Value: values.Items[i]})
	}
	result.Entries = lastOfEach(result.Entries)
	return result
}

// matchKeys is matchkeys(values, keys, wanted).
func (c *call) matchKeys() *model.Value {
	for _, arg := range c.args {
		if !known(arg) {
			return c.undecided()
		}
	}
	values, keys, wanted := c.args[0], c.args[1], c.args[2]
	if len(values.Items) != len(keys.Items) || values.Kind != model.List || keys.Kind != model.List || wanted.Kind != model.List {
		return c.refuse()
	}
	if len(keys.Items)*len(wanted.Items) > maxValues {
		return c.tooMuch()
	}
	result := c.computed(c.e, model.List)
	compared := c.oneType(c.e, slices.Concat(keys.Items, wanted.Items))
	if compared == nil && len(keys.Items)+len(wanted.Items) > 0 {
		return c.refuse()
	}
	for i, key := range compared[:len(keys.Items)] {
		if slices.ContainsFunc(compared[len(keys.Items):], func(w *model.Value) bool { return model.Equal(w, key) }) {
			result.Items = append(result.Items, values.Items[i])
		}
	}
	return result
}
