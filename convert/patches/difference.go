package patches

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// differences returns the Ops that turn from into to, both at a path. They go as deep as possible: an Op of its own for each entry of a map, for
// each item of lists with the same length, and for each item between those at the start and the end that two lists share.
func differences(path []any, from, to *model.Value) (ops []edit.Op) {
	switch {
	case model.Equal(from, to):
	case to == nil:
		return []edit.Op{{Do: edit.Delete, Path: path}}
	case from.IsMap() && to.IsMap():
		older, newer := kustomize.ByKey(from), kustomize.ByKey(to)
		for _, e := range from.Entries {
			if newer[e.Key.Text] == nil {
				ops = append(ops, edit.Op{Do: edit.Delete, Path: model.Join(path, e.Key.Text)})
			}
		}
		for _, e := range to.Entries {
			ops = append(ops, differences(model.Join(path, e.Key.Text), older[e.Key.Text], e.Value)...)
		}
	case from != nil && from.Kind == model.List && to.Kind == model.List:
		return listDifferences(path, from, to)
	default:
		return []edit.Op{{Do: edit.Set, Path: path, Value: to}}
	}
	return ops
}

func listDifferences(path []any, from, to *model.Value) (ops []edit.Op) {
	if len(from.Items) == len(to.Items) {
		for i := range from.Items {
			if item := model.Join(path, i); from.Items[i].Str("key") != to.Items[i].Str("key") {
				ops = append(ops, edit.Op{Do: edit.Set, Path: item, Value: to.Items[i]})
			} else {
				ops = append(ops, differences(item, from.Items[i], to.Items[i])...)
			}
		}
		return ops
	}
	shorter, start, end := min(len(from.Items), len(to.Items)), 0, 0
	for start < shorter && model.Equal(from.Items[start], to.Items[start]) {
		start++
	}
	for end < shorter-start && model.Equal(from.Items[len(from.Items)-1-end], to.Items[len(to.Items)-1-end]) {
		end++
	}
	if start+end == 0 {
		return []edit.Op{{Do: edit.Set, Path: path, Value: to}}
	}
	for i := len(from.Items) - end - 1; i >= start; i-- {
		ops = append(ops, edit.Op{Do: edit.Delete, Path: model.Join(path, i)})
	}
	for i, item := range to.Items[start : len(to.Items)-end] {
		ops = append(ops, edit.Op{Do: edit.Insert, Path: path, Index: start + i, Value: item})
	}
	return ops
}

// withoutNulls returns the value without map entries that are null, because Kubernetes treats null as absent.
func withoutNulls(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		c.Entries = slices.DeleteFunc(slices.Clone(c.Entries), func(e *model.Entry) bool { return e.Value.Kind == model.Null })
	})
}
