// Package funcs implements Terraform's functions. Functions that pass values on keep their places, and some know their result even if
// their arguments are only partly known. The package also reads the files that functions name.
package funcs

import (
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/terraform/located"

	ctyyaml "github.com/zclconf/go-cty-yaml"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/karplint/karplint/model"
)

// library has the functions that need known arguments. The place of their result is the call.
var library = map[string]function.Function{
	"abs":             stdlib.AbsoluteFunc,
	"base64decode":    base64Decode,
	"base64encode":    ofText(base64Text),
	"base64sha256":    ofText(base64SHA256),
	"basename":        baseName,
	"ceil":            stdlib.CeilFunc,
	"chomp":           stdlib.ChompFunc,
	"chunklist":       stdlib.ChunklistFunc,
	"cidrhost":        cidrHost,
	"cidrnetmask":     cidrNetmask,
	"cidrsubnet":      cidrSubnet,
	"cidrsubnets":     cidrSubnets,
	"compact":         stdlib.CompactFunc,
	"dirname":         dirName,
	"distinct":        distinct,
	"endswith":        endsWith,
	"floor":           stdlib.FloorFunc,
	"format":          stdlib.FormatFunc,
	"formatdate":      stdlib.FormatDateFunc,
	"formatlist":      stdlib.FormatListFunc,
	"indent":          stdlib.IndentFunc,
	"index":           indexOf,
	"join":            stdlib.JoinFunc,
	"log":             stdlib.LogFunc,
	"lower":           stdlib.LowerFunc,
	"max":             stdlib.MaxFunc,
	"md5":             ofText(hexMD5),
	"min":             stdlib.MinFunc,
	"range":           stdlib.RangeFunc,
	"regex":           stdlib.RegexFunc,
	"regexall":        stdlib.RegexAllFunc,
	"replace":         replace,
	"reverse":         stdlib.ReverseListFunc,
	"setintersection": stdlib.SetIntersectionFunc,
	"setproduct":      stdlib.SetProductFunc,
	"setsubtract":     stdlib.SetSubtractFunc,
	"setunion":        stdlib.SetUnionFunc,
	"sha1":            ofText(hexSHA1),
	"sha256":          ofText(hexSHA256),
	"slice":           stdlib.SliceFunc,
	"sort":            stdlib.SortFunc,
	"split":           stdlib.SplitFunc,
	"startswith":      startsWith,
	"strcontains":     strContains,
	"substr":          stdlib.SubstrFunc,
	"sum":             total,
	"timeadd":         stdlib.TimeAddFunc,
	"timecmp":         timeCompare,
	"title":           stdlib.TitleFunc,
	"trim":            stdlib.TrimFunc,
	"trimprefix":      stdlib.TrimPrefixFunc,
	"trimspace":       stdlib.TrimSpaceFunc,
	"trimsuffix":      stdlib.TrimSuffixFunc,
	"upper":           stdlib.UpperFunc,
}

// Call is a call of a function whose arguments are evaluated.
type Call struct {
	*located.Maker
	Expr      hclsyntax.Expression // the call's expression
	Name      string               // without the namespace core:: of built-in functions
	Args      []*model.Value
	Reader    *Reader
	Templates templateRenderer
}

// templateRenderer evaluates templates.
type templateRenderer interface {
	// Render evaluates a template in a file, with the variables in a map, for the call at e.
	Render(e hclsyntax.Expression, f *model.File, template hclsyntax.Expression, variables *model.Value) *model.Value
}

// builtin is a function whose result keeps the places of its arguments, or that may know its result although
// its arguments are not fully known.
type builtin struct {
	least, maximum int        // arguments
	first          model.Kind // kind of the first one; Null: any
	value          func(*Call) *model.Value
}

var builtins map[string]builtin

