package lint

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
)

// inSet gives an op about a value of a chart that an entry of set has, {name = "a.b", value = …}, what it does there: what moves or
// renames the value writes the name, and what deletes it deletes the entry. It is not ok for all that is written otherwise.
func (v *evaluatedView) inSet(op *opReport) (anchor, bool) {
	at, steps, ok := v.setName(op.Path)
	if !ok {
		return anchor{}, false
	}
	values := op.Path[:len(op.Path)-len(steps)]
	switch op.Do {
	case edit.Delete:
		op.Path = at.path[:len(at.path)-1]
		return at, true
	case edit.Rename:
		steps[len(steps)-1] = op.Key
	case edit.Move:
		if len(op.To) <= len(values) || !slices.Equal(op.To[:len(values)], values) {
			return anchor{}, false
		}
		steps = op.To[len(values):]
	default:
		return anchor{}, false
	}
	op.Op = edit.Op{Do: edit.Set, Path: at.path, Value: model.NewString(project.SetKey(steps))}
	return at, true
}

// setName finds the name by which the value at the path, and nothing else, is set, and the steps that it names.
func (v *evaluatedView) setName(path []any) (at anchor, steps []any, ok bool) {
	way, found := follow(v.value, path)
	if !found || len(path) == 0 {
		return at, nil, false
	}
	e := way[len(way)-1].entry
	if e == nil || e.Key.Span.Empty() {
		return at, nil, false
	}
	at, err := v.literal(e.Key)
	if err != nil || len(at.path) == 0 || at.path[len(at.path)-1] != any("name") {
		return at, nil, false
	}
	named, found := follow(at.page.doc.Root, at.path)
	name := named[len(named)-1].value
	if !found || name.Kind != model.String {
		return at, nil, false
	}
	steps, ok = project.ParseSetKey(name.Text)
	return at, steps, ok && len(steps) < len(path) && slices.Equal(steps, path[len(path)-len(steps):])
}

// nearName is the place of the value at the path, or, where an entry of set sets it and it is not written close to its name, the place of
// the name: the value comes from elsewhere then.
func (v *evaluatedView) nearName(path []any, s site) site {
	at, _, ok := v.setName(path)
	if !ok {
		return s
	}
	doc := at.page.doc
	named := site{doc.File, locate(doc, doc.Root, at.path)}
	from, to := named.location(), s.location()
	if from.File == to.File && distance(from.Start.Line, to.Start.Line) <= nearLines {
		return s
	}
	return named
}
