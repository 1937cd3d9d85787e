package rename

import (
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// excludes reports whether an item of a list of requirements excludes a label.
func excludes(items []*model.Value, label string) bool {
	return slices.ContainsFunc(items, func(item *model.Value) bool {
		return item.Str("operator") == "DoesNotExist" && item.Str("key") == label
	})
}

// hasRenamed reports whether an item of the list equals this one but for the new name of the label.
func hasRenamed(items []*model.Value, item *model.Value, n *facts.NameChange) bool {
	renamed := &model.Value{Kind: model.Map}
	for _, e := range item.Entries {
		if e.Key.Text == "key" {
			e = model.NewEntry("key", model.NewString(n.New))
		}
		renamed.Entries = append(renamed.Entries, e)
	}
	return slices.ContainsFunc(items, func(item *model.Value) bool { return model.Equal(item, renamed) })
}

// hasText reports whether an item of a list has a text under a key.
func hasText(items []*model.Value, key, text string) bool {
	return slices.ContainsFunc(items, func(item *model.Value) bool { return item.Str(key) == text })
}

func setOf(texts []string) map[string]bool {
	set := map[string]bool{}
	for _, text := range texts {
		set[text] = true
	}
	return set
}
