package hcltext

import (
	"sort"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// hclTree is the tree of a Terraform file while Ops change it.
type hclTree struct {
	*draft.Tree
	text     *hclText
	parts    map[*model.Value][]*layout.Origin // the parts of a body, map or list, in the order of the text
	manifest bool                              // the value is a manifest, in which all entries are aligned

	style hclStyle // of the value that is being written
	tight bool     // which must stay on its line
}

func newHCLTree(text *hclText) *hclTree {
	s := layout.Open(text.source.Document)
	s.Newline = text.newline
	h := &hclTree{text: text, style: hclStyle{unit: text.usualUnit, assign: " = "}, parts: map[*model.Value][]*layout.Origin{}}
	s.Comments = text.comments()
	h.Tree = &draft.Tree{Source: s}
	h.lay(s.Doc.Root)
	h.Root = h.NewNode(s.Doc.Root)
	return h
}

// isBlock reports whether v is a block of HCL.
func isBlock(v *model.Value) bool { return v.Style == model.Block && !v.Props().Empty() }

// isBody reports whether v contains attributes and blocks: it is a block or the file.
func (h *hclTree) isBody(v *model.Value) bool { return v != nil && (v == h.Doc.Root || isBlock(v)) }

// isGroup reports whether v is a map or list of blocks, which has no text of its own.
func (h *hclTree) isGroup(v *model.Value) bool { return v.Style == model.Block && !h.isBody(v) }

// lay records the bytes of the parts of v, at every depth.
func (h *hclTree) lay(v *model.Value) {
	var children, parts []*layout.Origin
	for i, item := range v.Items {
		children = append(children, &layout.Origin{Collection: v, Index: i, Value: item, Start: item.Span.Start, Colon: item.Span.Start,
			End: item.Span.End})
	}
	for i, e := range v.Entries {
		children = append(children, &layout.Origin{Collection: v, Index: i, Entry: e, Value: e.Value, Start: e.Key.Span.Start, Colon: e.Value.Span.Start,
			End: e.Value.Span.End})
		h.Entries[e] = children[i]
	}
	for _, o := range children {
		h.Holder[o.Value] = o
		if isBlock(o.Value) {
			o.Start, o.Colon = o.Value.Span.Start, h.bracket(o.Value)
		}
		h.lay(o.Value)
		if h.isGroup(o.Value) {
			parts = append(parts, h.parts[o.Value]...)
		} else {
			parts = append(parts, o)
		}
	}
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].Start < parts[j].Start })
	h.Children[v], h.parts[v] = children, parts
	if !h.isGroup(v) {
		h.layLines(v, parts)
	}
}

// layLines assigns lines to each part of v that has lines of its own, with the comments directly above.
func (h *hclTree) layLines(v *model.Value, parts []*layout.Origin) {
	offset, multi := h.inside(v)
	for _, o := range parts {
		o.Lead, o.Body = model.Span{Start: o.Start, End: o.Start}, model.Span{Start: o.Start, End: o.End}
		next, ends := h.text.lineAfter(model.Span{Start: o.Start, End: o.End})
		isAlone := ends && next <= v.Span.End && h.text.ownLine(o.Start)
		if !multi || !isAlone {
			offset = max(offset, h.text.LineEnd(o.End))
			continue
		}
		line := h.text.lineStart(o.Start)
		o.Lead = model.Span{Start: max(offset, h.text.lead(o.Start)), End: line}
		o.Gap = model.Span{Start: offset, End: o.Lead.Start}
		o.Body = model.Span{Start: line, End: next}
		o.Block = true
		offset = next
	}
}

// bracket returns the offset of v's opening bracket, or of the brace of a block.
func (h *hclTree) bracket(v *model.Value) int {
	if isBlock(v) {
		return h.text.brace(v.Props().End)
	}
	return v.Span.Start
}

// brackets returns the bytes of v from its opening bracket to its end.
func (h *hclTree) brackets(v *model.Value) model.Span {
	return model.Span{Start: h.bracket(v), End: v.Span.End}
}

// inside returns the start of the lines below the opening bracket of v. ok is false if the line of the bracket goes on.
func (h *hclTree) inside(v *model.Value) (offset int, ok bool) {
	switch {
	case v == h.Doc.Root:
		return h.Start, true
	case v.Kind == model.Unknown:
		return 0, false
	}
	return h.text.lineBreakAfter(h.bracket(v) + 1)
}

