package manifests

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// withoutBranches returns a templated document in which each key occurs once. A duplicate key becomes an Unknown whose items are
// the possible values, because {{ if }} and {{ else }} separate them and only rendering shows which one remains.
func withoutBranches(doc *model.Document) *model.Document {
	if len(doc.Templates) == 0 || doc.Root == nil {
		return doc
	}
	changed := *doc
	changed.Root = mergeBranches(doc.Root)
	return &changed
}

func mergeBranches(v *model.Value) *model.Value {
	if v.Kind != model.Map && v.Kind != model.List {
		return v
	}
	c := *v
	c.Items = slices.Clone(v.Items)
	for i, item := range c.Items {
		c.Items[i] = mergeBranches(item)
	}
	c.Entries = nil
	indices := map[string]int{}
	for _, e := range v.Entries {
		value := mergeBranches(e.Value)
		i, isRepeated := indices[e.Key.Text]
		if !isRepeated || e.IsMerge() || e.Key.Kind == model.Unknown {
			indices[e.Key.Text] = len(c.Entries)
			c.Entries = append(c.Entries, &model.Entry{Key: e.Key, Value: value})
			continue
		}
		first := c.Entries[i].Value
		if model.Equal(first, value) {
			continue
		}
		several := &model.Value{Kind: model.Unknown, Text: "one of several " + e.Key.Text, Span: e.Value.Span, Dash: -1}
		several.Items = append(alternatives(first), value)
		c.Entries[i] = &model.Entry{Key: e.Key, Value: several}
	}
	return &c
}

// alternatives returns the possible values of an Unknown if they are known, otherwise the value itself.
func alternatives(v *model.Value) []*model.Value {
	if v.Kind == model.Unknown && len(v.Items) > 0 {
		return slices.Clone(v.Items)
	}
	return []*model.Value{v}
}
