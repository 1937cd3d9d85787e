package yaml

import (
	"github.com/karplint/karplint/model"
)

// openCollections marks the collections that a template alone on its line adds to, and gives
// keys without a value the template below them. It changes only a tree under construction.
func (m *masked) openCollections(root *model.Value, s model.Span) {
	openUnknownKeys(root)
	for _, c := range m.content {
		if s.Contains(c.span) && root != nil {
			m.add(root, c)
		}
	}
}

// openUnknownKeys opens the maps with a templated key: it may be any key.
func openUnknownKeys(v *model.Value) {
	if v == nil || v.Alias != "" {
		return
	}
	for _, item := range v.Items {
		openUnknownKeys(item)
	}
	for _, e := range v.Entries {
		v.Open = v.Open || e.Key.Kind == model.Unknown
		openUnknownKeys(e.Value)
	}
}

// add finds the collection that what c writes belongs to, by place and indentation.
func (m *masked) add(v *model.Value, c contentLine) {
	if v.Alias != "" {
		return
	}
	switch {
	case v.Style == model.Flow:
		m.addToFlow(v, c)
	case v.Kind == model.Map:
		m.addToMap(v, c)
	case v.Kind == model.List:
		m.addToList(v, c)
	}
}

func (m *masked) addToFlow(v *model.Value, c contentLine) {
	for _, item := range v.Items {
		if item.Span.Contains(c.span) {
			m.add(item, c)
			return
		}
	}
	for _, e := range v.Entries {
		if e.Value.Span.Contains(c.span) {
			m.add(e.Value, c)
			return
		}
	}
	v.Open = v.Kind == model.Map || v.Kind == model.List
}

func (m *masked) addToMap(v *model.Value, c contentLine) {
	var e *model.Entry
	for _, next := range v.Entries {
		if next.Key.Span.Start > c.span.Start {
			break
		}
		e = next
	}
	if e != nil && isFlow(e.Value) && e.Value.Span.Contains(c.span) {
		m.add(e.Value, c)
		return
	}
	column := m.column(v.Entries[0].Key.Span.Start)
	if e == nil || c.indent < column {
		v.Open = true
		return
	}
	inner := e.Value
	absent := inner.Kind == model.Null && inner.Style == model.None && inner.Props.Empty()
	if c.indent == column {
		v.Open = true
		// The items of a list may stand in the column of its key.
		if !absent && (!isBlockList(inner) || m.column(inner.Items[0].Dash) != column) {
			return
		}
	}
	switch {
	case absent:
		inner.Kind, inner.Text = model.Unknown, string(m.source[c.span.Start:c.span.End])
	case isBlockList(inner) || inner.Kind == model.Map && inner.Style == model.Block:
		m.add(inner, c)
	case inner.Kind == model.Unknown && inner.Style == model.None:
		// A second template adds to what the first one wrote.
		inner.Text += "\n" + string(m.source[c.span.Start:c.span.End])
	case !inner.Span.Contains(c.span):
		v.Open = true
	}
}

func (m *masked) addToList(v *model.Value, c contentLine) {
	item := v.Items[0]
	for _, next := range v.Items {
		if next.Dash > c.span.Start {
			break
		}
		item = next
	}
	inner := item.Kind == model.List || item.Kind == model.Map
	if c.indent <= m.column(v.Items[0].Dash) || item.Dash > c.span.Start || !inner {
		v.Open = true
		return
	}
	m.add(item, c)
}

func isFlow(v *model.Value) bool { return v.Style == model.Flow }

func isBlockList(v *model.Value) bool { return v.Kind == model.List && v.Style == model.Block }

// column returns the 0-based column of an offset, in bytes: what stands before a key is blank.
func (m *masked) column(i int) int {
	start := i
	for start > 0 && m.source[start-1] != '\n' {
		start--
	}
	return i - start
}
