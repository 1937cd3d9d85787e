package funcs

import (
	"errors"
	"time"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// The functions in this file are missing in cty's library, or differ from Terraform's there.

// total is sum(list).
var total = newFunction(cty.Number, []cty.Type{cty.DynamicPseudoType}, func(args []cty.Value) (cty.Value, error) {
	isMap := args[0].Type().IsObjectType() || args[0].Type().IsMapType()
	if isMap || !args[0].CanIterateElements() || args[0].LengthInt() == 0 {
		return cty.NilVal, errors.New("no list with numbers")
	}
	sum := cty.Zero
	for it := args[0].ElementIterator(); it.Next(); {
		_, item := it.Element()
		n, err := convert.Convert(item, cty.Number)
		if err != nil || n.IsNull() {
			return cty.NilVal, errors.New("an item is not a number")
		}
		sum = sum.Add(n)
	}
	return sum, nil
})

// indexOf is index(list, value): the index of the value in the list.
var indexOf = newFunction(cty.Number, []cty.Type{cty.DynamicPseudoType, cty.DynamicPseudoType}, func(args []cty.Value) (cty.Value, error) {
	if ty := args[0].Type(); !ty.IsListType() && !ty.IsTupleType() {
		return cty.NilVal, errors.New("no list")
	}
	for it := args[0].ElementIterator(); it.Next(); {
		i, item := it.Element()
		if equal, err := stdlib.Equal(item, args[1]); err == nil && equal.True() {
			return i, nil
		}
	}
	return cty.NilVal, errors.New("the value is not in the list")
})

// timeCompare is timecmp(a, b): -1, 0 or 1.
var timeCompare = newFunction(cty.Number, []cty.Type{cty.String, cty.String}, func(args []cty.Value) (cty.Value, error) {
	a, err := time.Parse(time.RFC3339, args[0].AsString())
	if err != nil {
		return cty.NilVal, err
	}
	b, err := time.Parse(time.RFC3339, args[1].AsString())
	return cty.NumberIntVal(int64(a.Compare(b))), err
})
