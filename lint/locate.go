package lint

import (
	"bytes"

	"github.com/karplint/karplint/model"
)

// locate returns where a report about the path in root, a part of doc, points to: the entry there, from its key
// through its value where that is a scalar on the same line; for an item of a list the first of
// its lines; for a block of Terraform its header. Where nothing stands at the path it is the nearest map on the way that
// says what it is, by its kind or name, or by its header. A root without either is its first key.
func locate(doc *model.Document, root *model.Value, path []any) model.Span {
	f := doc.File
	way, found := follow(root, path)
	if found && len(path) > 0 {
		last := len(way) - 1
		for last > 1 && isCall(way[last-1].value) {
			last-- // an argument is told by what is called, jsonencode({ by its attribute
		}
		return way[last].in(doc)
	}
	for i := len(way) - 1; i >= 0; i-- {
		if isBlockOf(doc, way[i].value) {
			return way[i].value.Props
		}
		if e := identity(way[i].value); e != nil {
			return place{entry: e, value: e.Value}.span(f)
		}
	}
	if len(way) > 1 {
		return way[len(way)-1].span(f)
	}
	if root.Kind == model.Map && len(root.Entries) > 0 {
		return root.Entries[0].Key.Span
	}
	return firstLine(f, root.Span)
}

// place is a value on the way along a path, with its entry if it is a map's.
type place struct {
	entry *model.Entry
	value *model.Value
}

// follow returns the places from root along the path as far as it exists, root first, and
// whether it exists to its end.
func follow(root *model.Value, path []any) (way []place, found bool) {
	at := place{value: root}
	way = append(way, at)
	for _, step := range path {
		next, ok := at.step(step)
		if !ok {
			return way, false
		}
		at = next
		way = append(way, at)
	}
	return way, true
}

func (p place) step(step any) (place, bool) {
	switch s := step.(type) {
	case string:
		if e := entry(p.value, s); e != nil {
			return place{entry: e, value: e.Value}, true
		}
	case int: // an item of a list, or an argument of a call
		if s >= 0 && s < len(p.value.Items) {
			return place{value: p.value.Items[s]}, true
		}
	}
	return place{}, false
}

// entry is Value.Entry, and finds templated keys by their expression as well.
func entry(v *model.Value, key string) *model.Entry {
	if e := v.Entry(key); e != nil || v.Kind != model.Map {
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

// isBlockOf says whether the value is a block of Terraform, whose Props are its header.
func isBlockOf(doc *model.Document, v *model.Value) bool {
	return doc.Syntax == model.HCL && isBlock(v)
}

// isCall says whether the value is a call of a function, whose Items are the arguments.
func isCall(v *model.Value) bool { return v.Kind == model.Unknown && len(v.Items) > 0 }

func (p place) in(doc *model.Document) model.Span {
	if isBlockOf(doc, p.value) {
		return p.value.Props
	}
	return p.span(doc.File)
}

func (p place) span(f *model.File) model.Span {
	if p.entry != nil {
		key := p.entry.Key.Span
		whole := model.Span{Start: key.Start, End: p.value.Span.End}
		if p.value.Alias == "" && isLeaf(p.value) && whole.Contains(key) && oneLine(f, whole) {
			return whole
		}
		return key
	}
	if p.value.Kind == model.Map && p.value.Style == model.Block && len(p.value.Entries) > 0 {
		first := p.value.Entries[0]
		return place{entry: first, value: first.Value}.span(f)
	}
	return firstLine(f, p.value.Span)
}

// isLeaf says whether nothing stands below the value: a scalar, a template, a written null.
func isLeaf(v *model.Value) bool {
	return v.IsScalar() || (v.Kind == model.Unknown || v.Kind == model.Null) && !v.Span.Empty()
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

// location gives a span its positions.
func location(f *model.File, s model.Span) Location {
	return Location{File: f.Path, Span: s, Start: f.Position(s.Start), End: f.Position(s.End)}
}
