package funcs

import (
	"slices"
	"strconv"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
)

// The functions in this file may know their result even if their arguments are only partly known.

func (c *Call) length() *model.Value {
	switch {
	case c.Args[0].Kind == model.Unknown || c.Args[0].Open:
		return c.undecided()
	case located.IsSet(c.Args[0]) && !c.Known(c.Args[0]): // unknown items may be equal
		return c.undecided()
	case c.Args[0].Kind == model.String:
		return c.Apply(c.Expr, stdlib.StrlenFunc, c.form, c.Args...)
	case !located.IsCollection(c.Args[0]):
		return c.refuse()
	}
	v := c.Computed(c.Expr, model.Number)
	v.Text = strconv.Itoa(len(c.Args[0].Items) + len(c.Args[0].Entries))
	return v
}

func (c *Call) contains() *model.Value {
	if c.Args[1].Kind == model.Null {
		return c.refuse()
	}
	if c.Args[0].Kind == model.List && c.Args[1].IsScalar() {
		for _, item := range c.Args[0].Items {
			if item.Kind == c.Args[1].Kind && located.StringOf(item) == located.StringOf(c.Args[1]) {
				return c.Bool(c.Expr, true)
			}
		}
	}
	return c.Apply(c.Expr, stdlib.ContainsFunc, c.form, c.Args...)
}

// quantified returns alltrue or anytrue. The result is deciding as soon as one item equals it, otherwise the opposite. null
// counts as false.
func quantified(deciding string) func(*Call) *model.Value {
	return func(c *Call) *model.Value {
		items := c.Args[0].Items
		if slices.ContainsFunc(items, func(v *model.Value) bool { return located.ToBool(v) == nil }) {
			return c.refuse()
		}
		undecided := c.Args[0].Open
		for _, item := range items {
			b := located.ToBool(item)
			switch {
			case b.Kind == model.Unknown:
				undecided = true
			case b.Text == deciding || b.Kind == model.Null && deciding == "false":
				return c.Bool(c.Expr, deciding == "true")
			}
		}
		if undecided {
			return c.undecided()
		}
		return c.Bool(c.Expr, deciding == "false")
	}
}

// conversion returns a function that converts to a type, such as tostring. Converted values keep their
// places.
func conversion(ty cty.Type) func(*Call) *model.Value {
	return func(c *Call) *model.Value {
		if c.Args[0].Kind == model.Unknown {
			return c.undecided()
		}
		converter := &located.Converter{Maker: c.Maker, At: c.Expr, Path: c.form}
		if v := converter.Value(c.Args[0], ty, nil); v != nil {
			return v
		}
		return c.refuse()
	}
}
