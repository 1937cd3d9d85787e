package hcltext

import (
	"sync"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
)

// copiedBy returns the item of a list that an Insert adds to the same list again; nil if the Op adds a new value. The Op has the item of
// another tree of the same file.
func (h *hclTree) copiedBy(op edit.Op) *layout.Origin {
	s := h.spot(op.Path)
	if op.Do != edit.Insert || op.Value == nil || op.Value.Span.Empty() || len(s.missing) > 0 {
		return nil
	}
	for _, k := range s.node.Children {
		if k.From != nil && k.From.Value.Span.Start+h.text.offset == op.Value.Span.Start && model.Equal(k.From.Value, op.Value) {
			return k.From
		}
	}
	return nil
}

// layTwin lays out the twin of an item, which the list has now at the index, and adds its bytes to the text.
func (h *hclTree) layTwin(o *layout.Origin, list *draft.Node, index int) {
	if index < 0 {
		index = len(list.Children) - 1
	}
	twin := list.Children[index].From
	h.pairParts(o.Value, twin.Value, map[*layout.Origin]*layout.Origin{})
	h.text.extend(h.Doc.File, o.Span(), twin.Start-o.Start)
}

// pairParts records the parts of the twin of v, at every depth.
func (h *hclTree) pairParts(v, twin *model.Value, twins map[*layout.Origin]*layout.Origin) {
	for i, o := range h.Children[v] {
		t := h.Children[twin][i]
		twins[o] = t
		h.pairParts(o.Value, t.Value, twins)
	}
	for _, o := range h.parts[v] {
		h.parts[twin] = append(h.parts[twin], twins[o])
	}
}

// extend gives t the bytes of a file that continues it with a copy of the span.
func (t *hclText) extend(file *model.File, s model.Span, shift int) {
	t.File = file
	t.spacing = sync.OnceValue(func() *spacing { return spacingOf(string(file.Data), tokensOf(file.Data)) })
	for _, tok := range t.tokens[t.next(s.Start):t.next(s.End)] {
		tok.Range.Start.Byte += shift
		tok.Range.End.Byte += shift
		t.tokens = append(t.tokens, tok)
	}
}
