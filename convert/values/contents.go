package values

import (
	"slices"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// Contents are the entries that templates write into an open map, with each of the values that the repository has.
type Contents struct {
	Maps []*model.Value

	known Known
}

// Contents returns the entries that templates write into an open map of the object as it is written. ok is false if they are unknown, and with
// --strict.
func (f *Finder) Contents(path []any) (c Contents, ok bool) {
	m := f.object.Before.Get(path...)
	if !m.IsMap() || slices.ContainsFunc(m.Entries, func(e *model.Entry) bool { return e.Key.Kind == model.Unknown || e.IsMerge() }) {
		return Contents{}, false
	}
	if len(charts.WritersOf(f.object.Res.Document, m)) == 0 {
		return f.onlyLists(m)
	}
	k, isKnown := f.Known(m)
	if !isKnown {
		return Contents{}, false
	}
	for _, v := range k.Values {
		if v.Kind != model.Map && v.Kind != model.Null {
			return Contents{}, false
		}
		added := model.NewMap()
		for _, e := range v.Entries {
			isWritten := m.Entry(e.Key.Text) != nil
			switch {
			case e.IsMerge() || isWritten && f.inChart():
				return Contents{}, false // which of the two counts
			case !isWritten: // Terraform's values are those of the whole map
				added.Entries = append(added.Entries, e)
			}
		}
		c.Maps = append(c.Maps, added)
	}
	c.known = k
	return c, true
}

// onlyLists returns no contents of a map that is open only because templates below keys of it, in the same column, may write more keys: they write
// lists.
func (f *Finder) onlyLists(m *model.Value) (c Contents, ok bool) {
	for _, l := range f.ListsInColumn(m) {
		if !l.isKnown {
			return Contents{}, false
		}
		c.Maps = append(c.Maps, model.NewMap())
		c.known.merge(l.known)
	}
	return c, len(c.Maps) > 0
}

// ListInColumn is an entry of an open map below whose key templates write lines, which may be in the same column as the key. The lines are items of a
// list, or further entries of the map.
type ListInColumn struct {
	Key     string
	Text    string // the template, for messages
	known   Known
	isKnown bool // they are items
}

// ListsInColumn returns such entries of a map of the object; none if templates certainly write entries of the map.
func (f *Finder) ListsInColumn(m *model.Value) (lists []ListInColumn) {
	doc := f.object.Res.Document
	if len(charts.WritersOf(doc, m)) > 0 {
		return nil
	}
	for _, e := range m.Entries {
		isWritten := e.Value.Kind == model.Unknown && e.Value.Style == model.None
		isExtended := e.Value.Kind == model.List && e.Value.Style == model.Block && e.Value.Open
		if !isWritten && !isExtended || !inColumnOf(doc, e) {
			continue
		}
		k, isKnown := f.writtenInto(e.Value)
		isKnown = isKnown && k.All(func(v *model.Value) bool { return v.Kind == model.List })
		lists = append(lists, ListInColumn{e.Key.Text, TemplateText(doc, e.Value), k, isKnown})
	}
	return lists
}

// inColumnOf reports whether a template writes lines below an entry that begin in the column of its key.
func inColumnOf(doc *model.Document, e *model.Entry) bool {
	column := e.Key.Span.Start - doc.File.LineStart(e.Key.Span.Start)
	return slices.ContainsFunc(doc.Contents, func(c model.Content) bool {
		return c.Owner.Span == e.Value.Span && c.Owner.Kind == e.Value.Kind && c.Column == column
	})
}

// Assume notes that the templates write items.
func (l ListInColumn) Assume(r record.Reporter, path []any) {
	l.known.Assume(r, path, "%s writes items of %s, and no other fields", l.Text, l.Key)
}

// writtenInto is Known for what templates write below a key. A value that the templates of a chart write as it is need not be rendered: a condition
// may leave it out where it is empty.
func (f *Finder) writtenInto(v *model.Value) (k Known, ok bool) {
	if f.Strict || !f.inChart() {
		return f.Known(v)
	}
	for _, span := range charts.WritersOf(f.object.Res.Document, v) {
		action, isWritten := charts.WrittenAt(f.object.Source, span)
		sets, complete := f.Charts.ValuesAt(f.object.Source, action.Values)
		if !isWritten || !action.Plain || !complete {
			return f.Known(v)
		}
		for _, set := range sets {
			k.add(set.Value, record.Place{File: set.File, Line: set.Line})
		}
	}
	k.published = !f.Charts.IsInstalled(f.object.Source)
	return k, len(k.Values) > 0
}

// Has reports whether templates write an entry with one of the values.
func (c Contents) Has(key string) bool {
	return slices.ContainsFunc(c.Maps, func(m *model.Value) bool { return m.Entry(key) != nil })
}

// Assume notes a fact about the entries that templates write.
func (c Contents) Assume(r record.Reporter, path []any, format string, args ...any) {
	c.known.Assume(r, path, format, args...)
}
