package hcl

import (
	"math"
	"slices"

	"github.com/hashicorp/go-cty-funcs/uuid"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	ctyyaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// library holds the functions that take known values and give one; their result stands at the call.
var library = map[string]function.Function{
	"abs":              stdlib.AbsoluteFunc,
	"base64decode":     base64Decode,
	"base64encode":     base64Encode,
	"base64gunzip":     base64Gunzip,
	"base64gzip":       base64Gzip,
	"base64sha256":     hashed("sha256", base64Text),
	"base64sha512":     hashed("sha512", base64Text),
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
	"md5":              hashed("md5", hexText),
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
	"sha1":             hashed("sha1", hexText),
	"sha256":           hashed("sha256", hexText),
	"sha512":           hashed("sha512", hexText),
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

// located is a function whose result keeps the places of what it passes on, or that knows its result even where its
// arguments are not wholly known.
type located func(s *scope, e *hclsyntax.FunctionCallExpr, args []*model.Value) *model.Value

var locatedFunctions map[string]located

// lazy is a function that evaluates its arguments itself.
type lazy func(s *scope, e *hclsyntax.FunctionCallExpr) *model.Value

var lazyFunctions map[string]lazy

func init() { // they call each other
	lazyFunctions = map[string]lazy{"try": (*scope).try, "can": (*scope).can}
	locatedFunctions = map[string]located{
		"alltrue":          quantified("false"),
		"anytrue":          quantified("true"),
		"abspath":          (*scope).undecided,
		"coalesce":         (*scope).coalesce,
		"coalescelist":     (*scope).coalesceList,
		"concat":           (*scope).concat,
		"contains":         (*scope).contains,
		"element":          (*scope).element,
		"file":             (*scope).fileContent,
		"fileexists":       (*scope).fileExists,
		"fileset":          (*scope).fileSet,
		"filebase64":       (*scope).fileBase64,
		"filemd5":          (*scope).fileHash,
		"filesha1":         (*scope).fileHash,
		"filesha256":       (*scope).fileHash,
		"filesha512":       (*scope).fileHash,
		"filebase64sha256": (*scope).fileHash,
		"filebase64sha512": (*scope).fileHash,
		"flatten":          (*scope).flatten,
		"jsondecode":       decoding(stdlib.JSONDecodeFunc),
		"jsonencode":       encoding(stdlib.JSONEncodeFunc),
		"keys":             ofPairs(func(p pair) *model.Value { return p.key }),
		"length":           (*scope).length,
		"lookup":           (*scope).lookupKey,
		"matchkeys":        (*scope).matchKeys,
		"merge":            (*scope).merge,
		"nonsensitive":     (*scope).same,
		"one":              (*scope).one,
		"pathexpand":       (*scope).pathExpand,
		"sensitive":        (*scope).same,
		"ephemeralasnull":  (*scope).same,
		"split":            (*scope).split,
		"templatefile":     (*scope).templateFile,
		"templatestring":   (*scope).templateString,
		"tobool":           conversion(cty.Bool),
		"tolist":           conversion(cty.List(cty.DynamicPseudoType)),
		"tomap":            conversion(cty.Map(cty.DynamicPseudoType)),
		"tonumber":         conversion(cty.Number),
		"toset":            conversion(cty.Set(cty.DynamicPseudoType)),
		"tostring":         conversion(cty.String),
		"trimspace":        (*scope).trimmed,
		"chomp":            (*scope).trimmed,
		"values":           ofPairs(func(p pair) *model.Value { return p.value }),
		"yamldecode":       decoding(ctyyaml.YAMLDecodeFunc),
		"yamlencode":       encoding(ctyyaml.YAMLEncodeFunc),
		"zipmap":           (*scope).zipMap,
		"issensitive":      (*scope).undecided,
	}
}

// call returns the value of a function call. A function that is not known, or asks for the time, chance or the network,
// gives Unknown.
func (s *scope) call(e *hclsyntax.FunctionCallExpr) *model.Value {
	name := functionName(e.Name)
	if f := lazyFunctions[name]; f != nil && !e.ExpandFinal {
		return f(s, e)
	}
	args := make([]*model.Value, 0, len(e.Args))
	for _, arg := range e.Args {
		args = append(args, s.eval(arg))
	}
	if e.ExpandFinal {
		last := args[len(args)-1]
		switch {
		case last.Kind != model.List && last.Kind != model.Unknown:
			return s.fail(e, callForm(name, args)+"...")
		case last.Kind == model.Unknown || last.Open:
			return s.unknown(e, callForm(name, args)+"...")
		}
		args = append(args[:len(args)-1:len(args)-1], last.Items...)
	}
	failures := s.ev.failures
	v := s.applied(e, name, args)
	if s.ev.failures > failures {
		s.refused(e, name, args)
	}
	return v
}

// applied returns what a function gives for the arguments.
func (s *scope) applied(e *hclsyntax.FunctionCallExpr, name string, args []*model.Value) *model.Value {
	if f := locatedFunctions[name]; f != nil {
		return f(s, e, args)
	}
	if name == "range" && rangeLength(args) > maxRange+1 && !slices.ContainsFunc(args, func(v *model.Value) bool { return !known(v) }) {
		return s.refuse(e, args)
	}
	f, ok := library[name]
	switch {
	case !ok:
		return s.unknown(e, callForm(name, args))
	case !isModestCall(name, args):
		return s.tooMuch(e, name, args)
	}
	return s.apply(e, f, callForm(name, args), args...)
}

// tooMuch is the value of a call that is not made because of its arguments.
func (s *scope) tooMuch(e hclsyntax.Expression, name string, args []*model.Value) *model.Value {
	s.cut(e, "%s is given, or asked for, more than karplint works out (%s); what it gives is taken for unknown", name, boundOf(name))
	return s.unknown(e, callForm(name, args))
}

// functionName returns a function's name without the namespace of those that are built in.
func functionName(name string) string {
	const core = "core::"
	if len(name) > len(core) && name[:len(core)] == core {
		return name[len(core):]
	}
	return name
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
