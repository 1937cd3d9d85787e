package hcl

import (
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/model"
)

// expression converts a JSON value to an expression at the same bytes. Places inside a string are exact unless
// escapes precede them.
func (r jsonReader) expression(v *model.Value, m meaning) hclsyntax.Expression {
	rng := r.rangeOf(v.Span)
	literal := func(value cty.Value) hclsyntax.Expression {
		return &hclsyntax.LiteralValueExpr{Val: value, SrcRange: rng}
	}
	switch v.Kind {
	case model.Map:
		object := &hclsyntax.ObjectConsExpr{SrcRange: rng, OpenRange: r.rangeOf(model.Span{Start: v.Span.Start, End: v.Span.Start + 1})}
		for _, e := range v.Entries {
			keys := templates
			if m == texts {
				keys = texts
			}
			key := &hclsyntax.ObjectConsKeyExpr{Wrapped: r.str(e.Key, keys)}
			object.Items = append(object.Items, hclsyntax.ObjectConsItem{KeyExpr: key, ValueExpr: r.expression(e.Value, m)})
		}
		return object
	case model.List:
		tuple := &hclsyntax.TupleConsExpr{SrcRange: rng, OpenRange: r.rangeOf(model.Span{Start: v.Span.Start, End: v.Span.Start + 1})}
		for _, item := range v.Items {
			tuple.Exprs = append(tuple.Exprs, r.expression(item, m))
		}
		return tuple
	case model.Bool:
		return literal(cty.BoolVal(v.Text == "true"))
	case model.Number:
		if number, err := cty.ParseNumberVal(v.Text[:min(len(v.Text), maxNumber)]); err == nil && ReadableNumber(v.Text) {
			return literal(number)
		}
		return literal(cty.StringVal(v.Text)) // Terraform converts it to a number for arithmetic
	case model.String:
		return r.str(v, m)
	}
	return literal(cty.NullVal(cty.DynamicPseudoType))
}

func (r jsonReader) rangeOf(s model.Span) hcl2.Range {
	return hcl2.Range{Filename: r.file.Path, Start: hcl2.Pos{Byte: s.Start}, End: hcl2.Pos{Byte: s.End}}
}

// bounded reports whether a text is within the bounds, so that it may be parsed. A short one is.
func bounded(text string, lex lexer) bool {
	const short = 256
	return len(text) <= short || exceeds(model.NewFile("", []byte(text)), lex) == nil
}

func mayHoldTemplate(text string) bool {
	return strings.Contains(text, "${") || strings.Contains(text, "%{")
}

// str converts a string to an expression. If it does not parse, such as a template without an end, it becomes plain
// text.
func (r jsonReader) str(v *model.Value, m meaning) hclsyntax.Expression {
	rng := r.rangeOf(v.Span)
	start := hcl2.Pos{Byte: v.Span.Start + 1, Line: 1, Column: 1}
	switch {
	case m == references && bounded(v.Text, hclsyntax.LexExpression):
		text := v.Text
		if strings.HasPrefix(text, "${") && strings.HasSuffix(text, "}") { // as in Terraform 0.11
			text = "  " + text[2:len(text)-1]
		}
		if e, diags := hclsyntax.ParseExpression([]byte(text), r.file.Path, start); !diags.HasErrors() {
			if traversal, ok := e.(*hclsyntax.ScopeTraversalExpr); ok {
				traversal.SrcRange = rng
			}
			return e
		}
	case m == templates && mayHoldTemplate(v.Text) && bounded(v.Text, hclsyntax.LexTemplate):
		e, diags := hclsyntax.ParseTemplate([]byte(v.Text), r.file.Path, start)
		if diags.HasErrors() {
			break
		}
		switch e := e.(type) {
		case *hclsyntax.TemplateExpr:
			e.SrcRange = rng
		case *hclsyntax.TemplateWrapExpr:
			e.SrcRange = rng
		}
		return e
	}
	text := &hclsyntax.LiteralValueExpr{Val: cty.StringVal(v.Text), SrcRange: r.rangeOf(model.Span{Start: v.Span.Start + 1, End: v.Span.End - 1})}
	return &hclsyntax.TemplateExpr{Parts: []hclsyntax.Expression{text}, SrcRange: rng}
}
