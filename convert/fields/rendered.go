package fields

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// renderedAt returns the values that an entry of the object has when its chart is rendered with the values in the repository, whatever templates
// write in it. An entry that a template leaves out does not count. ok is false if other values are possible, and with --strict.
func (o *Object) renderedAt(path []any) (k known, ok bool) {
	part, key := o.partOf(path)
	if key == "" || o.Strict || !o.inChart() {
		return known{}, false
	}
	outputs, complete := o.Charts.Rendered(o.Source, part)
	k.published = !o.Charts.IsInstalled(o.Source)
	indent := strings.Repeat(" ", part.Start-o.Source.LineStart(part.Start))
	for _, output := range outputs {
		value := read(indent+output.Text, model.None)
		if !value.IsMap() {
			return known{}, false
		}
		if v := value.Get(key); v != nil {
			k.add(v, record.Place{File: output.File, Line: output.Line})
		}
	}
	return k, complete && len(k.values) > 0
}

// SameRendered returns the value that an entry of the object has whenever its chart is rendered with the values in the repository, and a function that
// notes this as an assumption. ok is false if there are several values, or others are possible.
func (o *Object) SameRendered(path []any) (value *model.Value, assume func(fact string), ok bool) {
	k, complete := o.renderedAt(path)
	if !complete || !k.all(func(v *model.Value) bool { return model.Equal(v, k.values[0]) }) {
		return nil, nil, false
	}
	return k.values[0], func(fact string) { k.assume(o.See(""), path, "%s", fact) }, true
}

// partOf returns the part of the file that starts with the key of an entry as it is written, and ends before the next entry. key is "" if there is none,
// or it does not start its line.
func (o *Object) partOf(path []any) (part model.Span, key string) {
	holder := o.Before.Get(path[:len(path)-1]...)
	entry := holder.Entry(path[len(path)-1].(string))
	if entry == nil || entry.Key.Kind == model.Unknown || entry.Key.Span.Empty() {
		return model.Span{}, ""
	}
	start := entry.Key.Span.Start
	if len(bytes.TrimSpace(o.Source.Data[o.Source.LineStart(start):start])) > 0 {
		return model.Span{}, ""
	}
	return model.Span{Start: start, End: o.nextKey(start)}, entry.Key.Text
}

// nextKey returns the offset of the first key behind an offset that is indented as far as the key there, or less; else the end of the document.
func (o *Object) nextKey(start int) int {
	column := start - o.Source.LineStart(start)
	end := o.Res.Document.Span.End
	for v := range o.Before.All() {
		for _, e := range v.Entries {
			key := e.Key.Span.Start
			isBehind := !e.Key.Span.Empty() && key > start && key < end
			if isBehind && key-o.Source.LineStart(key) <= column {
				end = key
			}
		}
	}
	return end
}
