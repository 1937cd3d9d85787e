package hcl

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// bodyOf converts a body of the HCL library to a Body, in the order of the text. path is its path in the
// static document.
func bodyOf(f *model.File, syntax *hclsyntax.Body, path []any) *Body {
	var attributes []*Attribute
	var blocks []*Block
	for _, a := range syntax.Attributes {
		span := model.Span{Start: a.NameRange.Start.Byte, End: ExpressionSpan(f, a.Expr).End}
		attributes = append(attributes, &Attribute{Name: a.Name, Key: SpanOf(a.NameRange), Span: span, Expr: a.Expr})
	}
	slices.SortFunc(attributes, func(a, b *Attribute) int { return a.Span.Start - b.Span.Start })
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
		block.Body = bodyOf(f, b.Body, block.Path)
		blocks = append(blocks, block)
	}
	return NewBody(attributes, blocks)
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
