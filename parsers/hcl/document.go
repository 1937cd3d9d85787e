package hcl

import (
	"slices"
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/model"
)

// static builds the unevaluated tree of a file.
type static struct {
	file *model.File
	text *string // the file's text, made on first use
}

func staticTree(f *model.File, body *Body) *model.Value {
	root := static{f, new(string)}.body(body)
	root.Span = model.Span{End: len(f.Data)}
	return root
}

// NewValue returns a value without content, at a span of a file.
func NewValue(kind model.Kind, style model.Style, span model.Span) *model.Value {
	return &model.Value{Kind: kind, Style: style, Span: span, Dash: -1}
}

// body returns the attributes and blocks of a body, in the order of the text.
func (s static) body(b *Body) *model.Value {
	v := NewValue(model.Map, model.Block, model.Span{})
	for _, a := range b.Attributes {
		key := NewValue(model.String, model.Plain, a.Key)
		key.Text = a.Name
		v.Entries = append(v.Entries, &model.Entry{Key: key, Value: s.value(a.Expr)})
	}
	v.Entries = append(v.Entries, s.blocks(b.Blocks, 0)...)
	slices.SortStableFunc(v.Entries, func(a, b *model.Entry) int { return a.Key.Span.Start - b.Key.Span.Start })
	v.IndexKeys()
	return v
}

// blocks groups blocks by one word of their headers: level 0 is the type, 1 the first label.
func (s static) blocks(blocks []*Block, level int) []*model.Entry {
	type group struct {
		word string
		last bool // no label follows
	}
	var order []group
	groups := map[group][]*Block{}
	for _, b := range blocks {
		g := group{b.Type, len(b.Labels) == level}
		if level > 0 {
			g.word = b.Labels[level-1]
		}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], b)
	}
	var entries []*model.Entry
	for _, g := range order {
		members := groups[g]
		switch {
		case !g.last:
			v := NewValue(model.Map, model.Block, extent(members))
			v.Entries = s.blocks(members, level+1)
			v.IndexKeys()
			entries = append(entries, &model.Entry{Key: s.word(members[0], level), Value: v})
		case level == 0:
			v := NewValue(model.List, model.Block, extent(members))
			for _, b := range members {
				v.Items = append(v.Items, s.block(b))
			}
			entries = append(entries, &model.Entry{Key: s.word(members[0], level), Value: v})
		default:
			for _, b := range members {
				entries = append(entries, &model.Entry{Key: s.word(b, level), Value: s.block(b)})
			}
		}
	}
	return entries
}

// extent returns the span from the first block through the last.
func extent(blocks []*Block) model.Span {
	return model.Span{Start: blocks[0].Span.Start, End: blocks[len(blocks)-1].Span.End}
}

// word returns the word of a block's header at the level, as a key.
func (s static) word(b *Block, level int) *model.Value {
	if level == 0 {
		v := NewValue(model.String, model.Plain, model.Span{Start: b.Span.Start, End: b.Span.Start + len(b.Type)})
		v.Text = b.Type
		return v
	}
	v := NewValue(model.String, model.Plain, SpanOf(b.labels[level-1]))
	v.Text = b.Labels[level-1]
	if s.file.Data[v.Span.Start] == '"' {
		v.Style = model.DoubleQuoted
	}
	return v
}

func (s static) block(b *Block) *model.Value {
	v := s.body(b.Body)
	v.Span = b.Span
	v.SetProps(b.Header)
	return v
}

// shared is the length from which on texts of values are slices of one copy of the file, because the text of a call
// contains the texts of all nested calls.
const shared = 1 << 10

func (s static) source(span model.Span) string {
	if span.End-span.Start < shared {
		return string(s.file.Data[span.Start:span.End])
	}
	if *s.text == "" {
		*s.text = string(s.file.Data)
	}
	return (*s.text)[span.Start:span.End]
}