func init() { // assigned here because the functions call each other
	const many = math.MaxInt
	builtins = map[string]builtin{
		"alltrue":          {1, 1, model.List, quantified("false")},
		"anytrue":          {1, 1, model.List, quantified("true")},
		"chomp":            {1, 1, model.Null, (*Call).trimmed},
		"coalesce":         {1, many, model.Null, (*Call).coalesce},
		"coalescelist":     {1, many, model.Null, (*Call).coalesceList},
		"concat":           {1, many, model.Null, (*Call).concat},
		"contains":         {2, 2, model.Null, (*Call).contains},
		"element":          {2, 2, model.List, (*Call).element},
		"ephemeralasnull":  {1, 1, model.Null, (*Call).firstArgument},
		"file":             {1, 1, model.Null, (*Call).fileContent},
		"filebase64":       {1, 1, model.Null, ofFile(base64Text)},
		"filebase64sha256": {1, 1, model.Null, ofFile(base64SHA256)},
		"fileexists":       {1, 1, model.Null, (*Call).fileExists},
		"filemd5":          {1, 1, model.Null, ofFile(hexMD5)},
		"fileset":          {2, 2, model.Null, (*Call).fileSet},
		"filesha256":       {1, 1, model.Null, ofFile(hexSHA256)},
		"flatten":          {1, 1, model.List, (*Call).flatten},
		"jsondecode":       {1, 1, model.Null, decoding(stdlib.JSONDecodeFunc)},
		"jsonencode":       {1, 1, model.Null, encoding(stdlib.JSONEncodeFunc)},
		"keys":             {1, 1, model.Map, ofPairs(func(p located.Pair) *model.Value { return p.Key })},
		"length":           {1, 1, model.Null, (*Call).length},
		"lookup":           {2, 3, model.Map, (*Call).lookupKey},
		"merge":            {0, many, model.Null, (*Call).merge},
		"nonsensitive":     {1, 1, model.Null, (*Call).firstArgument},
		"one":              {1, 1, model.List, (*Call).one},
		"pathexpand":       {1, 1, model.Null, (*Call).pathExpand},
		"sensitive":        {1, 1, model.Null, (*Call).firstArgument},
		"split":            {2, 2, model.Null, (*Call).split},
		"templatefile":     {2, 2, model.Null, (*Call).templateFile},
		"templatestring":   {2, 2, model.Null, (*Call).templateString},
		"tobool":           {1, 1, model.Null, conversion(cty.Bool)},
		"tolist":           {1, 1, model.Null, conversion(cty.List(cty.DynamicPseudoType))},
		"tomap":            {1, 1, model.Null, conversion(cty.Map(cty.DynamicPseudoType))},
		"tonumber":         {1, 1, model.Null, conversion(cty.Number)},
		"toset":            {1, 1, model.Null, conversion(cty.Set(cty.DynamicPseudoType))},
		"tostring":         {1, 1, model.Null, conversion(cty.String)},
		"trimspace":        {1, 1, model.Null, (*Call).trimmed},
		"values":           {1, 1, model.Map, ofPairs(func(p located.Pair) *model.Value { return p.Value })},
		"yamldecode":       {1, 1, model.Null, decoding(ctyyaml.YAMLDecodeFunc)},
		"yamlencode":       {1, 1, model.Null, encoding(ctyyaml.YAMLEncodeFunc)},
		"zipmap":           {2, 2, model.Null, (*Call).zipMap},
	}
}

// Value calls the function.
func (c *Call) Value() *model.Value {
	if f, ok := builtins[c.Name]; ok {
		switch {
		case len(c.Args) < f.least || len(c.Args) > f.maximum:
			return c.refuse()
		case f.first != model.Null && c.Args[0].Kind == model.Unknown:
			return c.undecided()
		case f.first != model.Null && c.Args[0].Kind != f.first:
			return c.refuse()
		}
		return f.value(c)
	}
	if c.Name == "range" && rangeLength(c.Args) > maxRange+1 && !slices.ContainsFunc(c.Args, func(v *model.Value) bool { return !c.Known(v) }) {
		return c.refuse()
	}
	return c.library()
}

// library calls the function in the table library.
func (c *Call) library() *model.Value {
	f, ok := library[c.Name]
	switch {
	case !ok:
		return c.undecided()
	case !c.isModest():
		return c.tooMuch()
	}
	return c.Apply(c.Expr, f, c.form, c.Args...)
}

// refuse returns the value of a call whose arguments Terraform would reject.
func (c *Call) refuse() *model.Value { return c.Fail(c.Expr, c.form()) }

// undecided returns an Unknown for a call whose result is not known; its text is the canonical form
// of the call.
func (c *Call) undecided() *model.Value { return c.Unknown(c.Expr, c.form()) }

// form returns the call in canonical form.
func (c *Call) form() string { return c.CallForm(c.Name, c.Args) }

// tooMuch returns the value of a call that is not made because its arguments exceed a bound. That is reported, unless nothing in them
// can matter.
func (c *Call) tooMuch() *model.Value {
	if c.isForeignText() {
		return c.undecided()
	}
	c.Cut(c.Expr, "%s reads or returns more than karplint evaluates (%s)", c.Name, boundOf(c.Name))
	return c.undecided()
}

// isForeignText reports whether all arguments are known texts and none names Karpenter, such as a file of CRDs of another program.
func (c *Call) isForeignText() bool {
	return !slices.ContainsFunc(c.Args, func(v *model.Value) bool {
		return v.Kind != model.String || strings.Contains(strings.ToLower(v.Text), "karpenter")
	})
}

// Names returns the names of all functions, sorted.
func Names() []string {
	// in any order: they are sorted
	names := slices.AppendSeq(slices.Collect(maps.Keys(library)), maps.Keys(builtins))
	slices.Sort(names)
	return slices.Compact(names)
}
