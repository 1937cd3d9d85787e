package located

import (
	"errors"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// Apply calls a function of the cty library. The result is Unknown, with the form that the function returns, if an
// argument is not known.
func (m *Maker) Apply(e hclsyntax.Expression, f function.Function, form func() string, args ...*model.Value) (result *model.Value) {
	failures := m.Failures
	defer func() {
		if r := recover(); r != nil { // a panic of the library, on unexpected values
			m.Failures = failures
			result = m.Fail(e, form())
		}
	}()
	values := make([]cty.Value, len(args))
	for i, arg := range args {
		var ok bool
		if values[i], ok = m.ToCty(arg); !ok {
			return m.Unknown(e, form())
		}
	}
	value, err := converting(f, values)
	if err != nil {
		return m.Fail(e, form())
	}
	if !value.IsWhollyKnown() {
		return m.Unknown(e, form())
	}
	v := m.FromCty(e, value)
	if v.Kind == model.Unknown {
		v.Text = Short(form())
	}
	return v
}

// converting calls a function with arguments that are converted to the types of its parameters.
func converting(f function.Function, args []cty.Value) (cty.Value, error) {
	params, variadic := f.Params(), f.VarParam()
	for i, arg := range args {
		param := variadic
		if i < len(params) {
			param = &params[i]
		}
		if param == nil {
			break // too many arguments
		}
		if param.Type == cty.Number && arg.Type() == cty.String && !hcl.ReadableNumber(arg.AsString()) {
			return cty.NilVal, errors.New("a number that is too large")
		}
		var err error
		if args[i], err = convert.Convert(arg, param.Type); err != nil {
			return cty.NilVal, err
		}
	}
	return f.Call(args)
}
