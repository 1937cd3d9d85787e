// Package record records the result of a conversion for an object: the changes, and the notes for a person.
package record

import (
	"cmp"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/model"
)

// Object is an object under conversion. A conversion has one or more steps, each from one version of the API to the next. Paths
// start at the object, and refer to its tree as the earlier steps left it.
type Object struct {
	Res    *model.Resource // after the earlier steps; unchanged values keep their Span
	Name   string          // "Provisioner default"
	Before *model.Value    // the object as its author wrote it
	Source *model.File     // the file, with all branches of its templates
	Never  bool            // no working template renders the object, because the alpha API rejects it
	MadeOf *Origin         // for a new object: the part of another one that it is made of

	// Twin are the Ops that make of the original object the one to add beside it; nil if there is none.
	Twin []edit.Op

	claimed map[string]bool // see Claim

	earlier []edit.Op // Ops of the earlier steps
	early   []edit.Op // deletions that run before Ops, so that nothing is moved onto a removed field
	Ops     []edit.Op
	Notes   []Entry
}

// Origin is a part of an object that becomes a separate object.
type Origin struct {
	Of     *Object
	Path   []any // spec.provider
	Offset int   // where the part is written
}

// New returns an object without changes.
func New(res *model.Resource) *Object {
	return &Object{Res: res, Before: res.Value, Source: res.Document.File, Name: NameOf(res)}
}

// InText returns the object res, which is written in a text of o. Its notes carry the name of o.
func (o *Object) InText(res *model.Resource) *Object {
	inner := New(res)
	inner.Name = o.Name
	return inner
}

// NewPart returns the object res, which is made of a part of o.
func (o *Object) NewPart(res *model.Resource, origin *Origin) *Object {
	part := New(res)
	part.MadeOf = origin
	return part
}

// NameOf returns the name of an object for messages: "Provisioner default".
func NameOf(res *model.Resource) string {
	return strings.TrimSpace(cmp.Or(res.Kind, "object") + " " + ShownName(res))
}

// ShownName returns the name of an object, or the template that writes it.
func ShownName(res *model.Resource) string {
	if v := res.Value.Get("metadata", "name"); v != nil && v.Kind == model.Unknown {
		return model.Name(v.Text)
	}
	return res.Name
}

// All returns the Ops of all steps, in order.
func (o *Object) All() []edit.Op { return slices.Concat(o.earlier, o.early, o.Ops) }

// Plan returns the Ops of all steps, with paths from the root of the document.
func (o *Object) Plan() []edit.Op { return PrefixPaths(o.Res.Path, o.All()) }

// PrefixPaths returns the Ops with path in front of their paths.
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

// Next ends a step: it applies the Ops of the step, and later paths refer to the result.
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

// Do adds an Op to the current step.
func (o *Object) Do(op edit.Op) { o.Ops = append(o.Ops, op) }

// Set writes a value.
func (o *Object) Set(path []any, v *model.Value) { o.Do(edit.Op{Do: edit.Set, Path: path, Value: v}) }

// Rename renames the key of an entry.
func (o *Object) Rename(path []any, key string) {
	o.Do(edit.Op{Do: edit.Rename, Path: path, Key: key})
}

// Remove deletes an entry or item.
func (o *Object) Remove(path []any) { o.Do(edit.Op{Do: edit.Delete, Path: path}) }

// Move moves an entry.
func (o *Object) Move(path, to []any) { o.Do(edit.Op{Do: edit.Move, Path: path, To: to}) }

// Insert adds an item to a list; index -1 means its end.
func (o *Object) Insert(path []any, index int, v *model.Value) {
	o.Do(edit.Op{Do: edit.Insert, Path: path, Index: index, Value: v})
}

// RemoveFirst deletes an entry before all other Ops of the step.
func (o *Object) RemoveFirst(path []any) {
	o.early = append(o.early, edit.Op{Do: edit.Delete, Path: path})
}

// Original returns the object that is written in the file: o, or the object that o is made of.
func (o *Object) Original() *Object {
	if o.MadeOf != nil {
		return o.MadeOf.Of
	}
	return o
}

// Line returns the line of the value at path, or of the nearest one above it that the file contains.
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
			if o.MadeOf == nil || i > 0 { // the spec of a new object is not in the file
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
				offset = int(v.Dash)
			}
		}
	}
	return o.LineOf(offset)
}

// LineOf returns the line of an offset in the original file.
func (o *Object) LineOf(offset int) int { return o.Res.Document.File.Position(offset).Line }

// Get returns the value at a path, or nil if it is absent or null.
func (o *Object) Get(path ...any) *model.Value {
	v := o.Res.Value.Get(path...)
	if v == nil || v.Kind == model.Null {
		return nil
	}
	return v
}

// Written returns the text of a scalar. A bool or number is as its author wrote it.
func (o *Object) Written(v *model.Value) string {
	isWritten := !v.Span.Empty() && v.Alias() == ""
	if isWritten && (v.Kind == model.Bool || v.Kind == model.Number) {
		return o.Res.Document.Text(v.Span)
	}
	return v.Text
}

// Claim marks a place whose fields are not converted one by one, because something else converts it: the spec of an object in
// values, a patch.
func (o *Object) Claim(place []any) {
	if o.claimed == nil {
		o.claimed = map[string]bool{}
	}
	o.claimed[model.PathText(place)] = true
}

// IsClaimed reports whether Claim has marked the place.
func (o *Object) IsClaimed(place []any) bool { return o.claimed[model.PathText(place)] }

// SetBefore adds an entry before another one in the same map.
func (o *Object) SetBefore(path []any, v *model.Value, nextKey string) {
	o.Do(edit.Op{Do: edit.Set, Path: path, Value: v, Before: nextKey})
}

// TakeBack removes all changes of the object, and returns them.
func (o *Object) TakeBack() []edit.Op {
	ops := o.All()
	o.earlier, o.early, o.Ops = nil, nil, nil
	return ops
}

// Try runs a part of the conversion. asks reports whether that left a decision to a person; undo takes back what it planned and noted.
func (o *Object) Try(convert func()) (asks bool, undo func()) {
	early, ops, notes := len(o.early), len(o.Ops), len(o.Original().Notes)
	convert()
	asks = slices.ContainsFunc(o.Original().Notes[notes:], func(n Entry) bool { return n.Level == Decision })
	return asks, func() {
		home := o.Original()
		o.early, o.Ops, home.Notes = o.early[:early], o.Ops[:ops], home.Notes[:notes]
	}
}

// CopyInstead keeps the object as it is, and makes its changes in a twin beside it. If there are no changes there is no twin.
func (o *Object) CopyInstead() {
	if len(o.All()) > 0 {
		o.Twin = o.TakeBack()
	}
}

// Again reports whether an earlier step has converted the object. That step reported its mistakes, and left the fields that it
// could not convert in place.
func (o *Object) Again() bool { return len(o.earlier) > 0 }
