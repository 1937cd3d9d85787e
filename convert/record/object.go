// Package record records the conversion of an object: the changes to it, and the notes for a person.
package record

import (
	"cmp"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/model"
)

// Object is an object under conversion, with its changes and notes. A conversion takes one or more steps,
// from one version of the API to the next: paths are those of the object as the steps before this one have left it, without
// the path of the object in its document.
type Object struct {
	Res    *model.Resource // after the earlier steps; unchanged values still have their Span
	Name   string          // "Provisioner default"
	Before *model.Value    // the object as it is written
	Source *model.File     // the file, with all branches of its templates
	Never  bool            // the alpha API refuses the object, so that no template that works comes to it
	MadeOf *Origin         // for a new object: the part that it is made of

	// Copies of the object to add beside it, each with what is done to it. Paths are those of the object before the conversion.
	Copies [][]edit.Op

	claimed map[string]bool // see Claim

	earlier []edit.Op // of the steps before this one
	early   []edit.Op // deletions, made before Ops, so that nothing moves over a removed field
	Ops     []edit.Op
	Notes   []Entry

	lineAt func(f *model.File, offset int) int // the line of an offset, in the file as it is written
}

// Origin is a part of an object that becomes an object of its own.
type Origin struct {
	Of     *Object
	Path   []any // spec.provider
	Offset int   // where it is written
}

// New returns an object to which nothing is done yet.
func New(res *model.Resource, lineAt func(f *model.File, offset int) int) *Object {
	return &Object{Res: res, Before: res.Value, Source: res.Document.File, Name: NameOf(res), lineAt: lineAt}
}

// InText returns the object res, which is written in a text of o. Its notes have the name of o.
func (o *Object) InText(res *model.Resource) *Object {
	inner := New(res, o.lineAt)
	inner.Name = o.Name
	return inner
}

// NewPart returns the object res, which a part of o becomes.
func (o *Object) NewPart(res *model.Resource, origin *Origin) *Object {
	part := New(res, o.lineAt)
	part.MadeOf = origin
	return part
}

// NameOf names an object for people: "Provisioner default".
func NameOf(res *model.Resource) string {
	return strings.TrimSpace(cmp.Or(res.Kind, "object") + " " + ShownName(res))
}

// ShownName returns the name of an object, or the template that writes it.
func ShownName(res *model.Resource) string {
	if v := res.Value.Get("metadata", "name"); v != nil && v.Kind == model.Unknown {
		return v.Text
	}
	return res.Name
}

// All returns everything that is to be done to the object, in order.
func (o *Object) All() []edit.Op { return slices.Concat(o.earlier, o.early, o.Ops) }

// Plan returns everything that is to be done, for the document.
func (o *Object) Plan() []edit.Op { return PrefixPaths(o.Res.Path, o.All()) }

// PrefixPaths returns the Ops with paths from the root of a document that contains their tree at path.
func PrefixPaths(path []any, ops []edit.Op) []edit.Op {
	if len(path) == 0 {
		return ops
	}
	moved := slices.Clone(ops)
	for i := range moved {
		moved[i].Path = model.Join(path, moved[i].Path...)
		if moved[i].To != nil {
			moved[i].To = model.Join(path, moved[i].To...)
		}
	}
	return moved
}

// Next ends a step: it makes the Ops of the step, and later paths are those of the result.
func (o *Object) Next() error {
	changed, err := draft.Changed(o.Res.Value, append(o.early, o.Ops...))
	if err != nil {
		return err
	}
	res := *o.Res
	res.Value = changed
	res.APIVersion, res.Kind = changed.Str("apiVersion"), changed.Str("kind")
	o.Res = &res
	o.earlier = o.All()
	o.early, o.Ops = nil, nil
	return nil
}

// Do adds an Op to the step.
func (o *Object) Do(op edit.Op) { o.Ops = append(o.Ops, op) }

// Set writes a value.
func (o *Object) Set(path []any, v *model.Value) { o.Do(edit.Op{Do: edit.Set, Path: path, Value: v}) }

// Rename gives an entry another key.
func (o *Object) Rename(path []any, key string) {
	o.Do(edit.Op{Do: edit.Rename, Path: path, Key: key})
}

