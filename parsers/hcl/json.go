package hcl

import (
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// parseJSON reads *.tfvars.json, whose strings are plain text. Configuration in JSON is not read.
func parseJSON(f *model.File) (*Source, *ParseError) {
	if !strings.HasSuffix(f.Path, ".tfvars.json") {
		failed := ErrorAt(f, model.Span{End: 1}, "Terraform in JSON is not read; write it in HCL, or check and convert it by hand")
		failed.Limit, failed.Unread = true, true
		return nil, failed
	}
	doc, err := yaml.JSON(f)
	if err != nil {
		return nil, &ParseError{File: f, Span: err.Span, Message: err.Message, Help: err.Help}
	}
	reader := jsonReader{f}
	var attributes []*Attribute
	for _, e := range doc.Root.Entries {
		if e.Key.Text != "//" {
			attributes = append(attributes, &Attribute{
				Name: e.Key.Text, Key: e.Key.Span, Span: model.Span{Start: e.Key.Span.Start, End: e.Value.Span.End}, Expr: reader.expression(e.Value),
			})
		}
	}
	return &Source{File: f, Document: maskedJSON(f, doc), Body: NewBody(attributes, nil)}, nil
}

// maskedJSON returns the document as parsers/yaml reads a JSON file: strings with a template are Unknown.
// After an edit, the file is read again in this way, so that both trees can be compared. A file that cannot be
// read in this way keeps its document.
func maskedJSON(f *model.File, doc *model.Document) *model.Document {
	yaml.Documents(f, func(d *model.Document, err *yaml.ParseError) bool {
		if err == nil && d.Syntax == model.JSON {
			doc = d
		}
		return false
	})
	return doc
}

// jsonReader converts the values of a JSON file to expressions.
type jsonReader struct{ file *model.File }

// expression converts a JSON value to an expression at the same bytes.
func (r jsonReader) expression(v *model.Value) hclsyntax.Expression {
	rng := r.rangeOf(v.Span)
	literal := func(value cty.Value) hclsyntax.Expression {
		return &hclsyntax.LiteralValueExpr{Val: value, SrcRange: rng}
	}
	switch v.Kind {
	case model.Map:
		object := &hclsyntax.ObjectConsExpr{SrcRange: rng, OpenRange: r.rangeOf(model.Span{Start: v.Span.Start, End: v.Span.Start + 1})}
		for _, e := range v.Entries {
			key := &hclsyntax.ObjectConsKeyExpr{Wrapped: r.str(e.Key)}
			object.Items = append(object.Items, hclsyntax.ObjectConsItem{KeyExpr: key, ValueExpr: r.expression(e.Value)})
		}
		return object
	case model.List:
		tuple := &hclsyntax.TupleConsExpr{SrcRange: rng, OpenRange: r.rangeOf(model.Span{Start: v.Span.Start, End: v.Span.Start + 1})}
		for _, item := range v.Items {
			tuple.Exprs = append(tuple.Exprs, r.expression(item))
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
		return r.str(v)
	}
	return literal(cty.NullVal(cty.DynamicPseudoType))
}

func (r jsonReader) rangeOf(s model.Span) hcl2.Range {
	return hcl2.Range{Filename: r.file.Path, Start: hcl2.Pos{Byte: s.Start}, End: hcl2.Pos{Byte: s.End}}
}

func (r jsonReader) str(v *model.Value) hclsyntax.Expression {
	text := &hclsyntax.LiteralValueExpr{Val: cty.StringVal(v.Text), SrcRange: r.rangeOf(model.Span{Start: v.Span.Start + 1, End: v.Span.End - 1})}
	return &hclsyntax.TemplateExpr{Parts: []hclsyntax.Expression{text}, SrcRange: r.rangeOf(v.Span)}
}
