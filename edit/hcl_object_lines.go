package edit

import (
	"slices"
	"strings"
	"unicode/utf8"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// oneLineWidth is how long a map or list that stood on one line may get on one line.
const oneLineWidth = 100

// inline writes a value that begins on the line of its key; ws is the indentation of that line.
func (h *hclObject) inline(n *node, ws string) []line {
	switch {
	case n.clean():
		out := h.unshifted(h.tree.lines(n.src.Span.Start, n.src.Span.End, h.base(n.src), ws))
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
	case (n.kind == model.Map || n.kind == model.List) && !h.isOld(n):
		if text, ok := h.oneLine(n); ok {
			return []line{newLine("", text)}
		}
		if out, ok := h.hugged(n, ws); ok {
			return out
		}
		return h.collection(n, ws)
	}
	v := n.val
	if !h.isOld(n) {
		v = asExpression(unplaced(v))
	}
	var out []line
	for i, l := range strings.Split(h.style.text(v, ws, !h.tight && (longString(v) || complexValue(v))), "\n") {
		if i > 0 && strings.TrimSpace(l) == "" {
			l = ""
		}
		out = append(out, newLine("", l))
	}
	return out
}

// isOld says whether a new value takes its bytes from another place in the text.
func (h *hclObject) isOld(n *node) bool { return h.alone && n.src == nil && !n.val.Span.Empty() }

// hugged writes an old list whose items share lines with its brackets, [{ … }, { … }]. Where a whole object changes, its items must be
// the same.
func (h *hclObject) hugged(n *node, ws string) ([]line, bool) {
	if n.src == nil || n.kind != model.List || len(n.kids) == 0 || !h.text.hugs(n.src) || !h.alone && !n.hasItems(n.src) {
		return nil, false
	}
	out := []line{newLine("", "[")}
	for i, k := range n.kids {
		item := h.inline(k.node, ws)
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

// hasItems says whether n has the items of an old list, which may have changed inside.
func (n *node) hasItems(list *model.Value) bool {
	same := func(k *kid) bool {
		return k.from != nil && k.from.coll == list && k.note == "" && k.node.src == k.from.value
	}
	return len(n.kids) == len(list.Items) && !slices.ContainsFunc(n.kids, func(k *kid) bool { return !same(k) })
}

// base returns the indentation that the lines of a map or list are relative to: that of its first line, but not behind the bracket
// that closes the item before it, "}, {", which Terraform's formatter indents like what is inside.
func (h *hclObject) base(v *model.Value) string {
	first := h.text.blanksAt(v.Span.Start)
	if kids := h.kids[v]; len(kids) > 0 && h.ownLines(kids[0]) && strings.ContainsRune("}]", rune(h.data[h.text.lineStart(v.Span.Start)+len(first)])) {
		return strings.TrimSuffix(h.text.blanksAt(kids[0].start), h.style.unit)
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
func (h *hclObject) copied(s model.Span, ws string) []line {
	return h.unshifted(h.tree.lines(s.Start, s.End, h.text.blanksAt(s.Start), ws))
}

// unshifted gives the lines of heredocs that count their indentation as text the one they had.
func (h *hclObject) unshifted(lines []line) []line {
	for i, l := range lines {
		if l.src >= 0 && h.text.inPlainHeredoc(l.src) {
			lines[i].ws = h.text.blanksAt(l.src)
		}
	}
	return lines
}

// oneLine returns the text of a map or list that is to stand on one line: an old one that did, or a list of scalars.
func (h *hclObject) oneLine(n *node) (string, bool) {
	switch {
	case len(n.kids) == 0:
		return map[model.Kind]string{model.Map: "{}", model.List: "[]"}[n.kind], !h.hasRemarks(n)
	case n.src != nil && !h.text.oneLine(n.src.Span):
		return "", false
	case n.src == nil && n.like != nil && !n.like.Span.Empty() && h.text.oneLine(n.like.Span):
	case n.src == nil && !h.tight && (n.kind == model.Map || complexValue(n.value())):
		return "", false
	}
	text, ok := h.flow(n)
	return text, ok && (h.alone || utf8.RuneCountInString(text) <= oneLineWidth)
}

func (h *hclObject) hasRemarks(n *node) bool {
	stays := func(c hcl.Comment) bool {
		return !slices.ContainsFunc(h.dropped, func(o *origin) bool { return h.region(o).Contains(c.Span) })
	}
	return n.src != nil && slices.ContainsFunc(h.text.commentsIn(n.src.Span), stays) || len(remarkTexts(n)) > 0
}

// flow writes a value on one line, if it can.
func (h *hclObject) flow(n *node) (string, bool) {
	if n.kind != model.Map && n.kind != model.List || n.clean() || h.isOld(n) {
		text := h.textOf(h.inline(n, ""))
		return text, !strings.Contains(text, "\n")
	}
	if n.src == nil && n.kind == model.Map && n.like == nil && !h.tight {
		return "", false // a new map has lines of its own
	}
	if h.hasRemarks(n) {
		return "", false
	}
	var parts []string
	for _, p := range h.order(n) {
		text, ok := h.flow(p.kid.node)
		if !ok || p.kid.note != "" || p.kid.from != nil && h.ownLines(p.kid.from) {
			return "", false
		}
		if p.kid.key != nil {
			text = h.keyOf(p.kid) + h.style.assign + text
		}
		parts = append(parts, text)
	}
	open, closing := h.brackets(n)
	return open + strings.Join(parts, ", ") + closing, true
}

// textOf returns the text of lines, which end with line feeds.
func (h *hclObject) textOf(lines []line) string {
	var b strings.Builder
	for _, p := range h.pieces(lines) {
		if p.end > 0 {
			b.Write(h.data[p.start:p.end])
		}
		b.WriteString(p.text)
	}
	return strings.ReplaceAll(b.String(), "\r\n", "\n")
}

// brackets returns what stands in front of the first kid and behind the last one, where a map or list is on one line.
func (h *hclObject) brackets(n *node) (open, closing string) {
	if old := h.kids[n.src]; len(old) > 0 && len(n.kids) > 0 {
		return string(h.data[n.src.Span.Start:old[0].start]), string(h.data[old[len(old)-1].end:n.src.Span.End])
	}
	switch {
	case n.kind == model.List:
		return "[", "]"
	case len(n.kids) == 0:
		return "{", "}"
	}
	return "{ ", " }"
}

// keyOf writes the key of an entry.
func (h *hclObject) keyOf(k *kid) string {
	if k.from != nil && k.from.entry != nil && k.sameKey() {
		return h.doc.Text(k.key.Span)
	}
	quoted := h.style.quoted
	if k.from != nil && k.from.entry != nil {
		quoted = k.from.entry.Key.Style == model.DoubleQuoted
	}
	return entryKeyText(k.key, quoted)
}
