package convert

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// object is one object under conversion: what is to be done to it, and said about it. A conversion takes one or more steps,
// from one version of the API to the next: paths are those of the object as the steps before this one have left it, without
// the path of the object in its document.
type object struct {
	*Converter
	id
	seen      *survey         // of the run; while the files are read for the first time, of this file so far
	res       *model.Resource // Value is what the steps so far have made of it; what they left alone still has its Span
	name      string          // "Provisioner default"
	before    *model.Value    // the object as it is written
	source    *model.File     // that it stands in, with all branches of its templates
	done      []edit.Op       // of the steps before this one
	early     []edit.Op       // deletions, done before ops: nothing moves over what they remove
	ops       []edit.Op
	notes     []note
	held      bool            // a note is a decision that holds the object back on --write
	outer     *object         // the object in a text of which this one is written; nil: it is in none
	inValues  bool            // its spec stands in values, and the rest of it in a template
	elsewhere map[string]bool // the places that are converted in another way: specs of objects in values, patches
	permitted bool            // it has been said what else policies of the new API allow
	never     bool            // the alpha API refuses the object, so that no template that works comes to it

	// What is added beside the object: a YAML document behind its own, an item behind it in a List.
	copies [][]edit.Op // copies of the object, each with what is done to it; paths are those of the object before the conversion
	class  *object     // that the provider of a Provisioner becomes; nil: none. It takes each step right after this one

	madeOf *origin // for a new object: what it is made of

	taken    *takenBranches // of a variant: the branches of the blocks in it, nil for none
	lacks    []func()       // of a variant: decide about what it lacks, if all others lack something too
	branched *branched      // instead of ops, where templates decide about lines of the object
}

// origin is a part of an object that becomes an object of its own.
type origin struct {
	of     *object
	path   []any // spec.provider
	offset int   // where it is written
}

func newObject(c *Converter, res *model.Resource) *object {
	return &object{Converter: c, res: res, before: res.Value, source: res.Document.File, name: objectName(res)}
}

func objectName(res *model.Resource) string {
	return strings.TrimSpace(cmp.Or(res.Kind, "object") + " " + shownName(res))
}

// filePath returns the path of the file that the object is in, also through texts.
func (o *object) filePath() string {
	for o.outer != nil {
		o = o.outer
	}
	return o.res.Document.File.Path
}

// nesting returns how many texts the object is in.
func (o *object) nesting() (count int) {
	for ; o.outer != nil; o = o.outer {
		count++
	}
	return count
}

// all returns everything that is to be done to the object, in order.
func (o *object) all() []edit.Op { return slices.Concat(o.done, o.early, o.ops) }

// plan returns everything that is to be done, for the document.
func (o *object) plan() []edit.Op { return below(o.res.Path, o.all()) }

// below returns the Ops with paths that start at the root of what holds their tree at path.
func below(path []any, ops []edit.Op) []edit.Op {
	if len(path) == 0 {
		return ops
	}
	moved := slices.Clone(ops)
	for i := range moved {
		moved[i].Path = at(path, moved[i].Path...)
		if moved[i].To != nil {
			moved[i].To = at(path, moved[i].To...)
		}
	}
	return moved
}

// next ends a step: the object is what the Ops of the step make of it, and paths are those of that.
func (o *object) next() error {
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

func (o *object) do(op edit.Op) { o.ops = append(o.ops, op) }

func (o *object) set(path []any, v *model.Value) { o.do(edit.Op{Do: edit.Set, Path: path, Value: v}) }

func (o *object) rename(path []any, key string) {
	o.do(edit.Op{Do: edit.Rename, Path: path, Key: key})
}

func (o *object) remove(path []any) { o.do(edit.Op{Do: edit.Delete, Path: path}) }

func (o *object) move(path, to []any) { o.do(edit.Op{Do: edit.Move, Path: path, To: to}) }

func (o *object) insert(path []any, index int, v *model.Value) {
	o.do(edit.Op{Do: edit.Insert, Path: path, Index: index, Value: v})
}

// removeFirst removes an entry before anything else is done.
func (o *object) removeFirst(path []any) {
	o.early = append(o.early, edit.Op{Do: edit.Delete, Path: path})
}

// info, warn and decide add a note about the place path. decide holds the object back.
func (o *object) info(path []any, see, format string, args ...any) {
	o.note(Info, path, see, format, args...)
}

func (o *object) warn(path []any, see, format string, args ...any) {
	o.note(Warning, path, see, format, args...)
}

func (o *object) decide(path []any, see, format string, args ...any) {
	o.home().held = true
	o.note(Decision, path, see, format, args...)
}

// note adds a note. What there is to say of a new object is said of what it is made of.
func (o *object) note(level Level, path []any, see, format string, args ...any) {
	in, line := o.home(), o.line(path)
	if o.madeOf != nil {
		below := path
		if len(path) > 0 { // spec, whose place the part takes
			below = path[1:]
		}
		path = at(o.madeOf.path, below...)
	}
	if see == "" {
		see = seeField(in.res, path)
	}
	for i, arg := range args {
		if text, ok := arg.(string); ok && strings.Contains(text, "\n") { // an expression of Terraform may have many lines
			args[i] = shortened(text)
		}
	}
	in.notes = append(in.notes, note{Note: Note{
		File: in.res.Document.File.Path, Line: line, Object: in.name, Path: model.PathText(path),
		Level: level, Message: fmt.Sprintf(format, args...), See: see,
	}, place: path, format: format, args: args})
}

// shortened returns a text of several lines for people, on one line.
func shortened(text string) string {
	if !strings.Contains(text, "\n") {
		return text
	}
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > 60 {
		text = string(runes[:60]) + " …"
	}
	return text
}

// home returns the object of the file that o is or is made of.
func (o *object) home() *object {
	if o.madeOf != nil {
		return o.madeOf.of
	}
	return o
}

// line returns the line of the place path, or of the nearest place above it that is written in the file.
func (o *object) line(path []any) int {
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

func (o *object) lineOf(offset int) int { return o.expanded.Line(o.res.Document.File, offset) }

// get returns the value at a path of the object, or nil where there is none or a null.
func (o *object) get(path ...any) *model.Value {
	v := o.res.Value.Get(path...)
	if v == nil || v.Kind == model.Null {
		return nil
	}
	return v
}

// written returns a scalar's text, a bool or number as its author wrote it.
func (o *object) written(v *model.Value) string {
	if (v.Kind == model.Bool || v.Kind == model.Number) && !v.Span.Empty() && v.Alias == "" {
		return o.res.Document.Text(v.Span)
	}
	return v.Text
}

// at joins paths: steps of a map are strings, of a list ints.
func at(path []any, steps ...any) []any {
	return append(append([]any(nil), path...), steps...)
}

// keys turns "spec.template.spec" into a path.
func keys(dotted string) []any {
	var path []any
	for _, key := range strings.Split(dotted, ".") {
		path = append(path, key)
	}
	return path
}

// setBefore adds an entry in front of another one of its map.
func (o *object) setBefore(path []any, v *model.Value, before string) {
	o.do(edit.Op{Do: edit.Set, Path: path, Value: v, Before: before})
}
