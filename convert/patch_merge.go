package convert

import (
	"maps"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// A strategic-merge patch of a custom resource is a JSON merge patch (RFC 7396) for kustomize, which knows no schema of it: maps
// merge key by key, null deletes, everything else is replaced. The directives $patch: replace and $patch: delete count in maps.

const directiveKey = "$patch"

// merged returns what a patch makes of a value; nil stands for nothing, on both sides.
func merged(base, patch *model.Value) *model.Value {
	if patch.Kind == model.Null {
		return nil
	}
	if patch.Kind != model.Map {
		return patch
	}
	switch patch.Str(directiveKey) {
	case "delete":
		return nil
	case "replace":
		base = nil
	}
	after := &model.Value{Kind: model.Map, Style: patch.Style, Span: patch.Span, Dash: patch.Dash} // a note about it is about the patch
	left := index(patch)
	if base != nil && base.Kind == model.Map {
		after.Style = base.Style
		for _, e := range base.Entries {
			if p := left[e.Key.Text]; p != nil {
				delete(left, e.Key.Text)
				if v := merged(e.Value, p); v != nil {
					after.Entries = append(after.Entries, &model.Entry{Key: e.Key, Value: v})
				}
				continue
			}
			after.Entries = append(after.Entries, e)
		}
	}
	for _, e := range patch.Entries {
		if e.Key.Text == directiveKey || left[e.Key.Text] != e.Value {
			continue
		}
		if v := merged(nil, e.Value); v != nil {
			after.Entries = append(after.Entries, &model.Entry{Key: e.Key, Value: v})
		}
	}
	return after
}

// patched returns what a patch makes of an object, which stays the object it is; nil if the patch deletes it.
func patched(base, patch *model.Value) *model.Value {
	unnamed := *patch
	unnamed.Entries = nil
	for _, e := range patch.Entries {
		switch {
		case e.Key.Text == "apiVersion" || e.Key.Text == "kind":
			continue
		case e.Key.Text == "metadata" && e.Value.Kind == model.Map:
			meta := *e.Value
			meta.Entries = slices.DeleteFunc(slices.Clone(meta.Entries), func(e *model.Entry) bool {
				return e.Key.Text == "name" || e.Key.Text == "namespace"
			})
			e = &model.Entry{Key: e.Key, Value: &meta}
		}
		unnamed.Entries = append(unnamed.Entries, e)
	}
	return merged(base, &unnamed)
}

// index returns the values of a map by their keys.
func index(v *model.Value) map[string]*model.Value {
	values := map[string]*model.Value{}
	if v != nil && v.Kind == model.Map {
		for _, e := range v.Entries {
			values[e.Key.Text] = e.Value
		}
	}
	return values
}

// written returns the values of a map by their keys. A null is none.
func written(v *model.Value) map[string]*model.Value {
	values := index(v)
	maps.DeleteFunc(values, func(_ string, v *model.Value) bool { return v.Kind == model.Null })
	return values
}

// repair finds what a patch must say in other words or in addition, so that it makes of the base what it is to make of it.
type repair struct {
	ops     []edit.Op
	idle    [][]any            // places of the patch that do nothing to the base
	hints   map[string]edit.Op // by path: how a new entry would be written in a whole object
	written *model.Value       // the patch before the conversion
}

// identity says whether the field names the object that a patch is for, and so says nothing about what it makes of it.
func isIdentity(path []any) bool {
	switch pathText(path) {
	case "apiVersion", "kind", "metadata.name", "metadata.namespace", "status":
		return true
	}
	return false
}

// maps compares what the patch makes of base with want. patch and base may be nil, want is a map.
func (r *repair) maps(path []any, patch, base, want *model.Value) {
	if patch != nil && patch.Str(directiveKey) == "replace" {
		base = nil
	}
	p, b, w := index(patch), written(base), written(want)
	done := map[string]bool{directiveKey: true}
	for _, v := range []*model.Value{patch, want, base} {
		if v == nil || v.Kind != model.Map {
			continue
		}
		for _, e := range v.Entries {
			key := e.Key.Text
			here := at(path, key)
			if done[key] || isIdentity(here) {
				continue
			}
			done[key] = true
			r.entry(here, p[key], b[key], w[key])
		}
	}
}

func (r *repair) entry(path []any, patch, base, want *model.Value) {
	gives := base
	if patch != nil {
		gives = merged(base, patch)
	}
	switch {
	case len(path) > 1 && isEmptyMap(patch) && isMap(base) && model.Equal(base, want) && !isEmptyMap(r.written.Get(path...)):
		r.idle = append(r.idle, path) // all that stood in it has moved
	case isMap(want) && (patch != nil || base != nil) && (patch == nil || isMap(patch)) && (base == nil || isMap(base)):
		r.maps(path, patch, base, want)
	case model.Equal(gives, want) && want == nil && base == nil && patch != nil:
		r.idle = append(r.idle, path) // deletes what the base does not have
	case model.Equal(gives, want):
	case want == nil && base == nil:
		r.remove(path)
	case want == nil:
		r.set(path, &model.Value{Kind: model.Null, Dash: -1})
	case patch != nil && patch.Kind == model.List && want.Kind == model.List:
		r.lists(path, patch, want)
	case isMap(base) && isMap(want):
		r.set(path, difference(base, want))
	default:
		r.set(path, want)
	}
}

func isEmptyMap(v *model.Value) bool { return isMap(v) && len(v.Entries) == 0 }

func isMap(v *model.Value) bool { return v != nil && v.Kind == model.Map }

// lists makes a list that replaces another one equal to want, from its end, so that no item moves before its turn.
func (r *repair) lists(path []any, have, want *model.Value) {
	for i := len(have.Items) - 1; i >= len(want.Items); i-- {
		r.remove(at(path, i))
	}
	for i, item := range want.Items {
		switch {
		case i >= len(have.Items):
			r.ops = append(r.ops, edit.Op{Do: edit.Insert, Path: path, Index: -1, Value: item})
		case !model.Equal(have.Items[i], item):
			r.exactly(at(path, i), have.Items[i], item)
		}
	}
}

// exactly makes a value that nothing is merged with equal to want.
func (r *repair) exactly(path []any, have, want *model.Value) {
	switch {
	case isMap(have) && isMap(want):
		h, w := index(have), index(want)
		for _, e := range have.Entries {
			if w[e.Key.Text] == nil {
				r.remove(at(path, e.Key.Text))
			}
		}
		for _, e := range want.Entries {
			switch old := h[e.Key.Text]; {
			case old == nil:
				r.set(at(path, e.Key.Text), e.Value)
			case !model.Equal(old, e.Value):
				r.exactly(at(path, e.Key.Text), old, e.Value)
			}
		}
	case have.Kind == model.List && want.Kind == model.List:
		r.lists(path, have, want)
	default:
		r.set(path, want)
	}
}

// difference returns a patch that makes want of base.
func difference(base, want *model.Value) *model.Value {
	patch := model.NewMap()
	b, w := index(base), index(want)
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
		if isMap(old) && isMap(v) {
			v = difference(old, v)
		}
		patch.Entries = append(patch.Entries, model.NewEntry(e.Key.Text, v))
	}
	return patch
}

