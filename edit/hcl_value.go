package edit

import (
	"slices"
	"strings"
	"unicode/utf8"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// value writes the value of a kid. One that takes the place of another is written like it: on one line, or between the markers of its
// heredoc.
func (h *hclTree) value(k *kid, ws string) []line {
	o := k.from
	if o == nil || k.node.src == o.value {
		return h.inline(k.node, ws)
	}
	defer h.restore(h.style, h.tight)
	old, n := o.value, k.node
	if old.Style == model.Literal && n.kind == model.String && heredocText(n.val.Text) {
		return textLines(h.reheredoc(old.Span, n.val.Text))
	}
	h.style = h.styleIn(old)
	sameLine := old.Kind == n.kind && len(old.Items)+len(old.Entries) > 0 || !h.text.hasRoom(old.Span) || !h.text.ownLine(o.start)
	h.tight = h.tight || h.text.oneLine(old.Span) && sameLine
	return h.inline(n, ws)
}

func (h *hclTree) restore(style hclStyle, tight bool) { h.style, h.tight = style, tight }

// inline writes a value that begins on the line of its key; ws is the indentation of that line.
func (h *hclTree) inline(n *node, ws string) []line {
	switch {
	case n.clean():
		out := h.unshifted(h.tree.lines(h.bracket(n.src), n.src.Span.End, h.base(n.src), ws))
		if _, ends := h.text.lineAfter(n.src.Span); !ends && len(out) > 1 && h.text.ownLine(n.src.Span.End-1) {
			out[len(out)-1].ws = ws // the last of "}, {" is indented like what is inside
		}
		return out
	case n.text != nil:
		out := h.copied(n.src.Span, ws)
		for _, e := range n.text.edits {
			substitute(out, model.Span{Start: e.Start, End: e.End}, e.New)
		}
		return out
	case n.src == nil && n.val.Kind == model.Unknown && len(n.kids) > 0:
		return h.call(n, ws)
	case n.kind != model.Map && n.kind != model.List:
		return textLines(h.scalar(asExpression(unplaced(n.val)), ws))
	case n.src != nil && h.holdsSame(n):
		return h.inPlace(n, ws)
	}
	defer h.restore(h.style, h.tight)
	if n.src != nil {
		span := h.brackets(n.src)
		h.style, h.tight = h.styleIn(n.src), h.text.oneLine(span) && !h.text.hasRoom(span)
	}
	if out, ok := h.oneLine(n); ok {
		return out
	}
	if out, ok := h.hugged(n, ws); ok {
		return out
	}
	return h.collection(n, ws)
}

// textLines returns text as lines that begin with their own indentation.
func textLines(text string) []line {
	var out []line
	for i, l := range strings.Split(text, "\n") {
		if i > 0 && strings.TrimSpace(l) == "" {
			l = ""
		}
		out = append(out, newLine("", l))
	}
	return out
}

// call writes the call of a function.
func (h *hclTree) call(n *node, ws string) []line {
	out := []line{newLine("", n.val.Text+"(")}
	for i, k := range n.kids {
		if i > 0 {
			appendText(out, piece{text: ", "})
		}
		if longString(k.node.val) {
			k.node = &node{kind: model.String, val: model.NewString(k.node.val.Text)}
		}
		out = concat(out, h.inline(k.node, ws))
	}
	appendText(out, piece{text: ")"})
	return out
}

// holdsSame says whether n is an expression, or a map or list that shares lines with what is in it, and changed inside only.
func (h *hclTree) holdsSame(n *node) bool {
	if n.src.Kind == model.Unknown {
		return true
	}
	parts := h.parts[n.src]
	other := func(k *kid) bool {
		return k.from == nil || k.from.coll != n.src || k.note != "" || k.node.src != k.from.value
	}
	return len(parts) > 0 && len(n.kids) == len(parts) && !parts[0].block && n.src.Style == model.Flow && !h.text.oneLine(n.src.Span) &&
		!slices.ContainsFunc(n.kids, other)
}

// inPlace writes what changed in n where it stands.
func (h *hclTree) inPlace(n *node, ws string) []line {
	defer h.restore(h.style, h.tight)
	h.style = h.styleIn(n.src)
	var out []line
	at, base := n.src.Span.Start, h.base(n.src)
	for _, k := range n.kids {
		old := k.from.value.Span
		head := h.tree.lines(at, old.Start, base, ws)
		if k.key != nil && !k.sameKey() {
			substitute(head, k.from.entry.Key.Span, h.keyOf(k))
		}
		out = concat(concat(out, head), h.value(k, shift(h.base(k.from.value), base, ws)))
		at = old.End
	}
	return concat(out, h.tree.lines(at, n.src.Span.End, base, ws))
}

// hugged writes an old list whose items share lines with its brackets, [{ … }, { … }]. In a manifest items with others have lines of
// their own.
func (h *hclTree) hugged(n *node, ws string) ([]line, bool) {
	if n.src == nil || n.kind != model.List || len(n.kids) == 0 || !h.text.hugs(n.src) || h.manifest {
		return nil, false
	}
	out := []line{newLine("", "[")}
	for i, k := range n.kids {
		item := h.value(k, ws)
		if len(item) > 1 && i < len(n.kids)-1 {
			item[len(item)-1].ws = ws + h.style.unit // as the formatter has it
		}
		if i > 0 {
			appendText(out, piece{text: ", "})
		}
		out = concat(out, item)
	}
	appendText(out, piece{text: "]"})
	return out, true
}

// base returns the indentation that the lines of a map or list are relative to: that of its first line, but not behind the bracket
// that closes the item before it, "}, {", which Terraform's formatter indents like what is inside.
func (h *hclTree) base(v *model.Value) string {
	if v == nil || v == h.doc.Root {
		return ""
	}
	first := h.text.blanksAt(v.Span.Start)
	if parts := h.parts[v]; len(parts) > 0 && parts[0].block && strings.ContainsRune("}]", rune(h.data[h.text.lineStart(v.Span.Start)+len(first)])) {
		return strings.TrimSuffix(h.text.blanksAt(parts[0].start), h.style.unit)
	}
	return first
}

// asExpression returns a scalar that is Unknown because of templates in its text, as YAML has it, as an expression: ${ x } is x, and
// what else holds one is a quoted string. Other values stay.
func asExpression(v *model.Value) *model.Value {
	quoted := v.Style == model.DoubleQuoted
	if v.Kind != model.Unknown || !quoted && !strings.HasPrefix(v.Text, "${") {
		return v
	}
	e := *v
	e.Style = model.Plain
	parsed, diags := hclsyntax.ParseTemplate([]byte(v.Text), "", hcl2.InitialPos)
	if whole, ok := parsed.(*hclsyntax.TemplateWrapExpr); ok && !quoted && !diags.HasErrors() {
		at := whole.Wrapped.Range()
		e.Text = v.Text[at.Start.Byte:at.End.Byte]
	} else {
		e.Text = `"` + v.Text + `"`
	}
	return &e
}

// copied returns the bytes of a span that begins on a line of any indentation, for a line of another one. Lines of a heredoc that
// keeps its indentation stay as they are.
func (h *hclTree) copied(s model.Span, ws string) []line {
	return h.unshifted(h.tree.lines(s.Start, s.End, h.text.blanksAt(s.Start), ws))
}

// unshifted gives the lines of heredocs that count their indentation as text the one they had.
func (h *hclTree) unshifted(lines []line) []line {
	for i, l := range lines {
		if l.src >= 0 && h.text.inPlainHeredoc(l.src) {
			lines[i].ws = h.text.blanksAt(l.src)
		}
	}
	return lines
}

// oneLine writes a map or list that is to stand on one line: an old one that did, or a list of scalars. A block with something new in it
// has several.
func (h *hclTree) oneLine(n *node) ([]line, bool) {
	isNew := func(k *kid) bool { return k.from == nil || k.from.coll != n.src }
	switch {
	case h.isBody(n.src) && (!h.text.oneLine(h.brackets(n.src)) || slices.ContainsFunc(n.kids, isNew)):
		return nil, false
	case len(n.kids) == 0:
		return h.flow(n)
	case n.src != nil && !h.text.oneLine(h.brackets(n.src)):
		return nil, false
	case n.src == nil && n.like != nil && !n.like.Span.Empty() && h.text.oneLine(n.like.Span):
	case n.src == nil && !h.tight && (n.kind == model.Map || complexValue(n.value())):
		return nil, false
	}
	out, ok := h.flow(n)
	return out, ok && (!h.manifest || utf8.RuneCountInString(h.valueText(h.pieces(out))) <= oneLineWidth)
}

// oneLineWidth is how long a map or list of a manifest that stood on one line may get on one line.
const oneLineWidth = 100

func (h *hclTree) hasRemarks(n *node) bool {
	stays := func(c yaml.Comment) bool { return !h.mayGo(c.Span) }
	return n.src != nil && slices.ContainsFunc(h.commentsIn(n.src.Span), stays) || len(remarkTexts(n)) > 0
}

// flow writes a map or list on one line, if it can.
func (h *hclTree) flow(n *node) ([]line, bool) {
	if n.src == nil && n.kind == model.Map && len(n.kids) > 0 && n.like == nil && !h.tight || h.hasRemarks(n) {
		return nil, false // a new map has lines of its own
	}
	open, closing := h.padded(n)
	out := []line{{src: -1, body: []piece{open}}}
	for i, p := range h.placesIn(n) {
		if i > 0 {
			appendText(out, piece{text: ", "})
		}
		if p.kid.key != nil {
			appendText(out, piece{text: h.keyOf(p.kid) + h.style.assign})
		}
		out = concat(out, h.value(p.kid, ""))
		if len(out) > 1 || p.kid.note != "" || p.kid.from != nil && p.kid.from.block {
			return nil, false
		}
	}
	appendText(out, closing)
	return out, true
}

// valueText returns the text of the pieces of a value, which end with a line break that it has not. Its line breaks are line feeds.
func (h *hclTree) valueText(pieces []piece) string {
	return strings.TrimSuffix(strings.ReplaceAll(pieceText(h.data, pieces), "\r\n", "\n"), "\n")
}

// padded returns what stands in front of the first kid and behind the last one, where a map or list is on one line.
func (h *hclTree) padded(n *node) (open, closing piece) {
	if old := h.parts[n.src]; len(old) > 0 && len(n.kids) > 0 {
		return piece{start: h.bracket(n.src), end: old[0].start}, piece{start: old[len(old)-1].end, end: n.src.Span.End}
	}
	switch {
	case n.kind == model.List:
		return piece{text: "["}, piece{text: "]"}
	case len(n.kids) == 0:
		return piece{text: "{"}, piece{text: "}"}
	}
	return piece{text: "{ "}, piece{text: " }"}
}

// keyOf writes the key of an entry.
func (h *hclTree) keyOf(k *kid) string {
	if k.from != nil && k.from.entry != nil && k.sameKey() && !h.style.quoted {
		return h.doc.Text(k.key.Span)
	}
	wasQuoted := k.from != nil && k.from.entry != nil && k.from.entry.Key.Style == model.DoubleQuoted
	return entryKeyText(k.key, h.style.quoted || wasQuoted)
}
