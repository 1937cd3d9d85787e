package project

import (
	"iter"
	"slices"
	"strconv"

	"github.com/karplint/karplint/model"
)

// newResource returns a resource of the kind without any key.
func newResource(kind, address string) *Resource {
	return &Resource{ID: kind + " " + address, Address: address, Kind: kind, Value: model.NewMap(), Real: map[string][]any{}}
}

// set adds the key to the resource's value; nothing for nil, and for null, which stands for "not set" wherever a
// resource is described.
func (r *Resource) set(key string, v *model.Value) {
	if v != nil && v.Kind != model.Null {
		r.Value.Entries = append(r.Value.Entries, &model.Entry{Key: model.NewString(key), Value: v})
	}
}

// setText adds the key with a text that stands in no file; nothing for "".
func (r *Resource) setText(key, text string) {
	if text != "" {
		r.set(key, model.NewString(text))
	}
}

func (r *Resource) setBool(key string, b bool) { r.set(key, model.NewBool(b)) }

// real notes where a key of the value is or would be written: at the steps below the base.
func (r *Resource) real(key string, base []any, steps ...any) {
	r.Real[key] = model.Below(base, steps...)
}

// isGiven says whether v is there and neither null nor empty.
func isGiven(v *model.Value) bool {
	return v != nil && v.Kind != model.Null && (v.Kind != model.List || len(v.Items) > 0 || v.Open)
}

// mapsIn yields the maps in a list, each with its index there.
func mapsIn(v *model.Value) iter.Seq2[int, *model.Value] {
	return func(yield func(int, *model.Value) bool) {
		if v == nil || v.Kind != model.List {
			return
		}
		for i, item := range v.Items {
			if item.IsMap() && !yield(i, item) {
				return
			}
		}
	}
}

// uniqueIDs gives resources of the same name different IDs.
func uniqueIDs(resources []*Resource) {
	seen := map[string]int{}
	for _, r := range resources {
		seen[r.ID]++
		if n := seen[r.ID]; n > 1 {
			r.ID += "#" + strconv.Itoa(n)
		}
	}
}

// drop removes a key from the value.
func (r *Resource) drop(key string) {
	for i, e := range r.Value.Entries {
		if e.Key.Text == key {
			r.Value.Entries = append(r.Value.Entries[:i], r.Value.Entries[i+1:]...)
			return
		}
	}
}

func (r *Resource) replace(key string, v *model.Value) {
	r.drop(key)
	r.set(key, v)
}

// copied returns a copy of a resource whose keys can be changed.
func (r *Resource) copied() *Resource {
	c := *r
	value := *r.Value
	value.Entries = slices.Clone(r.Value.Entries)
	c.Value = &value
	return &c
}

// firstGiven returns the first value that is neither absent nor null.
func firstGiven(values ...*model.Value) *model.Value {
	for _, v := range values {
		if v != nil && v.Kind != model.Null {
			return v
		}
	}
	return nil
}
