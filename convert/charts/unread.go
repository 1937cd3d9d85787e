package charts

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

// Unread is a value whose only reader is a field that the conversion drops.
type Unread struct {
	Template *model.File
	path     []any  // without Values
	text     string // of the field in the template
}

// IsDefault reports whether the template, as it is, makes the same of the value and of none.
func (u Unread) IsDefault(value *model.Value) bool {
	return strings.Contains(u.text, "| default "+strconv.Quote(value.Text))
}

// AddUnread records that the conversion drops a field of an object, which a template may fill with a value.
func (c *Charts) AddUnread(template *model.File, object *model.Resource, field []any) {
	v := object.Value.Get(field...)
	if v == nil || v.Kind != model.Unknown {
		return
	}
	if a, ok := writtenAs(template, object.Document, v); ok && isChartValue(a.Values) {
		c.unread = append(c.unread, Unread{template, a.Values[1:], v.Text})
	}
}

// keepUnread removes the values that other parts of their charts' templates read too.
func (c *Charts) keepUnread(files []*model.File) {
	reads := map[string][]valueRead{} // by directory of the chart
	c.unread = slices.DeleteFunc(c.unread, func(u Unread) bool {
		dir := helm.ChartOf(u.Template.Path)
		if _, cached := reads[dir]; !cached {
			reads[dir] = readsIn(dir, files)
		}
		count := 0
		for _, r := range reads[dir] {
			if r.sees(u.path) {
				count++
			}
		}
		return count != 1
	})
}

// UnreadIn yields the places of values in a file that nothing reads after the conversion, each with its former reader.
func (c *Charts) UnreadIn(file string) iter.Seq2[[]any, Unread] {
	return func(yield func([]any, Unread) bool) {
		for _, u := range c.unread {
			for p := range c.places(helm.ChartOf(u.Template.Path), u.path) {
				if p.File == file && p.isSet() && !yield(p.Path, u) {
					return
				}
			}
		}
	}
}
