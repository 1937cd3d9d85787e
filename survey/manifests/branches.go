package manifests

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// withoutBranches returns a templated document in which a key that stands twice is Unknown: {{ if }} and {{ else }} part the
// two, and only rendering shows which one stays. Items of that Unknown are the values that it may have.
func withoutBranches(doc *model.Document) *model.Document {
	if len(doc.Templates) == 0 || doc.Root == nil {
		return doc
	}
	changed := *doc
	changed.Root = oneOfSeveral(doc.Root)
	return &changed
}

func oneOfSeveral(v *model.Value) *model.Value {
	if v.Kind != model.Map && v.Kind != model.List {
		return v
	}
	c := *v
	c.Items = slices.Clone(v.Items)
	for i, item := range c.Items {
		c.Items[i] = oneOfSeveral(item)
	}
	c.Entries = nil
	at := map[string]int{}
	for _, e := range v.Entries {
		value := oneOfSeveral(e.Value)
		i, twice := at[e.Key.Text]
		if !twice || e.IsMerge() || e.Key.Kind == model.Unknown {
			at[e.Key.Text] = len(c.Entries)
			c.Entries = append(c.Entries, &model.Entry{Key: e.Key, Value: value})
			continue
		}
		other := c.Entries[i].Value
		if model.Equal(other, value) {
			continue
		}
		several := &model.Value{Kind: model.Unknown, Text: "one of several " + e.Key.Text, Span: e.Value.Span, Dash: -1}
		several.Items = append(alternatives(other), value)
		c.Entries[i] = &model.Entry{Key: e.Key, Value: several}
	}
	return &c
}

// alternatives returns the values that an Unknown may have, where they are known: otherwise the value itself.
func alternatives(v *model.Value) []*model.Value {
	if v.Kind == model.Unknown && len(v.Items) > 0 {
		return slices.Clone(v.Items)
	}
	return []*model.Value{v}
}
