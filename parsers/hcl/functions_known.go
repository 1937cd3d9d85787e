package hcl

import (
	"slices"
	"strconv"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/karplint/karplint/model"
)

// The functions here know their result even of arguments that are known in parts.

func (c *call) length() *model.Value {
	switch {
	case c.args[0].Kind == model.Unknown || c.args[0].Open || isSet(c.args[0]) && !known(c.args[0]):
		return c.undecided()
	case c.args[0].Kind == model.String:
		return c.apply(c.e, stdlib.StrlenFunc, "", c.args...)
	case !isCollection(c.args[0]):
		return c.refuse()
	}
	v := c.computed(c.e, model.Number)
	v.Text = strconv.Itoa(len(c.args[0].Items) + len(c.args[0].Entries))
	return v
}

func (c *call) contains() *model.Value {
	if c.args[1].Kind == model.Null {
		return c.refuse()
	}
	if c.args[0].Kind == model.List && c.args[1].IsScalar() {
		for _, item := range c.args[0].Items {
			if item.Kind == c.args[1].Kind && stringOf(item) == stringOf(c.args[1]) {
				return c.boolean(c.e, true)
			}
		}
	}
	return c.apply(c.e, stdlib.ContainsFunc, c.form(), c.args...)
}

// quantified returns alltrue or anytrue: deciding as soon as one item is it, its opposite if none is. null counts as false.
func quantified(deciding string) func(*call) *model.Value {
	return func(c *call) *model.Value {
		items := c.args[0].Items
		if slices.ContainsFunc(items, func(v *model.Value) bool { return toBool(v) == nil }) {
			return c.refuse()
		}
		undecided := c.args[0].Open
		for _, item := range items {
			b := toBool(item)
			switch {
			case b.Kind == model.Unknown:
				undecided = true
			case b.Text == deciding || b.Kind == model.Null && deciding == "false":
				return c.boolean(c.e, deciding == "true")
			}
		}
		if undecided {
			return c.undecided()
		}
		return c.boolean(c.e, deciding == "false")
	}
}

// conversion returns a function that converts to a type, such as tostring. What it gives keeps its places.
func conversion(ty cty.Type) func(*call) *model.Value {
	return func(c *call) *model.Value {
		if c.args[0].Kind == model.Unknown {
			return c.undecided()
		}
		to := &converter{maker: c.maker, at: c.e, path: c.form()}
		if v := to.value(c.args[0], ty, nil); v != nil {
			return v
		}
		return c.refuse()
	}
}
