package located

import (
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// maxChoice bounds how many values are compared to find their shared parts.
const maxChoice = 10000

// Choice returns a value for an expression that has one of several values. The parts that all of them share are known. text is the
// expression in canonical form.
func (m *Maker) Choice(e hclsyntax.Expression, text string, values []*model.Value) *model.Value {
	budget := maxChoice
	for _, v := range values {
		values, _ := m.Size(v, budget)
		if budget -= values; budget <= 0 {
			return m.Unknown(e, text)
		}
	}
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
	return m.Unknown(e, text)
}

// agreedMap returns a map with the keys that all maps share. It is open if one has more.
func (m *Maker) agreedMap(e hclsyntax.Expression, text string, maps []*model.Value) *model.Value {
	result := m.Computed(e, model.Map)
	for _, entry := range maps[0].Entries {
		var members []*model.Value
		for _, other := range maps {
			if member := Entry(other, entry.Key.Text); member != nil {
				members = append(members, member.Value)
			}
		}
		if len(members) == len(maps) {
			key := entry.Key.Text
			result.Entries = append(result.Entries, m.Entry(e, key, m.agreed(e, text+"."+key, members)))
		}
	}
	result.Open = slices.ContainsFunc(maps, func(v *model.Value) bool { return v.Open || len(v.Entries) > len(result.Entries) })
	if result.Open {
		result.Text = text
	}
	return result
}

func all(values []*model.Value, holds func(*model.Value) bool) bool {
	return !slices.ContainsFunc(values, func(v *model.Value) bool { return !holds(v) })
}