// carry records which entries and items still exist, and the places of the comments that move with them.
func (h *hclTree) carry(n *draft.Node) {
	for _, k := range n.Children {
		if o := k.From; o != nil {
			h.Alive[o] = true
			h.Carried = append(h.Carried, model.Span{Start: o.Lead.Start, End: o.Body.End})
		}
		h.carry(k.Node)
	}
}

// meaning returns the value that a node must have when it is read back. Groups whose blocks are all gone are left out.
func (h *hclTree) meaning(n *draft.Node) *model.Value {
	switch {
	case n.Src != nil && (n.Clean() || n.Text != nil):
		return h.text.meaning(n.Value())
	case !n.IsCollection():
		return h.text.meaning(asExpression(unplaced(n.Val)))
	}
	v := &model.Value{Kind: n.Kind}
	for _, k := range n.Children {
		value := h.meaning(k.Node)
		switch {
		case k.Node.Src != nil && h.isGroup(k.Node.Src) && len(value.Items)+len(value.Entries) == 0:
		case k.Key == nil:
			v.Items = append(v.Items, value)
		default:
			v.Entries = append(v.Entries, &model.Entry{Key: &model.Value{Kind: k.Key.Kind, Text: k.Key.Text}, Value: value})
		}
	}
	if n.Val.Kind == model.Unknown {
		v.Items = append(v.Items, model.NewUnknown(h.text.frame(n.Val)))
	}
	return v
}

// meaning copies a tree for comparing. An expression with parts in the tree becomes the list of these parts and of the text around
// them. v is a value of the file, or a new one. The line breaks of a heredoc are those of its file.
func (t *hclText) meaning(v *model.Value) *model.Value {
	c := &model.Value{Kind: v.Kind, Text: strings.ReplaceAll(v.Text, "\r\n", "\n")}
	if v.Kind == model.Null {
		c.Text = ""
	}
	switch {
	case v.Kind == model.Unknown && len(v.Items) > 0:
		c.Kind, c.Text = model.List, ""
	case v.Kind == model.Unknown && v.Span.Empty():
		return expression(v)
	case v.Kind == model.Unknown:
		c.Text = lineBlanks().ReplaceAllString(c.Text, "\n") // its indentation may differ
	}
	for _, item := range v.Items {
		c.Items = append(c.Items, t.meaning(item))
	}
	if v.Kind == model.Unknown && len(v.Items) > 0 {
		c.Items = append(c.Items, model.NewUnknown(t.frame(v)))
	}
	for _, e := range v.Entries {
		key := &model.Value{Kind: e.Key.Kind, Text: e.Key.Text}
		c.Entries = append(c.Entries, &model.Entry{Key: key, Value: t.meaning(e.Value)})
	}
	return c
}

var lineBlanks = pattern.New(`\n[ \t]*`)

// expression parses a new expression, so that it can be compared with the result.
func expression(v *model.Value) *model.Value {
	t, err := newHCLText(model.NewFile("expression.tf", []byte("x = "+v.Text+"\n")))
	hasBlanks := strings.TrimSpace(v.Text) != v.Text // they would be lost
	if hasBlanks || err != nil || t.source.Body.Attribute("x") == nil || len(t.source.Body.Attributes)+len(t.source.Body.Blocks) != 1 {
		return v
	}
	return t.meaning(t.source.Document.Root.Get("x"))
}

// unplaced copies a value that may be in another text as a new one. An expression is copied as its text.
func unplaced(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		items := c.Items
		if c.Kind == model.Unknown && !c.Span.Empty() {
			items = nil
		}
		*c = model.Value{Kind: c.Kind, Style: c.Style, Text: c.Text, Items: items, Entries: c.Entries, Dash: -1}
	})
}

// frame returns the text of an expression without the parts that are its items, and without blanks and commas.
func (t *hclText) frame(v *model.Value) string {
	if v.Span.Empty() {
		return v.Text + "()"
	}
	var b strings.Builder
	offset := v.Span.Start
	for _, item := range v.Items {
		b.Write(t.Data[offset:item.Span.Start])
		offset = item.Span.End
	}
	b.Write(t.Data[offset:v.Span.End])
	return strings.Join(strings.FieldsFunc(b.String(), func(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) }), "")
}