// Remove deletes an entry or item.
func (o *Object) Remove(path []any) { o.Do(edit.Op{Do: edit.Delete, Path: path}) }

// Move puts an entry at another place.
func (o *Object) Move(path, to []any) { o.Do(edit.Op{Do: edit.Move, Path: path, To: to}) }

// Insert adds an item to a list; index -1 is its end.
func (o *Object) Insert(path []any, index int, v *model.Value) {
	o.Do(edit.Op{Do: edit.Insert, Path: path, Index: index, Value: v})
}

// RemoveFirst removes an entry before anything else is done.
func (o *Object) RemoveFirst(path []any) {
	o.early = append(o.early, edit.Op{Do: edit.Delete, Path: path})
}

// Home returns the object of the file that o is or is made of.
func (o *Object) Home() *Object {
	if o.MadeOf != nil {
		return o.MadeOf.Of
	}
	return o
}

// Line returns the line of the place path, or of the nearest place above it that is written in the file.
func (o *Object) Line(path []any) int {
	v := o.Res.Value
	offset := v.Span.Start
	if o.MadeOf != nil {
		offset = o.MadeOf.Offset
	}
	place := func(span model.Span) {
		if !span.Empty() {
			offset = span.Start
		}
	}
	if e := v.Entry("kind"); e != nil {
		place(e.Key.Span)
	}
	for i, step := range path {
		switch s := step.(type) {
		case string:
			e := v.Entry(s)
			if e == nil {
				return o.LineOf(offset)
			}
			if o.MadeOf == nil || i > 0 { // the spec of a new object is not written
				place(e.Value.Span)
				place(e.Key.Span)
			}
			v = e.Value
		case int:
			if v.Kind != model.List || s >= len(v.Items) {
				return o.LineOf(offset)
			}
			v = v.Items[s]
			place(v.Span)
			if v.Dash >= 0 {
				offset = v.Dash
			}
		}
	}
	return o.LineOf(offset)
}

// LineOf returns the line of an offset in the file as it is written.
func (o *Object) LineOf(offset int) int { return o.lineAt(o.Res.Document.File, offset) }

// Get returns the value at a path of the object, or nil where there is none or a null.
func (o *Object) Get(path ...any) *model.Value {
	v := o.Res.Value.Get(path...)
	if v == nil || v.Kind == model.Null {
		return nil
	}
	return v
}

// Written returns a scalar's text, a bool or number as its author wrote it.
func (o *Object) Written(v *model.Value) string {
	isWritten := !v.Span.Empty() && v.Alias == ""
	if isWritten && (v.Kind == model.Bool || v.Kind == model.Number) {
		return o.Res.Document.Text(v.Span)
	}
	return v.Text
}

// Claim marks a place that is converted in another way than by its own fields: the spec of an object in values, a patch.
func (o *Object) Claim(place []any) {
	if o.claimed == nil {
		o.claimed = map[string]bool{}
	}
	o.claimed[model.PathText(place)] = true
}

// IsClaimed reports whether a place is converted in another way.
func (o *Object) IsClaimed(place []any) bool { return o.claimed[model.PathText(place)] }

// SetBefore adds an entry in front of another one of its map.
func (o *Object) SetBefore(path []any, v *model.Value, nextKey string) {
	o.Do(edit.Op{Do: edit.Set, Path: path, Value: v, Before: nextKey})
}

// TakeBack removes all changes of the object, and returns them.
func (o *Object) TakeBack() []edit.Op {
	ops := o.All()
	o.earlier, o.early, o.Ops = nil, nil, nil
	return ops
}

// CopyInstead leaves the object as it is, and makes its changes to a copy beside it. An object without changes gets no
// copy.
func (o *Object) CopyInstead() {
	if len(o.All()) > 0 {
		o.Copies = append([][]edit.Op{o.TakeBack()}, o.Copies...)
	}
}

// Again reports whether an earlier step has looked at the object. Then that step has reported the mistakes in it, and fields that it could
// not convert are still at their places.
func (o *Object) Again() bool { return len(o.earlier) > 0 }
