package helm

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// mergeMap merges from into target, which it changes.
func mergeMap(target, from *model.Value) {
	target.Open = target.Open || from.Open
	m := newMerged(target, len(from.Entries))
	for _, e := range from.Entries {
		if e.Key.Kind == model.Unknown {
			target.Entries = append(target.Entries, e)
			target.Open = true
			continue
		}
		old := m.entry(e.Key.Text)
		switch {
		case old == nil:
			m.add(e)
		case old.Value.IsMap() && e.Value.IsMap():
			mergeMap(old.Value, e.Value)
		default:
			old.Key, old.Value = e.Key, e.Value
		}
	}
}

// minIndexed is the number of entries from which the target of a merge is indexed.
const minIndexed = 32

// merged is the target of a merge. It finds entries as Value.Entry does, whose index is lost when the map grows.
type merged struct {
	target *model.Value
	before *model.Value   // with the entries before the merge
	added  map[string]int // indexes of new entries by key; nil if few are merged
	merges []int          // indexes of new entries with a merge key
}

func newMerged(target *model.Value, count int) *merged {
	m := &merged{target: target}
	if count >= minIndexed {
		before := *target
		before.IndexKeys()
		m.before, m.added = &before, map[string]int{}
	}
	return m
}

func (m *merged) add(e *model.Entry) {
	if i := len(m.target.Entries); e.IsMerge() {
		m.merges = append(m.merges, i)
	} else if m.added != nil {
		m.added[e.Key.Text] = i
	}
	m.target.Entries = append(m.target.Entries, e)
}

func (m *merged) entry(key string) *model.Entry {
	if m.added == nil {
		return m.target.Entry(key)
	}
	last, isAdded := m.added[key]
	for _, i := range slices.Backward(m.merges) {
		if isAdded && i < last {
			break
		}
		if e := model.NewMap(m.target.Entries[i]).Entry(key); e != nil {
			return e
		}
	}
	if isAdded {
		return m.target.Entries[last]
	}
	return m.before.Entry(key)
}
