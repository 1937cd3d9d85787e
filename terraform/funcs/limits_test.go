package funcs

import (
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// TestDistinct: the result is that of the library.
func TestDistinct(t *testing.T) {
	a, one := cty.StringVal("a"), cty.NumberIntVal(1)
	object := func(v cty.Value) cty.Value { return cty.ObjectVal(map[string]cty.Value{"a": v}) }
	for _, list := range []cty.Value{
		cty.ListValEmpty(cty.String), cty.ListVal([]cty.Value{a, cty.StringVal("b"), a, cty.NullVal(cty.String), cty.NullVal(cty.String)}),
		cty.ListVal([]cty.Value{one, cty.MustParseNumberVal("1.0"), cty.Zero}), cty.ListVal([]cty.Value{object(a), object(cty.StringVal("b")), object(a)}),
		cty.NullVal(cty.List(cty.String)),
	} {
		got, err := distinct.Call([]cty.Value{list})
		want, wantErr := stdlib.DistinctFunc.Call([]cty.Value{list})
		if (err == nil) != (wantErr == nil) || err == nil && !got.RawEquals(want) {
			t.Errorf("%#v: %#v, %v instead of %#v, %v", list, got, err, want, wantErr)
		}
	}
}
