package located

import (
	"errors"
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// maxTypes bounds how many different types of elements are unified, because the library compares all pairs of them.
const maxTypes = 200

var (
	errManyTypes    = errors.New("the elements have too many types")
	errNoCommonType = errors.New("the elements have no common type")
)

// convertTo is convert.Convert. If the type of the elements is open, that would compare each element's type with all others; here, equal types
// are compared once.
func convertTo(v cty.Value, ty cty.Type) (cty.Value, error) {
	if !ty.IsCollectionType() || ty.ElementType() != cty.DynamicPseudoType || !v.CanIterateElements() {
		return convert.Convert(v, ty)
	}
	types := elementTypes(v.Type())
	if len(types) == 0 || v.Type().IsObjectType() != ty.IsMapType() {
		return convert.Convert(v, ty)
	}
	if types = differentTypes(types); len(types) > maxTypes {
		return cty.NilVal, errManyTypes
	}
	common, _ := convert.UnifyUnsafe(types)
	if common == cty.NilType {
		return cty.NilVal, errNoCommonType
	}
	if converted, ok := collectionOf(v, ty, common); ok {
		return converted, nil
	}
	if v.LengthInt() > MaxCompared {
		return cty.NilVal, errManyTypes
	}
	return convert.Convert(v, ty)
}

// elementTypes returns the types of the elements of a tuple or object.
func elementTypes(ty cty.Type) []cty.Type {
	switch {
	case ty.IsTupleType():
		return ty.TupleElementTypes()
	case ty.IsObjectType():
		attributes := ty.AttributeTypes()
		var types []cty.Type
		for _, name := range slices.Sorted(maps.Keys(attributes)) {
			types = append(types, attributes[name])
		}
		return types
	}
	return nil
}

// differentTypes returns each type once, in the order of their first occurrence.
func differentTypes(types []cty.Type) (different []cty.Type) {
	seen := map[string]bool{}
	for i, ty := range types {
		if i > 0 && ty.Equals(types[i-1]) {
			continue
		}
		if text := ty.GoString(); !seen[text] {
			seen[text] = true
			different = append(different, ty)
		}
	}
	return different
}

// collectionOf returns a list, set or map of the elements of a tuple or object. ok is false if they do not all have the same type after
// their conversion.
func collectionOf(v cty.Value, ty, element cty.Type) (collection cty.Value, ok bool) {
	var values []cty.Value
	byKey := map[string]cty.Value{}
	for it := v.ElementIterator(); it.Next(); {
		key, value := it.Element()
		converted, err := convert.Convert(value, element)
		if err != nil || len(values) > 0 && !converted.Type().Equals(values[0].Type()) {
			return cty.NilVal, false
		}
		values = append(values, converted)
		if ty.IsMapType() {
			byKey[key.AsString()] = converted
		}
	}
	switch {
	case ty.IsListType():
		return cty.ListVal(values), true
	case ty.IsSetType():
		return cty.SetVal(values), true
	}
	return cty.MapVal(byKey), true
}
