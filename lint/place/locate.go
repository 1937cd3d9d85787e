package place

import (
	"bytes"

	"github.com/karplint/karplint/model"
)

// locate returns the place for a report about a path in root, a part of doc. For an entry, it runs from the key
// through a scalar value on the same line; for an item of a list it is the first line; for a block of Terraform the
// header. If the path does not exist, it is the place of the nearest map on the path that has a kind, a name or a
// header, or the first key of the root.
func locate(doc *model.Document, root *model.Value, path []any) model.Span {
	f := doc.File
	nodes, exists := Follow(root, path)
	if exists && len(path) > 0 {
		last := len(nodes) - 1
		for last > 1 && isCall(nodes[last-1].Value) {
			last-- // to the attribute with the call, such as policy = jsonencode({, because a person looks for that
		}
		return nodes[last].in(doc)
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		if isBlockOf(doc, nodes[i].Value) {
			return nodes[i].Value.Props()
		}
		if e := identity(nodes[i].Value); e != nil {
			return Node{Entry: e, Value: e.Value}.span(f)
		}
	}
	if len(nodes) > 1 {
		return nodes[len(nodes)-1].span(f)
	}
	if root.Kind == model.Map && len(root.Entries) > 0 {
		return root.Entries[0].Key.Span
	}
	return firstLine(f, root.Span)
}

// Node is a value on the way along a path, with its entry if it is a map's.
type Node struct {
	Entry *model.Entry
	Value *model.Value
}

// Follow returns the places from root along the path as far as it exists, root first, and
// whether it exists to its end.
func Follow(root *model.Value, path []any) (nodes []Node, exists bool) {
	node := Node{Value: root}
	nodes = append(nodes, node)
	for _, step := range path {
		next, ok := node.step(step)
		if !ok {
			return nodes, false
		}
		node = next
		nodes = append(nodes, node)
	}
	return nodes, true
}

func (p Node) step(step any) (Node, bool) {
	switch s := step.(type) {
	case string:
		if e := entry(p.Value, s); e != nil {
			return Node{Entry: e, Value: e.Value}, true
		}
		if e := entry(p.Value.Otherwise(), s); e != nil {
			atKey := *e.Value
			atKey.Span, atKey.Origin = e.Key.Span, e.Key.Origin
			atKey.SetProps(model.Span{})
			return Node{Entry: e, Value: &atKey}, true
		}
	case int: // an item of a list, or an argument of a call
		if s >= 0 && s < len(p.Value.Items) {
			return Node{Value: p.Value.Items[s]}, true
		}
	}
	return Node{}, false
}

// entry is Value.Entry, and finds templated keys by their expression as well.
func entry(v *model.Value, key string) *model.Entry {
	if e := v.Entry(key); e != nil || v == nil || v.Kind != model.Map {
		return e
	}
	for _, e := range v.Entries {
		if e.Key.Kind == model.Unknown && e.Key.Text == key {
			return e
		}
	}
	return nil
}

func identity(v *model.Value) *model.Entry {
	if e := v.Entry("kind"); e != nil {
		return e
	}
	return v.Entry("name")
}

// isBlockOf reports whether the value is a block of Terraform, whose Props are its header.
func isBlockOf(doc *model.Document, v *model.Value) bool {
	return doc.Syntax == model.HCL && isBlock(v)
}

// isCall reports whether the value is a call of a function, whose Items are the arguments.
func isCall(v *model.Value) bool { return v.Kind == model.Unknown && len(v.Items) > 0 }

func (p Node) in(doc *model.Document) model.Span {
	if isBlockOf(doc, p.Value) {
		return p.Value.Props()
	}
	return p.span(doc.File)
}

func (p Node) span(f *model.File) model.Span {
	if p.Entry != nil {
		key := p.Entry.Key.Span
		span := model.Span{Start: key.Start, End: p.Value.Span.End}
		if p.Value.Alias() != "" || !isLeaf(p.Value) {
			return key
		}
		if !span.Contains(key) || !oneLine(f, span) {
			return key
		}
		return span
	}
	if p.Value.Kind == model.Map && p.Value.Style == model.Block && len(p.Value.Entries) > 0 {
		first := p.Value.Entries[0]
		return Node{Entry: first, Value: first.Value}.span(f)
	}
	return firstLine(f, p.Value.Span)
}

// isLeaf reports whether the value has no values inside: a scalar, a template, a written null.
func isLeaf(v *model.Value) bool {
	if v.Kind == model.Unknown || v.Kind == model.Null {
		return !v.Span.Empty()
	}
	return v.IsScalar()
}

func oneLine(f *model.File, s model.Span) bool {
	return bytes.IndexByte(f.Data[s.Start:s.End], '\n') < 0
}

func firstLine(f *model.File, s model.Span) model.Span {
	if i := bytes.IndexByte(f.Data[s.Start:s.End], '\n'); i >= 0 {
		s.End = s.Start + i
		if s.End > s.Start && f.Data[s.End-1] == '\r' {
			s.End--
		}
	}
	return s
}

// Location is a range in a file: bytes for the machine, positions for people (ends exclusive).
type Location struct {
	File       string
	Span       model.Span
	Start, End model.Position
}

// IsNear reports whether two lines are so close together that a person sees both at a glance.
func IsNear(a, b int) bool { return max(a-b, b-a) <= 5 }

// NewLocation gives a span its positions.
func NewLocation(f *model.File, s model.Span) Location {
	return Location{File: f.Path, Span: s, Start: f.Position(s.Start), End: f.Position(s.End)}
}
