package survey

import (
	"slices"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

// New returns a resource without keys.
func New(kind, address string) *Resource {
	return &Resource{ID: kind + " " + address, Address: address, Kind: kind, Value: model.NewMap(), Real: map[string][]any{}}
}

// Set adds a key to the resource. It ignores nil and null, which mean "not set" for every resource.
func (r *Resource) Set(key string, v *model.Value) {
	if !v.IsAbsent() {
		r.Value.Entries = append(r.Value.Entries, &model.Entry{Key: model.NewString(key), Value: v})
	}
}

// SetText adds a key with a text that has no place in a file. It ignores "".
func (r *Resource) SetText(key, text string) {
	if text != "" {
		r.Set(key, model.NewString(text))
	}
}

// SetBool adds a key with a bool that has no place in a file.
func (r *Resource) SetBool(key string, b bool) { r.Set(key, model.NewBool(b)) }

// Locate records the path of a key: the steps below base. The document need not have a value there.
func (r *Resource) Locate(key string, base []any, steps ...any) {
	r.Real[key] = model.Join(base, steps...)
}

// IsGiven reports whether v is neither absent, nor null, nor an empty list.
func IsGiven(v *model.Value) bool {
	isEmpty := v.IsWholeList() && len(v.Items) == 0
	return !v.IsAbsent() && !isEmpty
}

// Drop removes a key from the value.
func (r *Resource) Drop(key string) {
	r.Value.Entries = slices.DeleteFunc(r.Value.Entries, func(e *model.Entry) bool { return e.Key.Text == key })
}

// Replace gives the key another value.
func (r *Resource) Replace(key string, v *model.Value) {
	r.Drop(key)
	r.Set(key, v)
}

// Copy returns a copy of the resource with keys of its own.
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
