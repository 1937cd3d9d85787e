package hcltext

import (
	"slices"
	"strings"
	"unicode/utf8"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// value writes the value of a child. A value that replaces another is written like it: on one line, or between the markers of its
// heredoc.
func (h *hclTree) value(k *draft.Child, ws string) []textline.Line {
	o := k.From
	if o == nil || k.Node.Src == o.Value {
		return h.inline(k.Node, ws)
	}
	defer h.restore(h.style, h.tight)
	old, n := o.Value, k.Node
	if old.Style == model.Literal && n.Kind == model.String && heredocText(n.Val.Text) {
		return textLines(h.reheredoc(old.Span, n.Val.Text))
	}
	h.style = h.styleIn(old)
	keepsKind := old.Kind == n.Kind && len(old.Items)+len(old.Entries) > 0
	hasRoom := h.text.hasRoom(old.Span) && h.text.ownLine(o.Start)
	if h.text.oneLine(old.Span) && (keepsKind || !hasRoom) {
		h.tight = true
	}
	return h.inline(n, ws)
}

func (h *hclTree) restore(style hclStyle, tight bool) { h.style, h.tight = style, tight }

// inline writes a value that begins on the line of its key; ws is the indentation of that line.
func (h *hclTree) inline(n *draft.Node, ws string) []textline.Line {
	switch {
	case n.Clean():
		out := h.unshifted(h.Tree.Lines(h.bracket(n.Src), n.Src.Span.End, h.base(n.Src), ws))
		if _, ends := h.text.lineAfter(n.Src.Span); !ends && len(out) > 1 && h.text.ownLine(n.Src.Span.End-1) {
			out[len(out)-1].Indent = ws // indented like the lines inside, as the formatter does after "}, {"
		}
		return out
	case n.Text != nil:
		out := h.copied(n.Src.Span, ws)
		for _, e := range n.Text.Edits {
			textline.Substitute(out, model.Span{Start: e.Start, End: e.End}, e.New)
		}
		return out
	case n.Src == nil && n.Val.Kind == model.Unknown && len(n.Children) > 0:
		return h.call(n, ws)
	case !n.IsCollection():
		return textLines(h.scalar(asExpression(unplaced(n.Val)), ws))
	case n.Src != nil && h.holdsSame(n):
		return h.inPlace(n, ws)
	}
	defer h.restore(h.style, h.tight)
	if n.Src != nil {
		span := h.brackets(n.Src)
		h.style, h.tight = h.styleIn(n.Src), h.text.oneLine(span) && !h.text.hasRoom(span)
	}
	if out, ok := h.oneLine(n); ok {
		return out
	}
	if out, ok := h.hugged(n, ws); ok {
		return out
	}
	return h.collection(n, ws)
}

// textLines splits text into lines, each of which starts with its own indentation.
func textLines(text string) []textline.Line {
	var out []textline.Line
	for i, l := range strings.Split(text, "\n") {
		if i > 0 && strings.TrimSpace(l) == "" {
			l = ""
		}
		out = append(out, textline.NewLine("", l))
	}
	return out
}

// call writes the call of a function.
func (h *hclTree) call(n *draft.Node, ws string) []textline.Line {
	out := []textline.Line{textline.NewLine("", n.Val.Text+"(")}
	for i, k := range n.Children {
		if i > 0 {
			textline.AppendText(out, textline.Piece{Text: ", "})
		}
		if longString(k.Node.Val) {
			k.Node = &draft.Node{Kind: model.String, Val: model.NewString(k.Node.Val.Text)}
		}
		out = textline.Concat(out, h.inline(k.Node, ws))
	}
	textline.AppendText(out, textline.Piece{Text: ")"})
	return out
}

// holdsSame reports whether n is an expression, or a map or list that shares lines with its parts, and only its parts changed.
func (h *hclTree) holdsSame(n *draft.Node) bool {
	if n.Src.Kind == model.Unknown {
		return true
	}
	parts := h.parts[n.Src]
	if len(parts) == 0 || len(n.Children) != len(parts) || parts[0].Block {
		return false
	}
	if n.Src.Style != model.Flow || h.text.oneLine(n.Src.Span) {
		return false
	}
	isOther := func(k *draft.Child) bool {
		return !k.StaysIn(n.Src) || k.Note != "" || k.Node.Src != k.From.Value
	}
	return !slices.ContainsFunc(n.Children, isOther)
}

// inPlace writes the changes in n where the old values are.
func (h *hclTree) inPlace(n *draft.Node, ws string) []textline.Line {
	defer h.restore(h.style, h.tight)
	h.style = h.styleIn(n.Src)
	var out []textline.Line
	offset, base := n.Src.Span.Start, h.base(n.Src)
	for _, k := range n.Children {
		old := k.From.Value.Span
		head := h.Tree.Lines(offset, old.Start, base, ws)
		if k.Key != nil && !k.SameKey() {
			textline.Substitute(head, k.From.Entry.Key.Span, h.keyOf(k))
		}
		out = textline.Concat(textline.Concat(out, head), h.value(k, textline.ShiftIndent(h.base(k.From.Value), base, ws)))
		offset = old.End
	}
	return textline.Concat(out, h.Tree.Lines(offset, n.Src.Span.End, base, ws))
}

// hugged writes an old list whose items share lines with its brackets, [{ … }, { … }]. In a manifest, items beside others get
// lines of their own.
func (h *hclTree) hugged(n *draft.Node, ws string) ([]textline.Line, bool) {
	if h.manifest || n.Src == nil || !h.text.hugs(n.Src) {
		return nil, false
	}
	if n.Kind != model.List || len(n.Children) == 0 {
		return nil, false
	}
	out := []textline.Line{textline.NewLine("", "[")}
	for i, k := range n.Children {
		item := h.value(k, ws)
		if len(item) > 1 && i < len(n.Children)-1 {
			item[len(item)-1].Indent = ws + h.style.unit // as the formatter does
		}
		if i > 0 {
			textline.AppendText(out, textline.Piece{Text: ", "})
		}
		out = textline.Concat(out, item)
	}
	textline.AppendText(out, textline.Piece{Text: "]"})
	return out, true
}

// base returns the indentation to which the lines of a map or list are relative: that of its first line. After "}, {" it is that
// of the lines inside, because Terraform's formatter indents the bracket like them. Where the first line is as deep as the lines inside, and
// deeper than the last one, it is that of the last one.
func (h *hclTree) base(v *model.Value) string {
	if v == nil || v == h.Doc.Root {
		return ""
	}
	first := h.text.blanksAt(v.Span.Start)
	parts := h.parts[v]
	if len(parts) == 0 || !parts[0].Block {
		return first
	}
	o := h.Holder[v]
	isTwin := v.Span.Start > h.Size && o != nil && !o.Block // its bracket stands alone, without the "}, " before it
	if isTwin || strings.ContainsRune("}]", rune(h.Data[h.text.lineStart(v.Span.Start)+len(first)])) {
		return strings.TrimSuffix(h.text.blanksAt(parts[0].Start), h.style.unit)
	}
	end := h.text.blanksAt(v.Span.End)
	isFirstTooDeep := len(end) < len(first) && len(h.text.blanksAt(parts[0].Start)) <= len(first)
	if isFirstTooDeep && h.text.ownLine(v.Span.End-1) {
		return end
	}
	return first
}

// asExpression turns a scalar that is Unknown because of templates in its text, as YAML has it, into an expression: ${ x } becomes
// x, and a text with a template in it a quoted string. It returns other values unchanged.
func asExpression(v *model.Value) *model.Value {
	quoted := v.Style == model.DoubleQuoted
	if v.Kind != model.Unknown || !quoted && !strings.HasPrefix(v.Text, "${") {
		return v
	}
	e := *v
	e.Style = model.Plain
	parsed, diags := hclsyntax.ParseTemplate([]byte(v.Text), "", hcl2.InitialPos)
	if wrap, ok := parsed.(*hclsyntax.TemplateWrapExpr); ok && !quoted && !diags.HasErrors() {
		span := wrap.Wrapped.Range()
		e.Text = v.Text[span.Start.Byte:span.End.Byte]
	} else {
		e.Text = `"` + v.Text + `"`
	}
	return &e
}

// copied returns the bytes of a span as lines with the indentation ws. Lines of a heredoc that keeps its indentation stay as they
// are.
func (h *hclTree) copied(s model.Span, ws string) []textline.Line {
	return h.unshifted(h.Tree.Lines(s.Start, s.End, h.text.blanksAt(s.Start), ws))
}

// unshifted restores the indentation of lines of heredocs for which it is part of the text.
func (h *hclTree) unshifted(lines []textline.Line) []textline.Line {
	for i, l := range lines {
		if l.Src >= 0 && h.text.inPlainHeredoc(l.Src) {
			lines[i].Indent = h.text.blanksAt(l.Src)
		}
	}
	return lines
}

// oneLine writes a map or list that belongs on one line: one that was on one line before, or a list of scalars. A block with
// something new gets several lines.
func (h *hclTree) oneLine(n *draft.Node) ([]textline.Line, bool) {
	isNew := func(k *draft.Child) bool { return k.From == nil || k.From.Collection != n.Src }
	switch {
	case h.isBody(n.Src) && (!h.text.oneLine(h.brackets(n.Src)) || slices.ContainsFunc(n.Children, isNew)):
		return nil, false
	case len(n.Children) == 0:
		return h.flow(n)
	case n.Src != nil && !h.text.oneLine(h.brackets(n.Src)):
		return nil, false
	case n.Src != nil || h.tight || h.isLikeOneLine(n):
	case n.Kind == model.Map || complexValue(n.Value()):
		return nil, false
	}
	out, ok := h.flow(n)
	return out, ok && (!h.manifest || utf8.RuneCountInString(h.valueText(h.Pieces(out))) <= oneLineWidth)
}

// isLikeOneLine reports whether the value whose style n copies is on one line.
func (h *hclTree) isLikeOneLine(n *draft.Node) bool {
	return n.Like != nil && !n.Like.Span.Empty() && h.text.oneLine(n.Like.Span)
}

// oneLineWidth is the length up to which a map or list of a manifest stays on one line.
const oneLineWidth = 100

func (h *hclTree) hasRemarks(n *draft.Node) bool {
	isKept := func(c yaml.Comment) bool { return !h.MayGo(c.Span) }
	return n.Src != nil && slices.ContainsFunc(h.CommentsIn(n.Src.Span), isKept) || len(draft.RemarkTexts(n)) > 0
}

// flow writes a map or list on one line, if possible.
func (h *hclTree) flow(n *draft.Node) ([]textline.Line, bool) {
	isNewMap := n.Src == nil && n.Like == nil && n.Kind == model.Map
	if isNewMap && len(n.Children) > 0 && !h.tight {
		return nil, false // it has lines of its own
	}
	if h.hasRemarks(n) {
		return nil, false
	}
	open, closing := h.padded(n)
	out := []textline.Line{{Src: -1, Body: []textline.Piece{open}}}
	for i, p := range h.placesIn(n) {
		if i > 0 {
			textline.AppendText(out, textline.Piece{Text: ", "})
		}
		if p.Child.Key != nil {
			textline.AppendText(out, textline.Piece{Text: h.keyOf(p.Child) + h.style.assign})
		}
		out = textline.Concat(out, h.value(p.Child, ""))
		hadLines := p.Child.From != nil && p.Child.From.Block
		if hadLines || len(out) > 1 || p.Child.Note != "" {
			return nil, false
		}
	}
	textline.AppendText(out, closing)
	return out, true
}

// valueText returns the text of the pieces of a value, with line feeds as line breaks and without the last one.
func (h *hclTree) valueText(pieces []textline.Piece) string {
	return strings.TrimSuffix(strings.ReplaceAll(textline.PieceText(h.Data, pieces), "\r\n", "\n"), "\n")
}

// padded returns the brackets with the blanks inside them, for a map or list on one line.
func (h *hclTree) padded(n *draft.Node) (open, closing textline.Piece) {
	if old := h.parts[n.Src]; len(old) > 0 && len(n.Children) > 0 {
		return textline.Piece{Start: h.bracket(n.Src), End: old[0].Start}, textline.Piece{Start: old[len(old)-1].End, End: n.Src.Span.End}
	}
	switch {
	case n.Kind == model.List:
		return textline.Piece{Text: "["}, textline.Piece{Text: "]"}
	case len(n.Children) == 0:
		return textline.Piece{Text: "{"}, textline.Piece{Text: "}"}
	}
	return textline.Piece{Text: "{ "}, textline.Piece{Text: " }"}
}

// keyOf returns the text of the key of an entry.
func (h *hclTree) keyOf(k *draft.Child) string {
	old := k.OldKey()
	if old == k.Key && !h.style.quoted {
		return h.Doc.Text(k.Key.Span)
	}
	wasQuoted := old != nil && old.Style == model.DoubleQuoted
	return entryKeyText(k.Key, h.style.quoted || wasQuoted)
}
