// Package hcl parses Terraform files: it turns bytes into blocks with expressions, and into located trees on which edits are planned. It
// evaluates nothing.
package hcl

import (
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// ParseError is a file that does not parse, and where.
type ParseError struct {
	File    *model.File
	Span    model.Span // at least the byte where reading stopped
	Message string     // the fact, lower case, one line
	Help    string     // what to do; "" if there is nothing to add
	Foreign string     // the template language it seems to be written in ("Jinja"), or ""
	Parses  bool       // the file is well formed, but cannot be evaluated
	Unread  bool       // it is configuration in JSON, which is not read
	// Limit means that a value or an object is unknown: karplint reached a bound that Terraform need not have, or Terraform itself would report an
	// error here.
	Limit bool
}

func (e *ParseError) Error() string { return strings.TrimSuffix(e.Message+"; "+e.Help, "; ") }

// Source is a file that was parsed.
type Source struct {
	File *model.File
	Body *Body

	// Document is the file as a static, unevaluated tree; edits are planned on it. The document's syntax
	// is HCL, or JSON for *.tfvars.json, whose tree is that of the JSON text.
	//
	// In HCL the root is a map of attributes and of block types, and covers the file. A type whose blocks have labels is a map by
	// label, one level for each (["resource", "helm_release", "karpenter", "version"]); one whose
	// blocks have none is a list (["locals", 0, "name"], [..., "set", 1, "value"]). These maps and lists
	// have Style Block and the span of their first block through their last. A block is a Map of Style Block
	// whose Span runs from its type through its closing brace and whose Props is its header (type and labels).
	//
	// { … } and [ … ] are maps and lists of Style Flow, quoted strings without interpolation DoubleQuoted,
	// heredocs Literal (with the resulting Text, or Unknown if they contain an interpolation), numbers
	// and bools Plain; every other expression is Unknown with its source as Text. Its Items are the
	// expressions that an edit may change: the arguments of a function call, both results of a conditional,
	// the expression in parentheses.
	Document *model.Document

	comments func() []Comment
}

// Comment is one comment of a file: #, // or /* */. Its span includes the comment marks and excludes the newline. Its text contains
// neither.
type Comment = yaml.Comment

// Comments returns the comments of the file in order. It is safe for concurrent use.
func (s *Source) Comments() []Comment {
	if s.comments == nil { // JSON has none
		return nil
	}
	return s.comments()
}

// Body is the content of a block, between its braces, or of a file.
// In *.tfvars.json entries named "//" are left out.
type Body struct {
	Attributes []*Attribute // in the author's order
	Blocks     []*Block

	byName map[string]*Attribute // nil for a few attributes
}

// fewAttributes is the number up to which a search for one is as fast as a map.
const fewAttributes = 16

// NewBody returns a body of attributes and blocks.
func NewBody(attributes []*Attribute, blocks []*Block) *Body {
	b := &Body{Attributes: attributes, Blocks: blocks}
	if len(attributes) > fewAttributes {
		b.byName = make(map[string]*Attribute, len(attributes))
		for _, a := range slices.Backward(attributes) { // of several in JSON the first one counts
			b.byName[a.Name] = a
		}
	}
	return b
}

// Attribute is name = expression.
type Attribute struct {
	Name string
	Key  model.Span // the name
	Span model.Span // the name through the expression
	Expr hclsyntax.Expression

	once      sync.Once
	variables []hcl2.Traversal
}

// Variables returns the references in the expression. Roots that share a file share them, so nobody may change them. It is safe for concurrent use.
func (a *Attribute) Variables() []hcl2.Traversal {
	a.once.Do(func() { a.variables = hclsyntax.Variables(a.Expr) })
	return a.variables
}

// Block is type "label" { … }.
type Block struct {
	File   *model.File
	Type   string   // resource, module, variable, set
	Labels []string // helm_release, karpenter
	Path   []any    // in the file's static Document
	Header model.Span
	Span   model.Span // the type through the closing brace
	Body   *Body

	labels []hcl2.Range // the labels' bytes, quotes included
}

// Attribute returns the attribute with the name, or nil.
func (b *Body) Attribute(name string) *Attribute {
	if b.byName != nil {
		return b.byName[name]
	}
	for _, a := range b.Attributes {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// BlocksOf returns the blocks of the type, in order.
func (b *Body) BlocksOf(kind string) []*Block {
	var blocks []*Block
	for _, block := range b.Blocks {
		if block.Type == kind {
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// Parse reads one file (*.tf, *.tofu, *.tfvars, *.tfvars.json). It returns an
// error for configuration in JSON (*.tf.json, *.tofu.json), which is not read.
func Parse(f *model.File) (*Source, *ParseError) {
	kept := model.Trees(f, func(*model.File) *parsed {
		Parsed(f)
		source, failed := readSource(f)
		return &parsed{source, failed}
	})
	return kept.source, kept.failed
}

// parsed is what Parse returns.
type parsed struct {
	source *Source
	failed *ParseError
}

// Parsed is called with each file that is parsed, by the tests that count them.
var Parsed = func(*model.File) {}

func readSource(f *model.File) (source *Source, failed *ParseError) {
	defer func() { // no input may end the program by a panic of the HCL library
		if r := recover(); r != nil {
			source, failed = nil, ErrorAt(f, model.Span{}, "the file cannot be read: %v", r)
		}
	}()
	if err := checkText(f); err != nil {
		return nil, err
	}
	if path.Ext(f.Path) == ".json" {
		return parseJSON(f)
	}
	return parseNative(f)
}

func parseNative(f *model.File) (*Source, *ParseError) {
	if i := invalidByte(f.Data); i < len(f.Data) { // the HCL library takes some invalid bytes for letters
		return nil, ErrorAt(f, model.Span{Start: i, End: i + 1}, "invalid UTF-8: byte 0x%02x", f.Data[i])
	}
	if mayExceed(f.Data) {
		if err := examine(f, hclsyntax.LexConfig); err != nil {
			return nil, err
		}
	}
	parsed, diags := hclsyntax.ParseConfig(f.Data, f.Path, hcl2.InitialPos)
	if diags.HasErrors() {
		return nil, explain(f, diags)
	}
	source := &Source{File: f, comments: sync.OnceValue(func() []Comment { return readComments(f) })}
	source.Body = bodyOf(f, parsed.Body.(*hclsyntax.Body), nil)
	source.Document = &model.Document{File: f, Syntax: model.HCL, Span: model.Span{End: len(f.Data)}, Root: staticTree(f, source.Body)}
	return source, nil
}

// checkText returns an error for a file that is not UTF-8 text.
func checkText(f *model.File) *ParseError {
	if err := yaml.CheckEncoding(f.Data); err != nil {
		return &ParseError{File: f, Span: err.Span, Message: err.Message, Help: err.Help}
	}
	return nil
}

// invalidByte returns the offset of the first byte that is not UTF-8, or the length of the data.
func invalidByte(data []byte) int {
	if utf8.Valid(data) {
		return len(data)
	}
	offset := 0
	for offset < len(data) {
		r, size := utf8.DecodeRune(data[offset:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		offset += size
	}
	return offset
}

// ParseTemplate parses a template file; it returns nil if that fails.
func ParseTemplate(f *model.File) hclsyntax.Expression {
	return *model.Trees(f, func(*model.File) *hclsyntax.Expression {
		template := parseTemplate(f)
		return &template
	})
}

func parseTemplate(f *model.File) hclsyntax.Expression {
	if examine(f, hclsyntax.LexTemplate) != nil {
		return nil
	}
	parsed, diags := hclsyntax.ParseTemplate(f.Data, f.Path, hcl2.InitialPos)
	if diags.HasErrors() {
		return nil
	}
	return parsed
}
