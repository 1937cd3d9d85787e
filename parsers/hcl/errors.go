package hcl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// ErrorAt returns an error at a place in a file. The format is the fact or, without verbs behind "; ", the fact and what to do.
func ErrorAt(f *model.File, span model.Span, format string, args ...any) *ParseError {
	fact, help, _ := strings.Cut(format, "; ")
	return &ParseError{File: f, Span: span, Message: fmt.Sprintf(fact, args...), Help: help}
}

// facts maps messages of the HCL library to shorter ones.
var facts = map[string]string{
	"Argument or block definition required":           "neither an argument nor a block starts here",
	"Argument definition required":                    "no argument starts here",
	"Attribute redefined":                             "the argument occurs twice in its block",
	"Duplicate argument":                              "the argument occurs twice in its block",
	"Invalid argument name":                           "the name of an argument is in quotes",
	"Invalid block definition":                        "the header of a block does not end in { on its line",
	"Invalid expression":                              "no expression starts here",
	"Invalid character":                               "a character that is not used in Terraform's language",
	"Missing expression":                              "the file ends where an expression is expected",
	"Missing newline after argument":                  "the line continues after an argument",
	"Missing newline after block definition":          "the line continues after a block",
	"Unexpected comma after argument":                 "there is a comma after an argument",
	"Unclosed configuration block":                    "a block has no closing brace",
	"Unterminated function call":                      "a function call has no closing parenthesis",
	"Unterminated object constructor expression":      "an object has no closing brace",
	"Unterminated tuple constructor expression":       "a list has no closing bracket",
	"Unclosed template interpolation sequence":        "${ has no closing brace",
	"Extra characters after interpolation expression": "${ … } continues where it should end; write $${ if it is text",
	"Missing item separator":                          "a comma is missing between two items of a list",
	"Missing argument separator":                      "a comma is missing between two arguments of a function",
	"Missing attribute separator":                     "a comma or a line break is missing between two entries of an object",
	"Missing key/value separator":                     "= is missing after a key",
	"Missing attribute value":                         "a key has no value",
	"Missing false expression in conditional":         "a conditional has no : with the other value",
}

// explain returns the error for a file that does not parse, with the template language in which it seems to
// be written.
func explain(f *model.File, diags hcl2.Diagnostics) *ParseError {
	err := examine(f, hclsyntax.LexConfig)
	if err == nil {
		err = firstError(f, diags)
	}
	err.Foreign = foreignAt(f, err.Span.Start)
	return err
}

// firstError converts the first error of the HCL library to one with a place and a message of one
// line.
func firstError(f *model.File, diags hcl2.Diagnostics) *ParseError {
	first := diags[slices.IndexFunc(diags, func(d *hcl2.Diagnostic) bool { return d.Severity == hcl2.DiagError })]
	var span model.Span
	if first.Subject != nil {
		span = SpanOf(*first.Subject)
	}
	switch text := string(f.Data[span.Start:span.End]); {
	case bytes.HasPrefix(f.Data[span.Start:], []byte("/*")):
		return ErrorAt(f, span, "a comment has no end")
	case text != "" && text[0] < ' ' && first.Summary == "Invalid character":
		return ErrorAt(f, span, "control character U+%04X is not allowed", text[0])
	case facts[first.Summary] != "":
		return ErrorAt(f, span, facts[first.Summary])
	}
	return ErrorAt(f, span, "%s", strings.ToLower(first.Summary[:1])+first.Summary[1:])
}

// Template languages from which Terraform files are generated.
const (
	jinja  = "Jinja"
	goText = "Go template"
)

var goTemplate = pattern.New(`^\{\{-?\s*([.$]|(if|else|end|range|with|define|include|template|block)\b|/\*)`)

// languageOf returns the language of the text that starts with {{.
func languageOf(text []byte) string {
	if goTemplate().Match(text[:min(len(text), 64)]) {
		return goText
	}
	return jinja
}

// foreignAt returns the template language whose marks are on the line of an error, "" if there are none. The marks
// may be in a string, which their quotes have ended.
func foreignAt(f *model.File, offset int) string {
	span := f.LineSpan(f.Position(offset).Line)
	line := f.Data[span.Start:span.End]
	if bytes.Contains(line, []byte("{%")) {
		return jinja
	}
	if i := bytes.Index(line, []byte("{{")); i >= 0 {
		return languageOf(line[i:])
	}
	if yaml.HasPlaceholder(line) {
		return yaml.Placeholder
	}
	return ""
}

// SpanOf returns the bytes of a range.
func SpanOf(r hcl2.Range) model.Span { return model.Span{Start: r.Start.Byte, End: r.End.Byte} }
