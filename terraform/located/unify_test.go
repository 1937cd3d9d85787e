package located

import (
	"errors"
	"fmt"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

// TestConvertTo: the result is that of the library.
func TestConvertTo(t *testing.T) {
	object := func(name string, v cty.Value) cty.Value { return cty.ObjectVal(map[string]cty.Value{name: v}) }
	a, one, null := cty.StringVal("a"), cty.NumberIntVal(1), cty.NullVal(cty.DynamicPseudoType)
	for _, elements := range [][]cty.Value{
		{}, {a}, {a, a}, {a, one}, {one, null}, {null, null}, {cty.True, one}, {a, object("a", a)}, {object("a", a), object("a", one)}, {object("a", a), object("b", a)},
		{object("a", null), object("a", a)}, {object("a", null), object("a", null)}, {cty.TupleVal([]cty.Value{a}), cty.TupleVal([]cty.Value{one, a})}, {cty.EmptyTupleVal, cty.ListVal([]cty.Value{a})},
	} {
		attributes := map[string]cty.Value{}
		for i, v := range elements {
			attributes[fmt.Sprint(i)] = v
		}
		for _, ty := range []cty.Type{cty.List(cty.DynamicPseudoType), cty.Set(cty.DynamicPseudoType), cty.Map(cty.DynamicPseudoType), cty.String} {
			for _, v := range []cty.Value{cty.TupleVal(elements), cty.ObjectVal(attributes)} {
				got, err := convertTo(v, ty)
				want, wantErr := convert.Convert(v, ty)
				if (err == nil) != (wantErr == nil) || err == nil && !got.RawEquals(want) {
					t.Errorf("%#v to %#v: %#v, %v instead of %#v, %v", v, ty, got, err, want, wantErr)
				}
			}
		}
	}
}

// TestManyTypes: the types of elements are not unified if too many of them differ.
func TestManyTypes(t *testing.T) {
	var elements []cty.Value
	for i := range maxTypes + 1 {
		elements = append(elements, cty.ObjectVal(map[string]cty.Value{fmt.Sprint(i): cty.True}))
	}
	if _, err := convertTo(cty.TupleVal(elements), cty.List(cty.DynamicPseudoType)); !errors.Is(err, errManyTypes) {
		t.Error(err)
	}
}
