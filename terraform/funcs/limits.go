package funcs

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/located"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// isModest reports whether a function of the library may be called with the arguments, and charges for the call. The library itself
// has no bounds.
func (c *Call) isModest() bool {
	args, values, size := c.Args, 0, 0
	for _, arg := range args {
		n, bytes := c.Size(arg, located.MaxValues)
		values, size = values+n, size+bytes
	}
	limit := maxArgument
	switch c.Name {
	case "range":
		return rangeLength(args) <= maxRange+1
	case "distinct":
		return values <= located.MaxCompared
	case "setproduct":
		product := 1
		for _, arg := range args {
			if product *= max(len(arg.Items), 1); product > located.MaxCompared {
				return false
			}
		}
	case "format", "formatlist":
		return size <= limit && !slices.ContainsFunc(args, asksForMuch)
	case "indent":
		manyBlanks := len(args) > 0 && isNumeric(args[0]) && floatOf(args[0]) >= 1000
		return size <= limit && !manyBlanks
	case "split", "regexall":
		limit = maxSplit
	}
	if values >= located.MaxValues || size > limit {
		return false
	}
	slow := slowness[c.Name]
	c.Charge(slow*values, slow*size)
	return true
}

// slowness is how many times as long as reading the arguments the functions take that are slow.
var slowness = map[string]int{
	"base64encode": 8, "chunklist": 8, "compact": 4, "distinct": 4, "format": 16, "indent": 8, "join": 4, "regex": 8, "regexall": 8,
	"replace": 4, "setintersection": 16, "setproduct": 16, "setsubtract": 16,
	"setunion": 16, "sort": 4, "split": 4, "substr": 16, "sum": 16, "title": 8,
}

const (
	maxArgument = 1 << 20   // bytes of the strings in the arguments of a function
	maxSplit    = 128 << 10 // of a function that may make a value of each byte
)

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
		c.Cut(c.Expr, "range returns at most %d numbers, also in Terraform; this one counts as unknown", maxRange)
	case isCall && isConstant(e):
		c.Cut(c.Expr, "%s does not accept these arguments, so Terraform stops here; its result counts as unknown", c.Name)
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
	case "distinct", "setproduct":
		return fmt.Sprintf("%d values", located.MaxCompared)
	case "split", "regexall":
		return fmt.Sprintf("%d KiB of text", maxSplit>>10)
	case "indent":
		return fmt.Sprintf("999 blanks, %d MiB of text", maxArgument>>20)
	case "format", "formatlist":
		return fmt.Sprintf("widths of 4 digits, %d MiB of text", maxArgument>>20)
	}
	return fmt.Sprintf("%d values, %d MiB of text", located.MaxValues, maxArgument>>20)
}
