package funcs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/karplint/karplint/parsers/hcl"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// maxProduct bounds the values that setproduct makes at once.
const maxProduct = 100_000

// isModest reports whether a function of the library may be called with the arguments. The library itself has no bounds, and makes the whole result
// at once.
func (c *Call) isModest() bool {
	args := c.Args
	switch c.Name {
	case "range":
		return rangeLength(args) <= maxRange+1
	case "setproduct":
		product := 1
		for _, arg := range args {
			if product *= max(len(arg.Items), 1); product > maxProduct {
				return false
			}
		}
	case "format", "formatlist":
		return !slices.ContainsFunc(args, asksForMuch)
	case "indent":
		manyBlanks := len(args) > 0 && isNumeric(args[0]) && floatOf(args[0]) >= 1000
		return !manyBlanks
	}
	return true
}

var (
	hugeWidth    = pattern.New(`%[^a-zA-Z%]*[0-9]{5}`)
	hugeExponent = pattern.New(`^[-+.0-9]+[eE][-+]?[0-9]{4}`)
)

// asksForMuch reports whether a format, or a string that it may print as a number, could produce a disproportionately
// long text.
func asksForMuch(v *model.Value) bool {
	if v.Kind == model.String && (hugeWidth().MatchString(v.Text) || hugeExponent().MatchString(v.Text)) {
		return true
	}
	return slices.ContainsFunc(v.Items, asksForMuch)
}

// rangeLength returns how many numbers a call of range would produce; 0 if it rejects its arguments for another reason, or if they
// are unknown.
func rangeLength(args []*model.Value) float64 {
	if slices.ContainsFunc(args, func(v *model.Value) bool { return v.Kind == model.Unknown || !isNumeric(v) }) {
		return 0
	}
	bounds := []float64{0, 0, 1}
	switch len(args) {
	case 1:
		bounds[1] = floatOf(args[0])
		if bounds[1] < 0 {
			bounds[2] = -1
		}
	case 2, 3:
		for i, arg := range args {
			bounds[i] = floatOf(arg)
		}
		if len(args) == 2 && bounds[1] < bounds[0] {
			bounds[2] = -1
		}
	default:
		return 0
	}
	if bounds[2] == 0 {
		return 0
	}
	n := (bounds[1] - bounds[0]) / bounds[2]
	if math.IsNaN(n) {
		return math.Inf(1)
	}
	return n
}

// isNumeric reports whether a value is, or may be, a number. A number that is too large to be
// parsed counts.
func isNumeric(v *model.Value) bool {
	switch v.Kind {
	case model.Unknown:
		return true
	case model.Number, model.String:
		_, ok := hcl.ParseNumber(v.Text)
		return ok || !hcl.ReadableNumber(v.Text)
	}
	return false
}

const maxRange = 1024 // the limit of range in Terraform, too

func floatOf(v *model.Value) float64 {
	n, ok := hcl.ParseNumber(v.Text)
	if !ok || !v.IsScalar() {
		return math.Inf(1)
	}
	f, _ := n.AsBigFloat().Float64()
	return f
}

// SayRefused reports a failed call that fails in Terraform too. The caller ensures that Terraform certainly evaluates the call; its
// arguments are constants, so no variable or loop can change the result.
func (c *Call) SayRefused() {
	e, isCall := c.Expr.(*hclsyntax.FunctionCallExpr)
	switch {
	case c.Name == "range" && rangeLength(c.Args) > maxRange:
		c.Cut(c.Expr, "range returns at most %d numbers, also in Terraform; make the range smaller", maxRange)
	case isCall && isConstant(e):
		c.Cut(c.Expr, "%s does not accept these arguments, so Terraform stops here; correct the arguments", c.Name)
	}
}

// lenient are prefixes of functions that some version of Terraform may accept with arguments that are rejected here, or that read
// files which may be created later.
var lenient = []string{"file", "templatefile", "cidr", "pathexpand", "abspath"}

// isConstant reports whether a call depends only on constants, and on no lenient function.
func isConstant(e *hclsyntax.FunctionCallExpr) bool {
	constant := len(e.Variables()) == 0
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl2.Diagnostics {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && isLenient(strings.TrimPrefix(call.Name, "core::")) {
			constant = false
		}
		return nil
	})
	return constant
}

func isLenient(name string) bool {
	return slices.ContainsFunc(lenient, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// boundOf describes the bound on the arguments of a function, for people.
func boundOf(name string) string {
	switch name {
	case "setproduct":
		return fmt.Sprintf("%d values", maxProduct)
	case "indent":
		return "999 blanks"
	case "format", "formatlist":
		return "widths of 4 digits"
	}
	return fmt.Sprintf("%d nested collections", maxNested)
}