func (s static) value(e hclsyntax.Expression) *model.Value {
	span := ExpressionSpan(s.file, e)
	v := NewValue(model.Unknown, model.Plain, span)
	switch e := e.(type) {
	case *hclsyntax.ObjectConsExpr:
		v.Kind, v.Style = model.Map, model.Flow
		for _, item := range e.Items {
			v.Entries = append(v.Entries, &model.Entry{Key: s.key(item.KeyExpr), Value: s.value(item.ValueExpr)})
		}
		v.IndexKeys()
		return v
	case *hclsyntax.TupleConsExpr:
		v.Kind, v.Style = model.List, model.Flow
		for _, item := range e.Exprs {
			v.Items = append(v.Items, s.value(item))
		}
		return v
	}
	v.Text = s.source(span)
	s.scalar(v, e)
	for _, inner := range changeable(e) {
		v.Items = append(v.Items, s.value(inner))
	}
	return v
}

// changeable returns the expressions in e that give its value and may be literals, so that an edit can change them in place.
func changeable(e hclsyntax.Expression) []hclsyntax.Expression {
	switch e := e.(type) {
	case *hclsyntax.FunctionCallExpr:
		return e.Args
	case *hclsyntax.ConditionalExpr:
		return []hclsyntax.Expression{e.TrueResult, e.FalseResult}
	case *hclsyntax.ParenthesesExpr:
		return []hclsyntax.Expression{e.Expression}
	}
	return nil
}

// scalar sets kind, style and text of v if the expression e is a scalar.
func (s static) scalar(v *model.Value, e hclsyntax.Expression) {
	switch e := e.(type) {
	case *hclsyntax.TemplateExpr:
		v.Style = model.DoubleQuoted
		if strings.HasPrefix(v.Text, "<<") {
			v.Style = model.Literal
		}
		if text, ok := LiteralText(e); ok {
			v.Kind, v.Text = model.String, text
		} else if v.Style == model.DoubleQuoted {
			v.Style = model.Plain
		}
	case *hclsyntax.LiteralValueExpr:
		switch {
		case e.Val.IsNull():
			v.Kind, v.Text = model.Null, ""
		case e.Val.Type() == cty.Bool:
			v.Kind = model.Bool
		case e.Val.Type() == cty.Number:
			v.Kind = model.Number
		}
	case *hclsyntax.UnaryOpExpr:
		operand, isLiteral := e.Val.(*hclsyntax.LiteralValueExpr)
		if !isLiteral || e.Op != hclsyntax.OpNegate {
			return
		}
		if operand.Val.Type() == cty.Number && operand.SrcRange.Start.Byte == v.Span.Start+1 {
			v.Kind = model.Number
		}
	}
}

// LiteralText returns the text of a template without interpolations.
func LiteralText(e *hclsyntax.TemplateExpr) (string, bool) {
	var text strings.Builder
	for _, piece := range e.Parts {
		literal, ok := piece.(*hclsyntax.LiteralValueExpr)
		if !ok || literal.Val.Type() != cty.String {
			return "", false
		}
		text.WriteString(literal.Val.AsString())
	}
	return text.String(), true
}

// key returns the key of an object's item.
func (s static) key(e hclsyntax.Expression) *model.Value {
	v := NewValue(model.Unknown, model.Plain, ExpressionSpan(s.file, e))
	v.Text = s.source(v.Span)
	key, ok := e.(*hclsyntax.ObjectConsKeyExpr)
	if !ok {
		return v
	}
	if word := hcl2.ExprAsKeyword(key.Wrapped); word != "" {
		v.Kind, v.Text = model.String, word
		return v
	}
	switch wrapped := key.Wrapped.(type) {
	case *hclsyntax.TemplateExpr:
		s.scalar(v, wrapped)
	case *hclsyntax.LiteralValueExpr:
		if wrapped.Val.Type() == cty.Number && IsModest(wrapped.Val) {
			v.Kind, v.Text = model.String, NumberText(wrapped.Val)
		}
	}
	return v
}
