package lint

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// inSet gives an op about a value of a chart that an entry of set has, {name = "a.b", value = …}, or one of Flux's valuesFrom by its
// targetPath, what it does there: what moves or renames the value writes the name, and what deletes it deletes the entry. It is not ok for
// all that is written otherwise.
func (v *evaluatedView) inSet(op *rule.OpReport) (anchor, bool) {
	at, steps, below, ok := v.setBelow(op.Path)
	if !ok {
		return anchor{}, false
	}
	own := steps[:len(steps)-below]
	values := op.Path[:len(op.Path)-len(own)]
	switch op.Do {
	case edit.Delete:
		op.Path = at.path[:len(at.path)-1]
		return at, true
	case edit.Rename:
		own[len(own)-1] = op.Key
	case edit.Move:
		if len(op.To) <= len(values) || !slices.Equal(op.To[:len(values)], values) {
			return anchor{}, false
		}
		steps = slices.Concat(op.To[len(values):], steps[len(own):])
	default:
		return anchor{}, false
	}
	op.Op = edit.Op{Do: edit.Set, Path: at.path, Value: model.NewString(helm.SetKey(steps))}
	return at, true
}

// insertInSet returns the steps that insert a map of strings into a list whose items entries of set have, tolerations[0].key: an entry
// for each key, behind those of the list, at the end of which the item goes wherever it was to stand, since the entries number the others.
// There are none for what is written otherwise.
func (v *evaluatedView) insertInSet(op *rule.OpReport) []step {
	way, found := follow(v.value, op.Path)
	if op.Do != edit.Insert || !found || op.Value.Kind != model.Map || op.Note != "" {
		return nil
	}
	list := way[len(way)-1].value
	if list.Kind != model.List {
		return nil
	}
	at, named, ok := v.lastOf(list, op.Path)
	if !ok {
		return nil
	}
	n := len(at.path) - 2 // the set, the index of the entry, name
	index, ok := at.path[n].(int)
	if !ok {
		return nil
	}
	var steps []step
	for _, e := range op.Value.Entries {
		if e.Value.Kind != model.String {
			return nil
		}
		index++
		name := helm.SetKey(slices.Concat(named, []any{len(list.Items), e.Key.Text}))
		steps = append(steps, step{page: at.page, shared: at.shared, op: rule.OpReport{Op: edit.Op{
			Do: edit.Insert, Path: at.path[:n], Index: index,
			Value: model.NewMap(model.NewEntry("name", model.NewString(name)), model.NewEntry("value", model.NewString(e.Value.Text))),
		}}})
	}
	return steps
}

// lastOf returns the name of the last entry of set about the list at the path, and the steps by which they name the list. It is not ok
// where something in the list is not set by an entry, or by one of another set.
func (v *evaluatedView) lastOf(list *model.Value, path []any) (last anchor, named []any, ok bool) {
	for i, item := range list.Items {
		if item.Kind != model.Map || len(item.Entries) == 0 {
			return last, nil, false
		}
		for _, e := range item.Entries {
			at, steps, isSet := v.setName(slices.Concat(path, []any{i, e.Key.Text}))
			n := len(at.path) - 2
			if !isSet || len(steps) < 3 || n < 0 || last.page != nil &&
				(last.page != at.page || len(last.path) != len(at.path) || !slices.Equal(last.path[:n], at.path[:n])) {
				return last, nil, false
			}
			index, isIndex := at.path[n].(int)
			if !isIndex {
				return last, nil, false
			}
			if last.page == nil || index > last.path[n].(int) {
				at.shared = at.shared || last.shared
				last = at
			}
			named = steps[:len(steps)-2]
		}
	}
	return last, named, last.page != nil
}

// setBelow finds the name by which the value at the path, or the only thing that stands in it, is set, and the steps that it names, of which
// below lead further than the path.
func (v *evaluatedView) setBelow(path []any) (at anchor, steps []any, below int, ok bool) {
	at, steps, ok = v.namedSteps(path)
	if !ok {
		return at, nil, 0, false
	}
	for n := min(len(steps), len(path)-1); n > 0; n-- {
		if slices.Equal(steps[:n], path[len(path)-n:]) {
			return at, steps, len(steps) - n, true
		}
	}
	return at, nil, 0, false
}

// setName finds the name by which the value at the path, and nothing else, is set, and the steps that it names.
func (v *evaluatedView) setName(path []any) (at anchor, steps []any, ok bool) {
	at, steps, ok = v.namedSteps(path)
	return at, steps, ok && len(steps) < len(path) && slices.Equal(steps, path[len(path)-len(steps):])
}

// namedSteps returns the name that the key at the path comes from, and the steps that it names.
func (v *evaluatedView) namedSteps(path []any) (at anchor, steps []any, ok bool) {
	way, found := follow(v.value, path)
	if !found || len(path) == 0 {
		return at, nil, false
	}
	e := way[len(way)-1].entry
	if e == nil || e.Key.Span.Empty() {
		return at, nil, false
	}
	at, err := v.literal(e.Key)
	if err != nil || len(at.path) == 0 || !slices.Contains([]any{"name", "targetPath"}, at.path[len(at.path)-1]) {
		return at, nil, false
	}
	named, found := follow(at.page.doc.Root, at.path)
	name := named[len(named)-1].value
	if !found || name.Kind != model.String {
		return at, nil, false
	}
	steps, ok = helm.ParseSetKey(name.Text)
	return at, steps, ok
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
