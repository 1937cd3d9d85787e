package yaml

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/model"
)

// openCollections marks the collections to which a template alone on its line adds entries or items. A key without a value gets the
// template below it as its value. It returns the templates with their owners. It may change the tree, because the parser has not
// returned it yet.
func (m *masked) openCollections(root *model.Value, s model.Span) []model.Content {
	if len(m.templates) == 0 || root == nil {
		return nil
	}
	openUnknownKeys(root)
	m.contents, m.texts = nil, map[*model.Value][]string{}
	for _, c := range m.content {
		if s.Contains(c.span) {
			m.add(root, c)
		}
	}
	for v, texts := range m.texts {
		v.Text = strings.Join(texts, "\n")
	}
	return m.contents
}

// openUnknownKeys marks maps with a templated key as open, because that may be any key.
func openUnknownKeys(v *model.Value) {
	if v.Alias() != "" {
		return
	}
	v.Open = v.Open || slices.ContainsFunc(v.Entries, func(e *model.Entry) bool { return e.Key.Kind == model.Unknown })
	for _, child := range v.Children() {
		openUnknownKeys(child)
	}
}

// add finds the collection to which c adds entries, by position and indentation, and records that.
func (m *masked) add(v *model.Value, c contentLine) {
	if v.Alias() != "" {
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
	var inner *model.Value
	if item := itemBefore(v, c); item != nil {
		inner = item
	} else if e := entryBefore(v, c); e != nil {
		inner = e.Value
	}
	if inner != nil && inner.Span.Contains(c.span) {
		m.add(inner, c)
		return
	}
	m.give(v, c)
}

// entryBefore returns the last entry of v that starts before c, or nil.
func entryBefore(v *model.Value, c contentLine) *model.Entry {
	n := sort.Search(len(v.Entries), func(i int) bool { return v.Entries[i].Key.Span.Start > c.span.Start })
	if n == 0 {
		return nil
	}
	return v.Entries[n-1]
}

// itemBefore returns the last item of v that starts before c, or nil.
func itemBefore(v *model.Value, c contentLine) *model.Value {
	n := sort.Search(len(v.Items), func(i int) bool { return v.Items[i].Span.Start > c.span.Start })
	if n == 0 {
		return nil
	}
	return v.Items[n-1]
}

func (m *masked) addToMap(v *model.Value, c contentLine) {
	e := entryBefore(v, c)
	if e != nil && e.Value.Style == model.Flow && e.Value.Span.Contains(c.span) {
		m.add(e.Value, c)
		return
	}
	column := m.column(v.Entries[0].Key.Span.Start)
	if e == nil || c.indent < column {
		m.give(v, c)
		return
	}
	inner := e.Value
	absent := inner.Kind == model.Null && inner.Style == model.None && inner.Props().Empty()
	templated := inner.Kind == model.Unknown && inner.Style == model.None // its value consists of template lines only
	if c.indent == column {
		// The items of a list may be in the same column as its key.
		if !absent && (!isBlockList(inner) || m.column(int(inner.Items[0].Dash)) != column) {
			m.give(v, c)
			return
		}
		v.Open = true
	}
	switch {
	case absent, templated:
		m.give(inner, c)
	case isBlockList(inner) || inner.Kind == model.Map && inner.Style == model.Block:
		m.add(inner, c)
	case !inner.Span.Contains(c.span):
		m.give(v, c)
	}
}

// give records that c writes entries or items of v, or the whole value.
func (m *masked) give(v *model.Value, c contentLine) {
	text := string(m.source[c.span.Start:c.span.End])
	before := bytes.TrimRight(bytes.TrimRight(bytes.TrimRight(m.source[:c.span.Start], " \t"), "#"), " \t")
	isFirst := len(before) == 0 || before[len(before)-1] == '\n' // on its line
	m.contents = append(m.contents, model.Content{Span: c.span, Owner: v, Alone: isFirst, Column: c.indent})
	switch {
	case v.Kind == model.Map || v.Kind == model.List:
		v.Open = true
	case v.Kind == model.Null:
		v.Kind = model.Unknown
		m.texts[v] = []string{text}
	case v.Kind == model.Unknown && v.Style == model.None:
		// A second template line adds to the value of the first.
		if m.texts[v] == nil {
			m.texts[v] = []string{v.Text}
		}
		m.texts[v] = append(m.texts[v], text)
	}
}

func (m *masked) addToList(v *model.Value, c contentLine) {
	n := sort.Search(len(v.Items), func(i int) bool { return int(v.Items[i].Dash) > c.span.Start })
	if n == 0 || c.indent <= m.column(int(v.Items[0].Dash)) {
		m.give(v, c)
		return
	}
	item := v.Items[n-1]
	if item.Kind != model.List && item.Kind != model.Map {
		m.give(v, c)
		return
	}
	m.add(item, c)
}

func isBlockList(v *model.Value) bool { return v.Kind == model.List && v.Style == model.Block }

// column returns the 0-based column of an offset, in bytes, because only blanks precede a key.
func (m *masked) column(i int) int {
	start := i
	for start > 0 && m.source[start-1] != '\n' {
		start--
	}
	if start == 0 {
		start = len(bom(m.source))
	}
	return i - start
}
