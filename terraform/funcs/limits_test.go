package funcs

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
)

// TestDistinct: the result is that of the library.
func TestDistinct(t *testing.T) {
	a, one := cty.StringVal("a"), cty.NumberIntVal(1)
	object := func(v cty.Value) cty.Value { return cty.ObjectVal(map[string]cty.Value{"a": v}) }
	for _, list := range []cty.Value{
		cty.ListValEmpty(cty.String), cty.ListVal([]cty.Value{a, cty.StringVal("b"), a, cty.NullVal(cty.String), cty.NullVal(cty.String)}),
		cty.ListVal([]cty.Value{one, cty.MustParseNumberVal("1.0"), cty.Zero}), cty.ListVal([]cty.Value{object(a), object(cty.StringVal("b")), object(a)}), cty.NullVal(cty.List(cty.String)),
	} {
		got, err := distinct.Call([]cty.Value{list})
		want, wantErr := stdlib.DistinctFunc.Call([]cty.Value{list})
		if (err == nil) != (wantErr == nil) || err == nil && !got.RawEquals(want) {
			t.Errorf("%#v: %#v, %v instead of %#v, %v", list, got, err, want, wantErr)
		}
	}
}

// TestModestCalls: a function is not called with texts for which it would take long.
func TestModestCalls(t *testing.T) {
	for name, limit := range map[string]int{"split": maxSplit, "upper": maxArgument} {
		for size, want := range map[int]bool{limit: true, limit + 1: false} {
			c := &Call{Maker: &located.Maker{Evaluation: located.NewEvaluation(nil)}, Name: name, Args: []*model.Value{model.NewString(strings.Repeat("1", size))}}
			if got := c.isModest(); got != want {
				t.Errorf("%s of %d bytes: got %t", name, size, got)
			}
		}
	}
}
