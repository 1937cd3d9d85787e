package survey

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

// New returns a resource of the kind without any key.
func New(kind, address string) *Resource {
	return &Resource{ID: kind + " " + address, Address: address, Kind: kind, Value: model.NewMap(), Real: map[string][]any{}}
}

// Set adds the key to the resource's value; nothing for nil, and for null, which stands for "not set" wherever a
// resource is described.
func (r *Resource) Set(key string, v *model.Value) {
	if !v.IsAbsent() {
		r.Value.Entries = append(r.Value.Entries, &model.Entry{Key: model.NewString(key), Value: v})
	}
}

// SetText adds the key with a text that stands in no file; nothing for "".
func (r *Resource) SetText(key, text string) {
	if text != "" {
		r.Set(key, model.NewString(text))
	}
}

// SetBool adds the key with a bool that is written in no file.
func (r *Resource) SetBool(key string, b bool) { r.Set(key, model.NewBool(b)) }

// Locate notes where a key of the value is or would be written: at the steps below the base.
func (r *Resource) Locate(key string, base []any, steps ...any) {
	r.Real[key] = model.Below(base, steps...)
}

// IsGiven reports whether v is there and neither null nor empty.
func IsGiven(v *model.Value) bool {
	isEmpty := v.IsWholeList() && len(v.Items) == 0
	return !v.IsAbsent() && !isEmpty
}

// Drop removes a key from the value.
func (r *Resource) Drop(key string) {
	for i, e := range r.Value.Entries {
		if e.Key.Text == key {
			r.Value.Entries = append(r.Value.Entries[:i], r.Value.Entries[i+1:]...)
			return
		}
	}
}

// Replace gives the key another value.
func (r *Resource) Replace(key string, v *model.Value) {
	r.Drop(key)
	r.Set(key, v)
}

// Copy returns a copy of a resource whose keys can be changed.
func (r *Resource) Copy() *Resource {
	c := *r
	value := *r.Value
	value.Entries = slices.Clone(r.Value.Entries)
	c.Value = &value
	return &c
}

// FirstGiven returns the first value that is neither absent nor null.
func FirstGiven(values ...*model.Value) *model.Value {
	for _, v := range values {
		if !v.IsAbsent() {
			return v
		}
	}
	return nil
}

// SetValues gives an installation its values.
func (r *Resource) SetValues(c *helm.Values) {
	r.Set("values", c.Root)
	r.Sources = c.Sources
}

// KeySteps returns the path that a key with dots names.
func KeySteps(key string) []any {
	var steps []any
	for step := range strings.SplitSeq(key, ".") {
		steps = append(steps, step)
	}
	return steps
}
