package fixes

import (
	"math"
	"reflect"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// joinEdits returns the edits that make all the fixes. Fixes of one document are planned again together, because each was planned
// without the others. The error is the reason why they cannot be made together.
func joinEdits(fixes []*Fix) ([]FileEdit, error) {
	users := map[documentKey]int{}
	for _, fix := range fixes {
		for _, key := range fix.documents() {
			users[key]++
		}
	}
	var edits []FileEdit
	var joined []*Fix
	unplanned := &Unplanned{fix: Fix{Safety: rule.Safe}}
	for _, fix := range fixes {
		if !slices.ContainsFunc(fix.documents(), func(key documentKey) bool { return users[key] > 1 }) {
			edits = append(edits, fix.Edits...)
			continue
		}
		joined = append(joined, fix)
		if fix.Safety == rule.Unsafe {
			unplanned.fix.Safety = rule.Unsafe
		}
	}
	if len(joined) == 0 {
		return edits, nil
	}
	starts := map[*Fix]int{}
	for _, fix := range joined {
		starts[fix] = fix.unplanned.start()
	}
	slices.SortStableFunc(joined, func(a, b *Fix) int { return starts[a] - starts[b] }) // in the order of the text
	known := map[stepKey][]step{}
	for _, fix := range joined {
		for _, s := range fix.unplanned.steps {
			if key := s.key(); !slices.ContainsFunc(known[key], s.equals) { // two installations may read the same values
				known[key] = append(known[key], s)
				unplanned.add(s)
			}
		}
	}
	planned, err := unplanned.Plan(unplanned.steps[0].document.Doc.File.Path)
	switch {
	case err != nil:
		return nil, err
	case planned.Safety != unplanned.fix.Safety:
		return nil, edit.Refuse("a comment would be lost")
	}
	return append(edits, planned.Edits...), nil
}

// start returns the offset of the first value that the unplanned changes, or of the map to which it adds one.
func (s *Unplanned) start() int {
	start := math.MaxInt
	for _, st := range s.steps {
		nodes, _ := place.Follow(st.document.Doc.Root, st.op.Path)
		start = min(start, nodes[len(nodes)-1].Value.Span.Start)
	}
	return start
}

// documentKey identifies a document, even if several projects have read it.
type documentKey struct {
	file  string
	start int
}

func keyOf(p *place.Document) documentKey { return documentKey{p.Doc.File.Path, p.Doc.Span.Start} }

// documents returns the documents that the fix changes; none if it cannot be planned again.
func (f *Fix) documents() []documentKey {
	if f.unplanned == nil {
		return nil
	}
	var keys []documentKey
	for _, s := range f.unplanned.steps {
		if key := keyOf(s.document); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// stepKey is the place that a step changes.
type stepKey struct {
	document documentKey
	path     string
}

func (s step) key() stepKey { return stepKey{keyOf(s.document), model.PathText(s.op.Path)} }

func (s step) equals(other step) bool {
	return keyOf(s.document) == keyOf(other.document) && slices.Equal(s.op.Path, other.op.Path) && reflect.DeepEqual(s.op, other.op)
}

// removedItem is the index of an item that is removed from its list.
type removedItem int

// shifts reports whether the index of an item changes when another is removed.
func shifts(removed, other any) bool {
	index, isRemoved := removed.(removedItem)
	i, isItem := other.(int)
	_, bothRemoved := other.(removedItem)
	if !isRemoved {
		return false
	}
	return bothRemoved || isItem && i >= int(index)
}

// changes returns the paths that the step removes, changes or adds; for a new item, the path of the
// whole list.
func (s step) changes() [][]any {
	path := s.op.Path
	switch s.op.Do {
	case edit.Move:
		return [][]any{removed(path), holderOfItem(s.op.To)}
	case edit.Rename:
		return [][]any{path, append(slices.Clone(path[:len(path)-1]), s.op.Key)}
	case edit.Delete:
		return [][]any{removed(path)}
	}
	return [][]any{path}
}

// removed returns the path of a value that is removed.
func removed(path []any) []any {
	if holder := holderOfItem(path); len(holder) < len(path) {
		return append(slices.Clone(holder), removedItem(path[len(holder)].(int)))
	}
	return path
}

// holderOfItem returns the path of the list around an item, and any other path as it is.
func holderOfItem(path []any) []any {
	if len(path) > 0 {
		if _, item := path[len(path)-1].(int); item {
			return path[:len(path)-1]
		}
	}
	return path
}
