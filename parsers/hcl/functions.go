package hcl

import (
	"maps"
	"math"
	"slices"

	"github.com/hashicorp/go-cty-funcs/uuid"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	ctyyaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

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
	*maker
	e         hclsyntax.Expression // what is evaluated
	name      string               // without the namespace of those that are built in
	args      []*model.Value
	reader    *reader
	templates templateRenderer
}

// templateRenderer evaluates templates.
type templateRenderer interface {
	// render evaluates a template in a file, with the variables in a map, for the call at e.
	render(e hclsyntax.Expression, f *model.File, template hclsyntax.Expression, variables *model.Value) *model.Value
}

// located is a function whose result keeps the places of what it passes on, or that knows its result even where its
// arguments are not wholly known.
type located struct {
	least, most int        // arguments
	first       model.Kind // what the first one has to be; Null: anything
	value       func(*call) *model.Value
}

var locatedFunctions map[string]located

func init() { // they call each other
	const many = math.MaxInt
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

// functionNames returns the names of all functions, sorted.
func functionNames() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(library)), maps.Keys(locatedFunctions))
	slices.Sort(names)
	return slices.Compact(names)
}
