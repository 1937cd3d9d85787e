package located

import (
	"slices"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// ToCty converts a fully known value to a value of the cty library. ok is false if it is not fully known.
func (v *Evaluation) ToCty(value *model.Value) (converted cty.Value, ok bool) {
	return ctyOf(value)
}

func ctyOf(v *model.Value) (cty.Value, bool) {
	if v.Open {
		return cty.NilVal, false
	}
	switch v.Kind {
	case model.Null:
		return cty.NullVal(cty.DynamicPseudoType), true
	case model.Bool:
		return cty.BoolVal(v.Text == "true"), true
	case model.String:
		return cty.StringVal(v.Text), true
	case model.Number:
		return hcl.ParseNumber(v.Text)
	case model.List:
		return ctyList(v)
	case model.Map:
		return ctyObject(v)
	}
	return cty.NilVal, false
}

func ctyList(v *model.Value) (cty.Value, bool) {
	items := make([]cty.Value, len(v.Items))
	for i, item := range v.Items {
		value, ok := ctyOf(item)
		if !ok {
			return cty.NilVal, false
		}
		items[i] = value
	}
	tuple := cty.TupleVal(items)
	switch {
	case IsSet(v):
	case v.Origin != nil && v.Origin.Typed:
		if list, err := convert.Convert(tuple, cty.List(cty.DynamicPseudoType)); err == nil && len(items) > 0 {
			return list, true
		}
		return tuple, true
	default:
		return tuple, true
	}
	set, err := convert.Convert(tuple, cty.Set(cty.DynamicPseudoType))
	return set, err == nil
}

func ctyObject(v *model.Value) (cty.Value, bool) {
	fields := make(map[string]cty.Value, len(v.Entries))
	for _, e := range v.Entries {
		value, ok := ctyOf(e.Value)
		if !ok || e.Key.Kind == model.Unknown {
			return cty.NilVal, false
		}
		fields[e.Key.Text] = value
	}
	return cty.ObjectVal(fields), true
}

// FromCty converts a value of the cty library. The result has the place of the expression.
func (m *Maker) FromCty(e hclsyntax.Expression, value cty.Value) *model.Value {
	limit.Point()
	v := m.Computed(e, model.Null)
	switch ty := value.Type(); {
	case !value.IsKnown():
		return m.Unknown(e, m.Source(e))
	case value.IsNull():
	case ty == cty.Bool:
		v.Kind, v.Text = model.Bool, strconv.FormatBool(value.True())
	case ty == cty.String:
		return m.Text(e, value.AsString())
	case ty == cty.Number:
		if !hcl.IsModest(value) {
			return m.Unknown(e, m.Source(e))
		}
		v.Kind, v.Text = model.Number, hcl.NumberText(value)
	case ty.IsObjectType() || ty.IsMapType():
		v.Kind = model.Map
		for it := value.ElementIterator(); it.Next(); {
			key, item := it.Element()
			v.Entries = append(v.Entries, m.Entry(e, key.AsString(), m.FromCty(e, item)))
		}
		if ty.IsMapType() {
			v.Origin = AsTyped(v.Origin)
		}
	case value.CanIterateElements():
		v.Kind = model.List
		for it := value.ElementIterator(); it.Next(); {
			_, item := it.Element()
			v.Items = append(v.Items, m.FromCty(e, item))
		}
		switch {
		case ty.IsSetType():
			v.Origin = AsSet(v.Origin)
		case ty.IsListType():
			v.Origin = AsTyped(v.Origin)
		}
	default:
		return m.Unknown(e, m.Source(e))
	}
	return v
}

// StringOf returns a scalar as Terraform converts it to a string: 1.50 becomes 1.5.
func StringOf(v *model.Value) string {
	if v.Kind == model.Number {
		if n, ok := hcl.ParseNumber(v.Text); ok {
			return hcl.NumberText(n)
		}
	}
	return v.Text
}

// ToBool converts a value to a bool, also from "true" and "false". null and Unknown stay as they are; for any other
// value it returns nil.
func ToBool(v *model.Value) *model.Value {
	switch {
	case v.Kind == model.Bool || v.Kind == model.Null || v.Kind == model.Unknown:
		return v
	case v.Kind == model.String && slices.Contains([]string{"true", "false", "1", "0"}, v.Text):
		b := *v
		b.Kind, b.Text = model.Bool, strconv.FormatBool(v.Text == "true" || v.Text == "1")
		return &b
	}
	return nil
}
