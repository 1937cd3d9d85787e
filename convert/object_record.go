package convert

import (
	"cmp"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// recorded is one object under conversion: what is to be done to it, and said about it. A conversion takes one or more steps,
// from one version of the API to the next: paths are those of the object as the steps before this one have left it, without
// the path of the object in its document.
type recorded struct {
	res    *model.Resource // Value is what the steps so far have made of it; what they left alone still has its Span
	name   string          // "Provisioner default"
	before *model.Value    // the object as it is written
	src    *model.File     // that it stands in, with all branches of its templates
	never  bool            // the alpha API refuses the object, so that no template that works comes to it
	madeOf *origin         // for a new object: what it is made of

	done  []edit.Op // of the steps before this one
	early []edit.Op // deletions, done before ops: nothing moves over what they remove
	ops   []edit.Op
	notes []note

	lineAt func(f *model.File, offset int) int // the line of an offset, in the file as it is written
}

// origin is a part of an object that becomes an object of its own.
type origin struct {
	of     *recorded
	path   []any // spec.provider
	offset int   // where it is written
}

// newRecorded returns an object to which nothing is done yet.
func newRecorded(res *model.Resource, lineAt func(f *model.File, offset int) int) *recorded {
	return &recorded{res: res, before: res.Value, src: res.Document.File, name: objectName(res), lineAt: lineAt}
}

// objectName names an object for people: "Provisioner default".
func objectName(res *model.Resource) string {
	return strings.TrimSpace(cmp.Or(res.Kind, "object") + " " + shownName(res))
}

// shownName returns the name of an object, or the template that stands for it.
func shownName(res *model.Resource) string {
	if v := res.Value.Get("metadata", "name"); v != nil && v.Kind == model.Unknown {
		return v.Text
	}
	return res.Name
}

// all returns everything that is to be done to the object, in order.
func (o *recorded) all() []edit.Op { return slices.Concat(o.done, o.early, o.ops) }

// plan returns everything that is to be done, for the document.
func (o *recorded) plan() []edit.Op { return below(o.res.Path, o.all()) }

// below returns the Ops with paths that start at the root of what holds their tree at path.
func below(path []any, ops []edit.Op) []edit.Op {
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

// next ends a step: the object is what the Ops of the step make of it, and paths are those of that.
func (o *recorded) next() error {
	after, err := edit.Changed(o.res.Value, append(o.early, o.ops...))
	if err != nil {
		return err
	}
	res := *o.res
	res.Value = after
	res.APIVersion, res.Kind = after.Str("apiVersion"), after.Str("kind")
	o.res = &res
	o.done = o.all()
	o.early, o.ops = nil, nil
	return nil
}

func (o *recorded) do(op edit.Op) { o.ops = append(o.ops, op) }

func (o *recorded) set(path []any, v *model.Value) { o.do(edit.Op{Do: edit.Set, Path: path, Value: v}) }

func (o *recorded) rename(path []any, key string) {
	o.do(edit.Op{Do: edit.Rename, Path: path, Key: key})
}

func (o *recorded) remove(path []any) { o.do(edit.Op{Do: edit.Delete, Path: path}) }

func (o *recorded) move(path, to []any) { o.do(edit.Op{Do: edit.Move, Path: path, To: to}) }

func (o *recorded) insert(path []any, index int, v *model.Value) {
	o.do(edit.Op{Do: edit.Insert, Path: path, Index: index, Value: v})
}

// removeFirst removes an entry before anything else is done.
func (o *recorded) removeFirst(path []any) {
	o.early = append(o.early, edit.Op{Do: edit.Delete, Path: path})
}

// home returns the object of the file that o is or is made of.
func (o *recorded) home() *recorded {
	if o.madeOf != nil {
		return o.madeOf.of
	}
	return o
}

// line returns the line of the place path, or of the nearest place above it that is written in the file.
func (o *recorded) line(path []any) int {
	v := o.res.Value
	at := v.Span.Start
	if o.madeOf != nil {
		at = o.madeOf.offset
	}
	place := func(span model.Span) {
		if !span.Empty() {
			at = span.Start
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
				return o.lineOf(at)
			}
			if o.madeOf == nil || i > 0 { // the spec of a new object stands nowhere
				place(e.Value.Span)
				place(e.Key.Span)
			}
			v = e.Value
		case int:
			if v.Kind != model.List || s >= len(v.Items) {
				return o.lineOf(at)
			}
			v = v.Items[s]
			place(v.Span)
			if v.Dash >= 0 {
				at = v.Dash
			}
		}
	}
	return o.lineOf(at)
}

func (o *recorded) lineOf(offset int) int { return o.lineAt(o.res.Document.File, offset) }

// get returns the value at a path of the object, or nil where there is none or a null.
func (o *recorded) get(path ...any) *model.Value {
	v := o.res.Value.Get(path...)
	if v == nil || v.Kind == model.Null {
		return nil
	}
	return v
}

// written returns a scalar's text, a bool or number as its author wrote it.
func (o *recorded) written(v *model.Value) string {
	if (v.Kind == model.Bool || v.Kind == model.Number) && !v.Span.Empty() && v.Alias == "" {
		return o.res.Document.Text(v.Span)
	}
	return v.Text
}

// setBefore adds an entry in front of another one of its map.
func (o *recorded) setBefore(path []any, v *model.Value, before string) {
	o.do(edit.Op{Do: edit.Set, Path: path, Value: v, Before: before})
}

// takeBack forgets what is to be done to the object, and returns it.
func (o *recorded) takeBack() []edit.Op {
	ops := o.all()
	o.done, o.early, o.ops = nil, nil, nil
	return ops
}

// again says whether a step before this one has looked at the object. It has said then what is wrong with it, and what it could
// not convert still stands where it stood.
func (o *recorded) again() bool { return len(o.done) > 0 }
