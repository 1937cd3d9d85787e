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

// onlyLists returns no contents of a map that is open only because templates below keys of it, in the same column, may write more keys: they write lists.
func (f *Finder) onlyLists(m *model.Value) (c Contents, ok bool) {
	for _, e := range m.Entries {
		if e.Value.Kind != model.Unknown || e.Value.Style != model.None {
			continue
		}
		k, isKnown := f.Known(e.Value)
		if !isKnown || !k.All(func(v *model.Value) bool { return v.Kind == model.List }) {
			return Contents{}, false
		}
		for i, v := range k.Values {
			c.Maps = append(c.Maps, model.NewMap())
			c.known.add(v, k.Places[min(i, len(k.Places)-1)])
		}
		c.known.published = c.known.published || k.published
	}
	return c, len(c.Maps) > 0
}

// Has reports whether templates write an entry with one of the values.
func (c Contents) Has(key string) bool {
	return slices.ContainsFunc(c.Maps, func(m *model.Value) bool { return m.Entry(key) != nil })
}

// Assume notes a fact about the entries that templates write.
func (c Contents) Assume(r record.Reporter, path []any, format string, args ...any) {
	c.known.Assume(r, path, format, args...)
}
