package located

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// Converter converts values to a type and keeps their places.
type Converter struct {
	*Maker
	At   hclsyntax.Expression // place of values that the type adds
	Path func() string        // canonical form of the value
}

// Value converts v to the type. It returns nil if Terraform would reject the conversion. An Unknown
// stays Unknown.
func (c *Converter) Value(v *model.Value, ty cty.Type, defaults *typeexpr.Defaults) *model.Value {
	limit.Point()
	if v.Kind == model.Unknown || ty == cty.DynamicPseudoType || v.Kind == model.Null {
		return v
	}
	switch {
	case ty.IsPrimitiveType():
		return c.scalar(v, ty)
	case ty.IsListType() || ty.IsSetType():
		return c.list(v, ty, defaults)
	case ty.IsTupleType():
		return c.tuple(v, ty, defaults)
	case ty.IsMapType():
		return c.mapping(v, ty.ElementType(), defaults)
	case ty.IsObjectType():
		return c.object(v, ty, defaults)
	}
	return nil
}

func (c *Converter) scalar(v *model.Value, ty cty.Type) *model.Value {
	if !v.IsScalar() {
		return nil
	}
	converted := *v
	switch ty {
	case cty.String:
		return AsString(v)
	case cty.Number:
		if v.Kind == model.Number {
			return v
		}
		if strings.EqualFold(strings.TrimLeft(v.Text, "+-"), "inf") {
			return c.Unknown(c.At, c.Path()) // a number with too many digits
		}
		if _, ok := hcl.ParseNumber(v.Text); !ok || v.Kind == model.Bool {
			return nil
		}
		converted.Kind = model.Number
	case cty.Bool:
		return ToBool(v)
	}
	return &converted
}

// list converts to a list or set. The items of a set are sorted and distinct.
func (c *Converter) list(v *model.Value, ty cty.Type, defaults *typeexpr.Defaults) *model.Value {
	if v.Kind != model.List {
		return nil
	}
	converted := *v
	converted.Items = make([]*model.Value, 0, len(v.Items))
	for _, item := range v.Items {
		item = c.Value(item, ty.ElementType(), child(defaults, ""))
		if item == nil {
			return nil
		}
		converted.Items = append(converted.Items, item)
	}
	if ty.ElementType() == cty.DynamicPseudoType {
		if converted.Items = c.OneType(c.At, converted.Items); converted.Items == nil {
			return nil
		}
	}
	switch {
	case ty.IsSetType():
		c.makeSet(&converted)
	case IsSet(v):
		origin := *v.Origin
		origin.Set = false
		converted.Origin = AsTyped(&origin)
	default:
		converted.Origin = AsTyped(v.Origin)
	}
	return &converted
}

// OneType converts values to their common type as elements of one list or map: if one is a string, all scalars become strings. It returns
// nil if there is no common type.
func (m *Maker) OneType(e hclsyntax.Expression, values []*model.Value) []*model.Value {
	list := &model.Value{Kind: model.List, Items: values}
	mixed := slices.ContainsFunc(values, func(v *model.Value) bool { return IsCollection(v) || v.Kind != values[0].Kind })
	if mixed {
		if tuple, ok := m.ToCty(list); ok {
			list, err := convert.Convert(tuple, cty.List(cty.DynamicPseudoType))
			if err != nil {
				return nil
			}
			items := make([]*model.Value, 0, len(values))
			for i, element := range list.AsValueSlice() {
				items = append(items, m.Retyped(values[i], m.FromCty(e, element)))
			}
			return items
		}
	}
	if !alike(values) {
		return nil
	}
	if slices.ContainsFunc(values, IsString) {
		for i, v := range values {
			values[i] = AsString(v)
		}
	}
	return values
}

// alike reports whether the values are all scalars, all lists or all maps, as far as they are known.
func alike(values []*model.Value) bool {
	var scalars, lists, maps int
	for _, v := range values {
		switch {
		case v.IsScalar():
			scalars = 1
		case v.Kind == model.List:
			lists = 1
		case v.Kind == model.Map:
			maps = 1
		}
	}
	return scalars+lists+maps <= 1
}

// ValuesIn returns the values of a map.
func ValuesIn(v *model.Value) []*model.Value {
	values := make([]*model.Value, 0, len(v.Entries))
	for _, e := range v.Entries {
		values = append(values, e.Value)
	}
	return values
}

// IsString reports whether a value is a string.
func IsString(v *model.Value) bool { return v.Kind == model.String }

// AsString converts a scalar to a string, as Terraform does. It returns any other value unchanged.
func AsString(v *model.Value) *model.Value {
	if !v.IsScalar() || v.Kind == model.String {
		return v
	}
	converted := *v
	converted.Kind, converted.Text = model.String, StringOf(v)
	return &converted
}

