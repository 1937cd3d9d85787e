package located

import (
	"slices"
	"sort"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// Entry returns the entry of an evaluated map, which is complete. A merge key of YAML is a key like others.
func Entry(v *model.Value, key string) *model.Entry {
	v.IndexKeys() // each expression may look for another key
	if !v.HasMerge() {
		return v.Entry(key)
	}
	for i := len(v.Entries) - 1; i >= 0; i-- {
		if v.Entries[i].Key.Text == key {
			return v.Entries[i]
		}
	}
	return nil
}

// IsSet reports whether a list is one of Terraform's sets.
func IsSet(v *model.Value) bool { return v.Origin != nil && v.Origin.Set }

// IsCollection reports whether a value is a list or a map.
func IsCollection(v *model.Value) bool { return v.Kind == model.List || v.Kind == model.Map }

// Known reports whether a value is fully known.
func (v *Evaluation) Known(value *model.Value) bool {
	_, ok := v.ToCty(value)
	return ok
}

// Pair is one element of a collection with its key or index.
type Pair struct{ Key, Value *model.Value }

// Pairs returns the elements of a known collection in Terraform's order: maps by key; ok is false for a value that is not a
// known collection.
func (m *Maker) Pairs(e hclsyntax.Expression, v *model.Value) (pairs []Pair, ok bool) {
	switch v.Kind {
	case model.Map:
		for _, entry := range v.Entries {
			if !v.IsBounded() || entry.Value.Kind != model.Unknown {
				pairs = append(pairs, Pair{entry.Key, entry.Value})
			}
		}
		sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].Key.Text < pairs[j].Key.Text })
		return pairs, true
	case model.List:
		for i, item := range v.Items {
			key := item
			if !IsSet(v) {
				key = m.Computed(e, model.Number)
				key.Text = strconv.Itoa(i)
			}
			pairs = append(pairs, Pair{key, item})
		}
		return pairs, true
	}
	return nil, false
}

// LastOfEach drops each entry whose key occurs again later. The others keep their order.
func LastOfEach(entries []*model.Entry) []*model.Entry {
	last := make(map[string]*model.Entry, len(entries))
	for _, e := range entries {
		last[e.Key.Text] = e
	}
	if len(last) == len(entries) {
		return entries
	}
	return slices.DeleteFunc(entries, func(e *model.Entry) bool { return last[e.Key.Text] != e })
}

// KeyOf converts a key to a String; it returns false if the key is not known.
func (m *Maker) KeyOf(e hclsyntax.Expression, key *model.Value) (*model.Value, bool) {
	switch key.Kind {
	case model.String:
		return key, true
	case model.Number, model.Bool:
		text := *key
		text.Kind, text.Text = model.String, StringOf(key)
		return &text, true
	case model.Unknown:
	default:
		m.Fail(e, "")
	}
	return nil, false
}

// Retyped returns value if the conversion left the types of its elements unchanged, otherwise
// converted, with the places of value.
func (v *Evaluation) Retyped(value, converted *model.Value) *model.Value {
	if v.Form(value) == v.Form(converted) {
		return value
	}
	return Locate(converted, value)
}

// Locate returns v with each value at the place of the value in source that has the same path.
func Locate(v, source *model.Value) *model.Value {
	if source == nil || source.Kind == model.Unknown {
		return v
	}
	out := *v
	if v.Kind == source.Kind || v.IsScalar() && source.IsScalar() {
		out.Span, out.Style, out.Origin = source.Span, source.Style, source.Origin
		out.SetProps(source.Props())
	}
	switch {
	case v.Kind == model.List && source.Kind == model.List && len(v.Items) == len(source.Items):
		out.Items = nil
		for i, item := range v.Items {
			out.Items = append(out.Items, Locate(item, source.Items[i]))
		}
	case v.Kind == model.Map && source.Kind == model.Map:
		out.Entries = nil
		places := make(map[string]*model.Entry, len(source.Entries))
		for _, entry := range source.Entries {
			places[entry.Key.Text] = entry
		}
		for _, e := range v.Entries {
			if entry := places[e.Key.Text]; entry != nil {
				e = &model.Entry{Key: entry.Key, Value: Locate(e.Value, entry.Value)}
			}
			out.Entries = append(out.Entries, e)
		}
	}
	return &out
}
