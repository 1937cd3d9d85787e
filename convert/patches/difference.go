package patches

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// differences returns the Ops that turn from into to, both at a path: one for each entry of a map that differs.
func differences(path []any, from, to *model.Value) (ops []edit.Op) {
	switch {
	case model.Equal(from, to):
		return nil
	case to == nil:
		return []edit.Op{{Do: edit.Delete, Path: path}}
	case !from.IsMap() || !to.IsMap():
		return []edit.Op{{Do: edit.Set, Path: path, Value: to}}
	}
	older, newer := kustomize.ByKey(from), kustomize.ByKey(to)
	for _, e := range from.Entries {
		if newer[e.Key.Text] == nil {
			ops = append(ops, edit.Op{Do: edit.Delete, Path: model.Join(path, e.Key.Text)})
		}
	}
	for _, e := range to.Entries {
		ops = append(ops, differences(model.Join(path, e.Key.Text), older[e.Key.Text], e.Value)...)
	}
	return ops
}

// withoutNulls returns the value without map entries that are null, because Kubernetes treats null as absent.
func withoutNulls(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		c.Entries = slices.DeleteFunc(slices.Clone(c.Entries), func(e *model.Entry) bool { return e.Value.Kind == model.Null })
	})
}