func (r *repair) remove(path []any) {
	r.ops = append(r.ops, edit.Op{Do: edit.Delete, Path: path})
}

func (r *repair) set(path []any, v *model.Value) {
	hint := r.hints[pathText(path)]
	r.ops = append(r.ops, edit.Op{Do: edit.Set, Path: path, Value: v, Before: hint.Before, Note: hint.Note})
}

// plainLimit is how many values an object may hold for karplint to merge patches into it.
const plainLimit = 100_000

// plain returns a copy of a value as Kubernetes reads it, without places, anchors, aliases and merge keys; nil if it is too
// large or a merge key in it brings no map.
func plain(v *model.Value) *model.Value {
	count := 0
	return plainCopy(v, &count)
}

func plainCopy(v *model.Value, count *int) *model.Value {
	if *count++; *count > plainLimit {
		return nil
	}
	after := &model.Value{Kind: v.Kind, Text: v.Text, Open: v.Open, Dash: -1}
	switch v.Style {
	case model.SingleQuoted, model.DoubleQuoted, model.Flow:
		after.Style = v.Style
	}
	for _, item := range v.Items {
		c := plainCopy(item, count)
		if c == nil {
			return nil
		}
		after.Items = append(after.Items, c)
	}
	for _, e := range v.Entries {
		if e.IsMerge() {
			return nil
		}
		c := plainCopy(e.Value, count)
		if c == nil {
			return nil
		}
		after.Entries = append(after.Entries, &model.Entry{Key: &model.Value{Kind: e.Key.Kind, Text: e.Key.Text, Dash: -1}, Value: c})
	}
	return after
}