// makeSet sorts the items of a list and drops the equal ones. If an item is unknown, it may equal another one, so the
// set may be smaller.
func (m *Maker) makeSet(v *model.Value) {
	items := slices.Clone(v.Items)
	keys := make(map[*model.Value]string, len(items))
	for _, item := range items {
		keys[item] = m.Form(item)
		if item.IsScalar() {
			keys[item] = item.Text
		}
	}
	scalars := !slices.ContainsFunc(items, func(v *model.Value) bool { return !v.IsScalar() })
	if value, ok := m.ToCty(&model.Value{Kind: model.List, Items: items}); ok && !scalars {
		v.Items = m.inSetOrder(items, value)
	} else {
		slices.SortStableFunc(items, func(a, b *model.Value) int { return compareScalars(a, b, keys) })
		v.Items = slices.CompactFunc(items, func(a, b *model.Value) bool { return a.Kind == b.Kind && keys[a] == keys[b] })
	}
	if v.Origin != nil {
		v.Origin = AsSet(v.Origin)
	}
}

func compareScalars(a, b *model.Value, keys map[*model.Value]string) int {
	if a.Kind == model.Number && b.Kind == model.Number {
		x, okX := hcl.ParseNumber(a.Text)
		y, okY := hcl.ParseNumber(b.Text)
		if okX && okY {
			return x.AsBigFloat().Cmp(y.AsBigFloat())
		}
	}
	return strings.Compare(keys[a], keys[b])
}

// inSetOrder returns the items in the order of cty's sets.
func (m *Maker) inSetOrder(items []*model.Value, tuple cty.Value) []*model.Value {
	elements := tuple.AsValueSlice()
	for i := range elements {
		if !elements[i].Type().Equals(elements[0].Type()) {
			return items
		}
	}
	if len(elements) == 0 {
		return items
	}
	alike := map[int][]int{} // the elements with a hash
	for i, element := range elements {
		alike[element.Hash()] = append(alike[element.Hash()], i)
	}
	var ordered []*model.Value
	for it := cty.SetVal(elements).ElementIterator(); it.Next(); {
		_, element := it.Element()
		for _, i := range alike[element.Hash()] {
			if element.RawEquals(elements[i]) {
				ordered = append(ordered, items[i])
				break
			}
		}
	}
	return ordered
}

func (c *Converter) tuple(v *model.Value, ty cty.Type, defaults *typeexpr.Defaults) *model.Value {
	types := ty.TupleElementTypes()
	if v.Kind != model.List || v.Open || len(v.Items) != len(types) {
		return nil
	}
	converted := *v
	converted.Items = make([]*model.Value, len(types))
	for i, item := range v.Items {
		if converted.Items[i] = c.Value(item, types[i], child(defaults, strconv.Itoa(i))); converted.Items[i] == nil {
			return nil
		}
	}
	return &converted
}

func (c *Converter) mapping(v *model.Value, ty cty.Type, defaults *typeexpr.Defaults) *model.Value {
	if v.Kind != model.Map {
		return nil
	}
	converted := *v
	converted.Origin = AsTyped(v.Origin)
	converted.Entries = make([]*model.Entry, 0, len(v.Entries))
	for _, e := range v.Entries {
		value := c.Value(e.Value, ty, child(defaults, ""))
		if value == nil {
			return nil
		}
		converted.Entries = append(converted.Entries, &model.Entry{Key: e.Key, Value: value})
	}
	if ty == cty.DynamicPseudoType {
		values := c.OneType(c.At, ValuesIn(&converted))
		if values == nil {
			return nil
		}
		for i, e := range converted.Entries {
			converted.Entries[i] = &model.Entry{Key: e.Key, Value: values[i]}
		}
	}
	return &converted
}

// object converts to an object type: attributes that the type does not name are dropped; optional ones that are missing
// or null get their default, or null without one.
func (c *Converter) object(v *model.Value, ty cty.Type, defaults *typeexpr.Defaults) *model.Value {
	if v.Kind != model.Map {
		return nil
	}
	converted := *v
	converted.Entries, converted.Open = nil, false
	types := ty.AttributeTypes()
	for _, e := range v.Entries {
		attribute, named := types[e.Key.Text]
		if !named {
			continue
		}
		e.Key.Origin = WithName(e.Key.Origin)
		value := c.withDefault(e.Value, e.Key.Text, defaults)
		if value = c.Value(value, attribute, child(defaults, e.Key.Text)); value == nil {
			return nil
		}
		converted.Entries = append(converted.Entries, &model.Entry{Key: e.Key, Value: value})
	}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		if Entry(&converted, name) != nil {
			continue
		}
		value := c.absent(v, ty, name, defaults)
		if value != nil {
			value = c.Value(value, types[name], child(defaults, name))
		}
		if value == nil {
			return nil
		}
		converted.Entries = append(converted.Entries, c.Entry(c.At, name, value))
	}
	return &converted
}

func (c *Converter) withDefault(v *model.Value, name string, defaults *typeexpr.Defaults) *model.Value {
	if v.Kind == model.Null && defaults != nil {
		if value, ok := defaults.DefaultValues[name]; ok {
			return c.FromCty(c.At, value)
		}
	}
	return v
}

// absent returns the value of a missing attribute, nil if the attribute is required.
func (c *Converter) absent(v *model.Value, ty cty.Type, name string, defaults *typeexpr.Defaults) *model.Value {
	if v.Open {
		return c.Unknown(c.At, c.Path()+"."+name)
	}
	if !ty.AttributeOptional(name) {
		return nil
	}
	return c.withDefault(c.Computed(c.At, model.Null), name, defaults)
}

func child(d *typeexpr.Defaults, key string) *typeexpr.Defaults {
	if d == nil {
		return nil
	}
	return d.Children[key]
}
