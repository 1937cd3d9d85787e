package located

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// Choice returns a value for an expression that has one of several values. The parts that all of them share are known. text is the
// expression in canonical form.
func (m *Maker) Choice(e hclsyntax.Expression, text string, values []*model.Value) *model.Value {
	return m.agreed(e, text, values)
}

func (m *Maker) agreed(e hclsyntax.Expression, text string, values []*model.Value) *model.Value {
	switch {
	case len(values) == 0:
	case all(values, func(v *model.Value) bool { return v.IsScalar() && model.Equal(v, values[0]) }):
		v := m.Computed(e, values[0].Kind)
		v.Text = values[0].Text
		return v
	case all(values, func(v *model.Value) bool { return v.Kind == model.Map }):
		return m.agreedMap(e, text, values)
	}
	v := m.Unknown(e, text)
	for _, value := range values {
		v = WithOtherwise(v, value)
	}
	return v
}

// agreedMap returns a map with the keys of all maps. Those that some map lacks are Unknown, and it is open because they may be missing.
func (m *Maker) agreedMap(e hclsyntax.Expression, text string, maps []*model.Value) *model.Value {
	result, others := m.Computed(e, model.Map), m.Computed(e, model.Map)
	isOpen := slices.ContainsFunc(maps, func(v *model.Value) bool { return v.Open && !v.IsBounded() })
	written, of := map[string]bool{}, text
	if IsCompound(text) {
		of = "(" + text + ")"
	}
	for _, holder := range maps {
		for _, entry := range holder.Entries {
			key := entry.Key.Text
			if written[key] {
				continue
			}
			written[key] = true
			members := membersOf(maps, key)
			if len(members) == len(maps) {
				result.Entries = append(result.Entries, m.Entry(e, key, m.agreed(e, of+"."+key, members)))
				continue
			}
			others.Entries = append(others.Entries, entry)
			result.Entries = append(result.Entries, &model.Entry{Key: entry.Key, Value: m.atKey(entry, m.Unknown(e, of+"."+key))})
		}
	}
	result.Open = isOpen || len(others.Entries) > 0 || slices.ContainsFunc(maps, func(v *model.Value) bool { return v.Open })
	if !result.Open {
		return result
	}
	result.Text = text
	result.Origin = bounded(result.Origin, !isOpen)
	return WithOtherwise(result, others)
}

// atKey returns a value that cannot be changed, at the place of the key of an entry.
func (m *Maker) atKey(entry *model.Entry, v *model.Value) *model.Value {
	if o := entry.Key.Origin; o != nil {
		v.Span, v.Origin = entry.Key.Span, m.OriginIn(o.File, true, o.Shared)
	}
	return v
}

// membersOf returns the values of a key in the maps that have it.
func membersOf(maps []*model.Value, key string) (members []*model.Value) {
	for _, v := range maps {
		if member := Entry(v, key); member != nil {
			members = append(members, member.Value)
		}
	}
	return members
}

func bounded(o *model.Origin, isBounded bool) *model.Origin {
	with := *o
	with.Bounded = isBounded
	return &with
}

// WithOtherwise returns v with what a condition gives in another case, if v may then have a key or value that it lacks.
func WithOtherwise(v, other *model.Value) *model.Value {
	others := OtherEntries(other)
	if other.Kind == model.Map {
		others = append(others, other.Entries...)
	}
	isMissing := v.Kind == model.Null && other.Kind != model.Null
	if v.Origin == nil || !isMissing && (v.Kind != model.Map && v.Kind != model.Unknown || len(others) == 0) {
		return v
	}
	out, origin := *v, *v.Origin
	origin.Otherwise = &model.Value{Kind: model.Map, Entries: append(others, OtherEntries(v)...), Dash: -1}
	out.Origin = &origin
	return &out
}

// OtherEntries returns the entries that a map may have in another case.
func OtherEntries(v *model.Value) []*model.Entry {
	if other := v.Otherwise(); other != nil {
		return slices.Clone(other.Entries)
	}
	return nil
}

// WithOthers returns a map that was merged from others, with the entries that these may have in another case.
func WithOthers(v *model.Value, isBounded bool, parts []*model.Value) *model.Value {
	var others []*model.Entry
	for _, part := range parts {
		others = append(others, OtherEntries(part)...)
	}
	if len(others) == 0 && !isBounded {
		return v
	}
	v.Origin = bounded(v.Origin, isBounded)
	if len(others) > 0 {
		v.Origin.Otherwise = &model.Value{Kind: model.Map, Entries: others, Dash: -1}
	}
	return v
}

func all(values []*model.Value, holds func(*model.Value) bool) bool {
	return !slices.ContainsFunc(values, func(v *model.Value) bool { return !holds(v) })
}
