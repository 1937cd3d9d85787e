package hcl

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// newBody converts a body of the HCL library to a Body, in the order of the text. path is its path in the
// static document.
func newBody(f *model.File, syntax *hclsyntax.Body, path []any) *Body {
	body := &Body{}
	for _, a := range syntax.Attributes {
		span := model.Span{Start: a.NameRange.Start.Byte, End: ExpressionSpan(f, a.Expr).End}
		body.Attributes = append(body.Attributes, &Attribute{Name: a.Name, Key: SpanOf(a.NameRange), Span: span, Expr: a.Expr})
	}
	slices.SortFunc(body.Attributes, func(a, b *Attribute) int { return a.Span.Start - b.Span.Start })
	unlabelled := map[string]int{}
	for _, b := range syntax.Blocks {
		block := &Block{File: f, Type: b.Type, Labels: b.Labels, Header: SpanOf(b.DefRange()), Span: SpanOf(b.Range()), labels: b.LabelRanges}
		block.Path = append(path[:len(path):len(path)], b.Type)
		for _, label := range b.Labels {
			block.Path = append(block.Path, label)
		}
		if len(b.Labels) == 0 {
			block.Path = append(block.Path, unlabelled[b.Type])
			unlabelled[b.Type]++
		}
		block.Body = newBody(f, b.Body, block.Path)
		body.Blocks = append(body.Blocks, block)
	}
	return body
}

// ExpressionSpan returns the bytes of an expression, without the blanks after the closing marker of a heredoc,
// which the HCL library includes.
func ExpressionSpan(f *model.File, e hclsyntax.Expression) model.Span {
	span := SpanOf(e.Range())
	for span.End > span.Start && isBlank(f.Data[span.End-1]) {
		span.End--
	}
	return span
}

func isBlank(c byte) bool { return strings.IndexByte(" \t\r\n", c) >= 0 }
