package values

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// renderedAt returns the values that an entry of the object has when its chart is rendered with the values in the repository, whatever templates
// write in it. An entry that a template leaves out does not count. ok is false if other values are possible, and with --strict.
func (f *Finder) renderedAt(path []any) (k Known, ok bool) {
	part, key := f.partOf(path)
	if key == "" || f.Strict || !f.inChart() {
		return Known{}, false
	}
	outputs, complete := f.Charts.Rendered(f.object.Source, part)
	k.published = !f.Charts.IsInstalled(f.object.Source)
	indent := strings.Repeat(" ", part.Start-f.object.Source.LineStart(part.Start))
	for _, output := range outputs {
		value := read(indent+output.Text, model.None)
		if !value.IsMap() {
			return Known{}, false
		}
		if v := value.Get(key); v != nil {
			k.add(v, record.Place{File: output.File, Line: output.Line})
		}
	}
	return k, complete && len(k.Values) > 0
}

// SameRendered returns the value that an entry of the object has whenever its chart is rendered with the values in the repository, and a function
// that notes this as an assumption. ok is false if there are several values, or others are possible.
func (f *Finder) SameRendered(path []any) (value *model.Value, assume func(fact string), ok bool) {
	k, complete := f.renderedAt(path)
	if !complete || !k.All(func(v *model.Value) bool { return model.Equal(v, k.Values[0]) }) {
		return nil, nil, false
	}
	return k.Values[0], func(fact string) { k.Assume(f.object.See(""), path, "%s", fact) }, true
}

// partOf returns the part of the file that starts with the key of an entry as it is written, and ends before the next entry. key is "" if there is
// none, or it does not start its line.
func (f *Finder) partOf(path []any) (part model.Span, key string) {
	holder := f.object.Before.Get(path[:len(path)-1]...)
	entry := holder.Entry(path[len(path)-1].(string))
	if entry == nil || entry.Key.Kind == model.Unknown || entry.Key.Span.Empty() {
		return model.Span{}, ""
	}
	start := entry.Key.Span.Start
	if len(bytes.TrimSpace(f.object.Source.Data[f.object.Source.LineStart(start):start])) > 0 {
		return model.Span{}, ""
	}
	return model.Span{Start: start, End: f.nextKey(start)}, entry.Key.Text
}

// nextKey returns the offset of the first key behind an offset that is indented as far as the key there, or less; else the end of the document.
func (f *Finder) nextKey(start int) int {
	column := start - f.object.Source.LineStart(start)
	end := f.object.Res.Document.Span.End
	for v := range f.object.Before.All() {
		for _, e := range v.Entries {
			key := e.Key.Span.Start
			isBehind := !e.Key.Span.Empty() && key > start && key < end
			if isBehind && key-f.object.Source.LineStart(key) <= column {
				end = key
			}
		}
	}
	return end
}
