package patches

import (
	"maps"
	"slices"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// written returns the values of a map by key, without nulls.
func written(v *model.Value) map[string]*model.Value {
	values := kustomize.ByKey(v)
	maps.DeleteFunc(values, func(_ string, v *model.Value) bool { return v.Kind == model.Null })
	return values
}

// repair finds the changes that a patch still needs to turn the base into the wanted object.
type repair struct {
	ops     []edit.Op
	idle    [][]any            // places of the patch without an effect on the base
	hints   map[string]edit.Op // by path: the Op that writes the new entry in a whole object
	written *model.Value       // the patch before the conversion
}

// identityFields identify the object of a patch, so they are not compared.
var identityFields = []string{"apiVersion", "kind", "metadata.name", "metadata.namespace", "status"}

// maps compares base as patched with want, at path. patch and base may be nil; want is a map.
func (r *repair) maps(path []any, patch, base, want *model.Value) {
	if patch != nil && patch.Str(kustomize.Directive) == "replace" {
		base = nil
	}
	p, b, w := kustomize.ByKey(patch), written(base), written(want)
	visited := map[string]bool{kustomize.Directive: true}
	for _, v := range []*model.Value{patch, want, base} {
		if v == nil || v.Kind != model.Map {
			continue
		}
		for _, e := range v.Entries {
			key := e.Key.Text
			entryPath := model.Join(path, key)
			if visited[key] || slices.Contains(identityFields, model.PathText(entryPath)) {
				continue
			}
			visited[key] = true
			r.entry(entryPath, p[key], b[key], w[key])
		}
	}
}

func (r *repair) entry(path []any, patch, base, want *model.Value) {
	merged := base
	if patch != nil {
		merged = kustomize.Merge(base, patch)
	}
	emptied := len(path) > 1 && isEmptyMap(patch) && !isEmptyMap(r.written.Get(path...))
	fits := func(v *model.Value) bool { return v == nil || v.IsMap() }
	allMaps := want.IsMap() && fits(patch) && fits(base)
	isNew := patch == nil && base == nil
	switch {
	case emptied && base.IsMap() && model.Equal(base, want): // all its fields have moved away
		r.idle = append(r.idle, path)
	case allMaps && !isNew:
		r.maps(path, patch, base, want)
	case model.Equal(merged, want):
		if deletesNothing := want == nil && base == nil && patch != nil; deletesNothing {
			r.idle = append(r.idle, path)
		}
	case want == nil && base == nil:
		r.remove(path)
	case want == nil:
		r.set(path, &model.Value{Kind: model.Null, Dash: -1})
	case patch != nil && patch.Kind == model.List && want.Kind == model.List:
		for _, c := range listDifference(path, 0, patch.Items, record.Unplaced(want, false).Items) {
			r.ops = append(r.ops, c.op())
		}
	case base.IsMap() && want.IsMap():
		r.set(path, mergeDifference(base, want))
	default:
		r.set(path, want)
	}
}

func isEmptyMap(v *model.Value) bool { return v.IsMap() && len(v.Entries) == 0 }

// mergeDifference returns a patch that turns base into want.
func mergeDifference(base, want *model.Value) *model.Value {
	patch := model.NewMap()
	b, w := kustomize.ByKey(base), kustomize.ByKey(want)
	for _, e := range base.Entries {
		if w[e.Key.Text] == nil {
			patch.Entries = append(patch.Entries, model.NewEntry(e.Key.Text, &model.Value{Kind: model.Null, Dash: -1}))
		}
	}
	for _, e := range want.Entries {
		old := b[e.Key.Text]
		if model.Equal(old, e.Value) {
			continue
		}
		v := e.Value
		if old.IsMap() && v.IsMap() {
			v = mergeDifference(old, v)
		}
		patch.Entries = append(patch.Entries, model.NewEntry(e.Key.Text, v))
	}
	return patch
}

func (r *repair) remove(path []any) {
	r.ops = append(r.ops, edit.Op{Do: edit.Delete, Path: path})
}

func (r *repair) set(path []any, v *model.Value) {
	hint := r.hints[model.PathText(path)]
	r.ops = append(r.ops, edit.Op{Do: edit.Set, Path: path, Value: v, Before: hint.Before, Note: hint.Note})
}
