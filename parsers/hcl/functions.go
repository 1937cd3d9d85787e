package hcl

import (
	"math"
	"slices"
	"strings"

	"github.com/hashicorp/go-cty-funcs/uuid"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	ctyyaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// library holds the functions that take known values and give one; their result stands at the call.
var library = map[string]function.Function{
	"abs":              stdlib.AbsoluteFunc,
	"base64decode":     base64Decode,
	"base64encode":     ofText(base64Text),
	"base64gunzip":     base64Gunzip,
	"base64gzip":       base64Gzip,
	"base64sha256":     ofText(base64SHA256),
	"base64sha512":     ofText(base64SHA512),
	"basename":         baseName,
	"ceil":             stdlib.CeilFunc,
	"chomp":            stdlib.ChompFunc,
	"chunklist":        stdlib.ChunklistFunc,
	"cidrcontains":     cidrContains,
	"cidrhost":         cidrHost,
	"cidrnetmask":      cidrNetmask,
	"cidrsubnet":       cidrSubnet,
	"cidrsubnets":      cidrSubnets,
	"compact":          stdlib.CompactFunc,
	"csvdecode":        stdlib.CSVDecodeFunc,
	"dirname":          dirName,
	"distinct":         stdlib.DistinctFunc,
	"endswith":         endsWith,
	"floor":            stdlib.FloorFunc,
	"format":           stdlib.FormatFunc,
	"formatdate":       stdlib.FormatDateFunc,
	"formatlist":       stdlib.FormatListFunc,
	"indent":           stdlib.IndentFunc,
	"index":            indexOf,
	"join":             stdlib.JoinFunc,
	"log":              stdlib.LogFunc,
	"lower":            stdlib.LowerFunc,
	"max":              stdlib.MaxFunc,
	"md5":              ofText(hexMD5),
	"min":              stdlib.MinFunc,
	"parseint":         stdlib.ParseIntFunc,
	"pow":              stdlib.PowFunc,
	"range":            stdlib.RangeFunc,
	"regex":            stdlib.RegexFunc,
	"regexall":         stdlib.RegexAllFunc,
	"replace":          replace,
	"reverse":          stdlib.ReverseListFunc,
	"setintersection":  stdlib.SetIntersectionFunc,
	"setproduct":       stdlib.SetProductFunc,
	"setsubtract":      stdlib.SetSubtractFunc,
	"setunion":         stdlib.SetUnionFunc,
	"sha1":             ofText(hexSHA1),
	"sha256":           ofText(hexSHA256),
	"sha512":           ofText(hexSHA512),
	"signum":           stdlib.SignumFunc,
	"slice":            stdlib.SliceFunc,
	"sort":             stdlib.SortFunc,
	"split":            stdlib.SplitFunc,
	"startswith":       startsWith,
	"strcontains":      strContains,
	"strrev":           stdlib.ReverseFunc,
	"substr":           stdlib.SubstrFunc,
	"sum":              total,
	"textdecodebase64": textDecode,
	"textencodebase64": textEncode,
	"timeadd":          stdlib.TimeAddFunc,
	"timecmp":          timeCompare,
	"title":            stdlib.TitleFunc,
	"transpose":        transpose,
	"trim":             stdlib.TrimFunc,
	"trimprefix":       stdlib.TrimPrefixFunc,
	"trimspace":        stdlib.TrimSpaceFunc,
	"trimsuffix":       stdlib.TrimSuffixFunc,
	"upper":            stdlib.UpperFunc,
	"urldecode":        urlDecode,
	"urlencode":        urlEncode,
	"uuidv5":           uuid.V5Func,
}

// call is a call of a function whose arguments are evaluated.
type call struct {
	*scope
	e    *hclsyntax.FunctionCallExpr
	name string // without the namespace of those that are built in
	args []*model.Value
}

// located is a function whose result keeps the places of what it passes on, or that knows its result even where its
// arguments are not wholly known.
type located struct {
	least, most int        // arguments
	first       model.Kind // what the first one has to be; Null: anything
	value       func(*call) *model.Value
}

var locatedFunctions map[string]located

// lazy is a function that evaluates its arguments itself.
type lazy func(s *scope, e *hclsyntax.FunctionCallExpr) *model.Value

var lazyFunctions map[string]lazy

func init() { // they call each other
	const many = math.MaxInt
	lazyFunctions = map[string]lazy{"try": (*scope).try, "can": (*scope).can}
	locatedFunctions = map[string]located{
		"alltrue":          {1, 1, model.List, quantified("false")},
		"anytrue":          {1, 1, model.List, quantified("true")},
		"chomp":            {1, 1, model.Null, (*call).trimmed},
		"coalesce":         {1, many, model.Null, (*call).coalesce},
		"coalescelist":     {1, many, model.Null, (*call).coalesceList},
		"concat":           {1, many, model.Null, (*call).concat},
		"contains":         {2, 2, model.Null, (*call).contains},
		"element":          {2, 2, model.List, (*call).element},
		"ephemeralasnull":  {1, 1, model.Null, (*call).same},
		"file":             {1, 1, model.Null, (*call).fileContent},
		"filebase64":       {1, 1, model.Null, ofFile(base64Text)},
		"filebase64sha256": {1, 1, model.Null, ofFile(base64SHA256)},
		"filebase64sha512": {1, 1, model.Null, ofFile(base64SHA512)},
		"fileexists":       {1, 1, model.Null, (*call).fileExists},
		"filemd5":          {1, 1, model.Null, ofFile(hexMD5)},
		"fileset":          {2, 2, model.Null, (*call).fileSet},
		"filesha1":         {1, 1, model.Null, ofFile(hexSHA1)},
		"filesha256":       {1, 1, model.Null, ofFile(hexSHA256)},
		"filesha512":       {1, 1, model.Null, ofFile(hexSHA512)},
		"flatten":          {1, 1, model.List, (*call).flatten},
		"jsondecode":       {1, 1, model.Null, decoding(stdlib.JSONDecodeFunc)},
		"jsonencode":       {1, 1, model.Null, encoding(stdlib.JSONEncodeFunc)},
		"keys":             {1, 1, model.Map, ofPairs(func(p pair) *model.Value { return p.key })},
		"length":           {1, 1, model.Null, (*call).length},
		"lookup":           {2, 3, model.Map, (*call).lookupKey},
		"matchkeys":        {3, 3, model.Null, (*call).matchKeys},
		"merge":            {0, many, model.Null, (*call).merge},
		"nonsensitive":     {1, 1, model.Null, (*call).same},
		"one":              {1, 1, model.List, (*call).one},
		"pathexpand":       {1, 1, model.Null, (*call).pathExpand},
		"sensitive":        {1, 1, model.Null, (*call).same},
		"split":            {2, 2, model.Null, (*call).split},
		"templatefile":     {2, 2, model.Null, (*call).templateFile},
		"templatestring":   {2, 2, model.Null, (*call).templateString},
		"tobool":           {1, 1, model.Null, conversion(cty.Bool)},
		"tolist":           {1, 1, model.Null, conversion(cty.List(cty.DynamicPseudoType))},
		"tomap":            {1, 1, model.Null, conversion(cty.Map(cty.DynamicPseudoType))},
		"tonumber":         {1, 1, model.Null, conversion(cty.Number)},
		"toset":            {1, 1, model.Null, conversion(cty.Set(cty.DynamicPseudoType))},
		"tostring":         {1, 1, model.Null, conversion(cty.String)},
		"trimspace":        {1, 1, model.Null, (*call).trimmed},
		"values":           {1, 1, model.Map, ofPairs(func(p pair) *model.Value { return p.value })},
		"yamldecode":       {1, 1, model.Null, decoding(ctyyaml.YAMLDecodeFunc)},
		"yamlencode":       {1, 1, model.Null, encoding(ctyyaml.YAMLEncodeFunc)},
		"zipmap":           {2, 2, model.Null, (*call).zipMap},
	}
}

// call returns the value of a function call. A function that is not known, or asks for the time, chance or the network,
// gives Unknown.
func (s *scope) call(e *hclsyntax.FunctionCallExpr) *model.Value {
	c := &call{scope: s, e: e, name: strings.TrimPrefix(e.Name, "core::")}
	if f := lazyFunctions[c.name]; f != nil && !e.ExpandFinal {
		return f(s, e)
	}
	for _, arg := range e.Args {
		c.args = append(c.args, s.eval(arg))
	}
	if e.ExpandFinal {
		last := c.args[len(c.args)-1]
		switch {
		case last.Kind != model.List && last.Kind != model.Unknown:
			return s.fail(e, c.form()+"...")
		case last.Kind == model.Unknown || last.Open:
			return s.unknown(e, c.form()+"...")
		}
		c.args = append(c.args[:len(c.args)-1:len(c.args)-1], last.Items...)
	}
	failures := s.ev.failures
	v := c.value()
	if s.ev.failures > failures {
		c.sayRefused()
	}
	return v
}

// value returns what the function gives for the arguments.
func (c *call) value() *model.Value {
	if f, ok := locatedFunctions[c.name]; ok {
		switch {
		case len(c.args) < f.least || len(c.args) > f.most:
			return c.refuse()
		case f.first != model.Null && c.args[0].Kind == model.Unknown:
			return c.undecided()
		case f.first != model.Null && c.args[0].Kind != f.first:
			return c.refuse()
		}
		return f.value(c)
	}
	if c.name == "range" && rangeLength(c.args) > maxRange+1 && !slices.ContainsFunc(c.args, func(v *model.Value) bool { return !known(v) }) {
		return c.refuse()
	}
	return c.library()
}

// library returns what the function of the library gives.
func (c *call) library() *model.Value {
	f, ok := library[c.name]
	switch {
	case !ok:
		return c.undecided()
	case !isModestCall(c.name, c.args):
		return c.tooMuch()
	}
	return c.apply(c.e, f, c.form(), c.args...)
}

// refuse is the value of a call with arguments that Terraform would refuse.
func (c *call) refuse() *model.Value { return c.fail(c.e, c.form()) }

// undecided is the value of a call that is not known: its canonical form.
func (c *call) undecided() *model.Value { return c.unknown(c.e, c.form()) }

// form returns the call in canonical form.
func (c *call) form() string { return callForm(c.name, c.args) }

// tooMuch is the value of a call that is not made because of its arguments.
func (c *call) tooMuch() *model.Value {
	c.cut(c.e, "%s is given, or asked for, more than karplint works out (%s); what it gives is taken for unknown", c.name, boundOf(c.name))
	return c.undecided()
}

// callForm returns a call in canonical form.
func callForm(name string, args []*model.Value) string {
	w := &writer{}
	w.WriteString(name + "(")
	for i, arg := range args {
		if i > 0 {
			w.WriteString(", ")
		}
		w.value(arg)
	}
	w.WriteString(")")
	return short(w.String())
}

// isModestCall says whether a function of the library, which has no bounds, may be called with the arguments.
func isModestCall(name string, args []*model.Value) bool {
	values, size := 0, 0
	for _, arg := range args {
		values += countValues(arg, maxValues)
		size += sizeOf(arg, maxArgument)
	}
	limit := maxArgument
	switch name {
	case "range":
		return rangeLength(args) <= maxRange+1
	case "distinct":
		return values <= maxCompared
	case "setproduct":
		product := 1
		for _, arg := range args {
			if product *= max(len(arg.Items), 1); product > maxCompared {
				return false
			}
		}
	case "format", "formatlist":
		return size <= limit && !slices.ContainsFunc(args, asksForMuch)
	case "indent":
		return size <= limit && (len(args) == 0 || !isNumeric(args[0]) || floatOf(args[0]) < 1000)
	case "split", "regexall", "csvdecode":
		limit = maxSplit
	}
	return values < maxValues && size <= limit
}

const (
	maxArgument = 1 << 20   // bytes of the strings in the arguments of a function
	maxSplit    = 128 << 10 // of one that may make a value of each byte
)

// sizeOf returns the bytes of the strings in v, counting not much further than limit.
func sizeOf(v *model.Value, limit int) int {
	size := 0
	for node := range v.Nodes() {
		if size += len(node.Text); size > limit {
			break
		}
	}
	return size
}

var (
	hugeWidth    = pattern.New(`%[^a-zA-Z%]*[0-9]{5}`)
	hugeExponent = pattern.New(`^[-+.0-9]+[eE][-+]?[0-9]{4}`)
)

// asksForMuch says whether a format, or a string that it may print as a number, could give a text out of proportion.
func asksForMuch(v *model.Value) bool {
	if v.Kind == model.String && (hugeWidth().MatchString(v.Text) || hugeExponent().MatchString(v.Text)) {
		return true
	}
	return slices.ContainsFunc(v.Items, asksForMuch)
}

// rangeLength returns how many numbers range is asked for, 0 where it refuses its arguments for another reason or they are unknown.
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

// isNumeric says whether a value is, or may be, a number: one that is too large to be read is.
func isNumeric(v *model.Value) bool {
	_, ok := parseNumber(v.Text)
	return v.IsScalar() && v.Kind != model.Null && v.Kind != model.Bool && (ok || !readableNumber(v.Text)) || v.Kind == model.Unknown
}

const maxRange = 1024 // numbers that range gives, in Terraform too

func floatOf(v *model.Value) float64 {
	n, ok := parseNumber(v.Text)
	if !ok || !v.IsScalar() {
		return math.Inf(1)
	}
	f, _ := n.AsBigFloat().Float64()
	return f
}
