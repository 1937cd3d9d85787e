package fixes

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// inSet changes an op about a chart value that an entry of set defines, {name = "a.b", value = …}, or one of Flux's valuesFrom with a
// targetPath: an op that moves or renames the value changes the name, and an op that deletes it deletes the entry. It returns false for
// values that are written in another way.
func inSet(v *place.EvaluatedView, op *rule.OpReport) (place.Anchor, bool) {
	anchor, steps, deeper, ok := v.EntryBelow(op.Path)
	if !ok {
		return place.Anchor{}, false
	}
	name := steps[:len(steps)-deeper]
	values := op.Path[:len(op.Path)-len(name)]
	switch op.Do {
	case edit.Delete:
		op.Path = anchor.Path[:len(anchor.Path)-1]
		return anchor, true
	case edit.Rename:
		name[len(name)-1] = op.Key
	case edit.Move:
		if len(op.To) <= len(values) || !slices.Equal(op.To[:len(values)], values) {
			return place.Anchor{}, false
		}
		steps = slices.Concat(op.To[len(values):], steps[len(name):])
	default:
		return place.Anchor{}, false
	}
	op.Op = edit.Op{Do: edit.Set, Path: anchor.Path, Value: model.NewString(helm.SetKey(steps))}
	return anchor, true
}

// typedInSet returns the step that makes a string of a chart value which an entry of set gives without a type, so that Helm reads a boolean, a
// number or null in the same text. It returns none for other ops, and a refusal where the entry cannot have a type.
func typedInSet(v *place.EvaluatedView, op *rule.OpReport) ([]step, error) {
	nodes, exists := place.Follow(v.Value, op.Path)
	if op.Do != edit.Set || !op.Value.IsString() || !exists {
		return nil, nil
	}
	value := nodes[len(nodes)-1].Value
	anchor, _, deeper, isSet := v.EntryBelow(op.Path)
	if !isSet || deeper > 0 || value.IsString() || value.Text != op.Value.Text || len(anchor.Path) < 3 {
		return nil, nil
	}
	typed := edit.Op{Do: edit.Set, Path: slices.Clone(anchor.Path)}
	last := len(typed.Path) - 1
	switch {
	case anchor.Path[last-2] == any("parameters"):
		typed.Path[last], typed.Value = "forceString", model.NewBool(true)
	case filetype.IsTerraform(anchor.Document.Doc.File.Path) && anchor.Path[last] == any("name"):
		typed.Path[last], typed.Value = "type", model.NewString("string")
	default:
		return nil, edit.Refuse("the entry that sets the value cannot have a type")
	}
	return []step{{document: anchor.Document, shared: anchor.Shared, op: rule.OpReport{Op: typed}}}, nil
}

// insertInSet returns the steps that insert a map of strings into a list which entries of set define, such as tolerations[0].key: one
// entry for each key, after those of the list. The item goes to the end of the list, whatever its index, because the entries contain the
// numbers of the other items. It returns none for lists that are written in another way.
func insertInSet(v *place.EvaluatedView, op *rule.OpReport) []step {
	if op.Do != edit.Insert || !op.Value.IsMap() || op.Note != "" {
		return nil
	}
	nodes, exists := place.Follow(v.Value, op.Path)
	if !exists {
		return nil
	}
	list := nodes[len(nodes)-1].Value
	if list.Kind != model.List {
		return nil
	}
	anchor, named, ok := v.LastEntry(list, op.Path)
	if !ok {
		return nil
	}
	n := len(anchor.Path) - 2 // the set, the index of the entry, name
	index, ok := anchor.Path[n].(int)
	if !ok {
		return nil
	}
	var steps []step
	for _, e := range op.Value.Entries {
		if e.Value.Kind != model.String {
			return nil
		}
		index++
		steps = append(steps, newEntry(anchor, index, slices.Concat(named, []any{len(list.Items), e.Key.Text}), model.NewString(e.Value.Text)))
	}
	return steps
}

// newEntry returns the step that inserts an entry of set at an index, beside the one with the name at the anchor.
func newEntry(beside place.Anchor, index int, named []any, value *model.Value) step {
	return step{document: beside.Document, shared: beside.Shared, op: rule.OpReport{Op: edit.Op{
		Do: edit.Insert, Path: beside.Path[:len(beside.Path)-2], Index: index,
		Value: model.NewMap(model.NewEntry("name", model.NewString(helm.SetKey(named))), model.NewEntry("value", value)),
	}}}
}
