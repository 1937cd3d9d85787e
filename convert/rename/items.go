package rename

import (
	"slices"
	"sync"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// textsByKey are the texts that the items of a list have under a key. A list may have thousands of items that each ask for a text
// of the others, so they are read once.
type textsByKey struct {
	items []*model.Value
	texts map[string]map[string]bool
}

// of returns the texts under a key.
func (t *textsByKey) of(key string) map[string]bool {
	if t.texts[key] == nil {
		if t.texts == nil {
			t.texts = map[string]map[string]bool{}
		}
		texts := map[string]bool{}
		for _, item := range t.items {
			texts[item.Str(key)] = true
		}
		t.texts[key] = texts
	}
	return t.texts[key]
}

// terms are the items of a list of requirements.
type terms struct {
	excluded func() map[string]bool // the labels with DoesNotExist
	byHash   func() map[uint64][]*model.Value
}

func newTerms(items []*model.Value) *terms {
	excluded := func() map[string]bool {
		labels := map[string]bool{}
		for _, item := range items {
			if item.Str("operator") == "DoesNotExist" {
				labels[item.Str("key")] = true
			}
		}
		return labels
	}
	byHash := func() map[uint64][]*model.Value {
		hashed := map[uint64][]*model.Value{}
		for _, item := range items {
			hash := item.Hash()
			hashed[hash] = append(hashed[hash], item)
		}
		return hashed
	}
	return &terms{excluded: sync.OnceValue(excluded), byHash: sync.OnceValue(byHash)}
}

// hasRenamed reports whether an item of the list equals this one but for the new name of the label.
func (t *terms) hasRenamed(item *model.Value, n *facts.NameChange) bool {
	renamed := &model.Value{Kind: model.Map}
	for _, e := range item.Entries {
		if e.Key.Text == "key" {
			e = model.NewEntry("key", model.NewString(n.New))
		}
		renamed.Entries = append(renamed.Entries, e)
	}
	return slices.ContainsFunc(t.byHash()[renamed.Hash()], func(item *model.Value) bool { return model.Equal(item, renamed) })
}

func setOf(texts []string) map[string]bool {
	set := map[string]bool{}
	for _, text := range texts {
		set[text] = true
	}
	return set
}
