package charts

import (
	"iter"
	"slices"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

// unread is a value whose only reader is a field that the conversion drops.
type unread struct {
	template *model.File
	path     []any // without Values
}

// AddUnread records that the conversion drops a field of an object, which a template may fill with a value.
func (c *Charts) AddUnread(template *model.File, object *model.Resource, field []any) {
	v := object.Value.Get(field...)
	if v == nil || v.Kind != model.Unknown {
		return
	}
	if a, ok := writtenAs(template, object.Document, v); ok && isChartValue(a.Values) {
		c.unread = append(c.unread, unread{template, a.Values[1:]})
	}
}

// keepUnread removes the values that other parts of their charts' templates read too.
func (c *Charts) keepUnread(files []*model.File) {
	reads := map[string][]valueRead{} // by directory of the chart
	c.unread = slices.DeleteFunc(c.unread, func(u unread) bool {
		dir := helm.ChartOf(u.template.Path)
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

// UnreadIn yields the places of values in a file that nothing reads after the conversion, each with the template that read it before.
func (c *Charts) UnreadIn(file string) iter.Seq2[[]any, string] {
	return func(yield func([]any, string) bool) {
		for _, u := range c.unread {
			for p := range c.places(helm.ChartOf(u.template.Path), u.path) {
				if p.File == file && p.isSet() && !yield(p.Path, u.template.Path) {
					return
				}
			}
		}
	}
}
