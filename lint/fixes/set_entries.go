package fixes

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// inSet gives an op about a value of a chart that an entry of set has, {name = "a.b", value = …}, or one of Flux's valuesFrom by its
// targetPath, what it does there: what moves or renames the value writes the name, and what deletes it deletes the entry. It is not ok for
// all that is written otherwise.
func inSet(v *place.EvaluatedView, op *rule.OpReport) (place.Anchor, bool) {
	at, steps, below, ok := v.EntryBelow(op.Path)
	if !ok {
		return place.Anchor{}, false
	}
	own := steps[:len(steps)-below]
	values := op.Path[:len(op.Path)-len(own)]
	switch op.Do {
	case edit.Delete:
		op.Path = at.Path[:len(at.Path)-1]
		return at, true
	case edit.Rename:
		own[len(own)-1] = op.Key
	case edit.Move:
		if len(op.To) <= len(values) || !slices.Equal(op.To[:len(values)], values) {
			return place.Anchor{}, false
		}
		steps = slices.Concat(op.To[len(values):], steps[len(own):])
	default:
		return place.Anchor{}, false
	}
	op.Op = edit.Op{Do: edit.Set, Path: at.Path, Value: model.NewString(helm.SetKey(steps))}
	return at, true
}

// insertInSet returns the steps that insert a map of strings into a list whose items entries of set have, tolerations[0].key: an entry
// for each key, behind those of the list, at the end of which the item goes wherever it was to stand, since the entries number the others.
// There are none for what is written otherwise.
func insertInSet(v *place.EvaluatedView, op *rule.OpReport) []step {
	way, found := place.Follow(v.Value, op.Path)
	if op.Do != edit.Insert || !found || op.Value.Kind != model.Map || op.Note != "" {
		return nil
	}
	list := way[len(way)-1].Value
	if list.Kind != model.List {
		return nil
	}
	at, named, ok := v.LastEntry(list, op.Path)
	if !ok {
		return nil
	}
	n := len(at.Path) - 2 // the set, the index of the entry, name
	index, ok := at.Path[n].(int)
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
		steps = append(steps, step{page: at.Page, shared: at.Shared, op: rule.OpReport{Op: edit.Op{
			Do: edit.Insert, Path: at.Path[:n], Index: index,
			Value: model.NewMap(model.NewEntry("name", model.NewString(name)), model.NewEntry("value", model.NewString(e.Value.Text))),
		}}})
	}
	return steps
}
