package project

import (
	"slices"
	"strings"

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

// setValues gives an installation its values.
func (r *Resource) setValues(c *chartValues) {
	r.set("values", c.root)
	r.Sources = c.sources
}

// keySteps returns the path that a key with dots names.
func keySteps(key string) []any {
	var steps []any
	for step := range strings.SplitSeq(key, ".") {
		steps = append(steps, step)
	}
	return steps
}
