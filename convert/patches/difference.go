package patches

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// change is one step that turns a value into another.
type change struct {
	verb  string // add, remove or replace, as in a JSON 6902 patch
	path  []any
	value *model.Value
}

// op returns the change as an Op.
func (c change) op() edit.Op {
	last := len(c.path) - 1
	switch index, inList := c.path[last].(int); {
	case c.verb == "remove":
		return edit.Op{Do: edit.Delete, Path: c.path}
	case c.verb == "add" && inList:
		return edit.Op{Do: edit.Insert, Path: c.path[:last], Index: index, Value: c.value}
	}
	return edit.Op{Do: edit.Set, Path: c.path, Value: c.value}
}

// jsonDifference returns the operations that turn from into to.
func jsonDifference(from, to *model.Value) (ops []kustomize.Operation) {
	for _, c := range difference(nil, from, to) {
		ops = append(ops, kustomize.Operation{Verb: c.verb, At: kustomize.PointerSteps(c.path), Value: c.value})
	}
	return ops
}

// difference returns the changes that turn from into to. A value with a place comes from the author's patch as a whole, and is
// replaced as a whole.
func difference(path []any, from, to *model.Value) (changes []change) {
	written := !to.Span.Empty()
	areMaps := from.IsMap() && to.IsMap()
	switch {
	case model.Equal(withoutNulls(from), withoutNulls(to)):
		return nil
	case areMaps && !(written && len(path) > 0):
		oldEntries, newEntries := kustomize.ByKey(from), kustomize.ByKey(to)
		for _, e := range from.Entries {
			if newEntries[e.Key.Text] == nil {
				changes = append(changes, change{"remove", model.Join(path, e.Key.Text), nil})
			}
		}
		for _, e := range to.Entries {
			entryPath := model.Join(path, e.Key.Text)
			if old := oldEntries[e.Key.Text]; old != nil {
				changes = append(changes, difference(entryPath, old, e.Value)...)
			} else if e.Value.Kind != model.Null {
				changes = append(changes, change{"add", entryPath, e.Value})
			}
		}
		return changes
	case !written && areAlike(from, to):
		return listDifference(path, 0, from.Items, to.Items)
	}
	return []change{{"replace", path, to}}
}

// areAlike reports whether two values are lists with the same length, or with common items.
func areAlike(from, to *model.Value) bool {
	if from.Kind != model.List || to.Kind != model.List {
		return false
	}
	return len(from.Items) == len(to.Items) || len(equalItems(from.Items, to.Items)) > 0
}

// listDifference returns the changes that turn the items after first into to. It removes items from the end first, so that indices
// stay valid, and then adds and replaces from the start.
func listDifference(path []any, first int, from, to []*model.Value) (changes []change) {
	pairs := pairItems(from, to)
	keptIndices := map[int]bool{}
	for _, i := range pairs {
		keptIndices[i] = true
	}
	for i := len(from) - 1; i >= 0; i-- {
		if !keptIndices[i] {
			changes = append(changes, change{"remove", model.Join(path, first+i), nil})
		}
	}
	for j, item := range to {
		itemPath := model.Join(path, first+j)
		i, paired := pairs[j]
		switch {
		case !paired:
			changes = append(changes, change{"add", itemPath, item})
		case item.Kind == model.Map && item.Str("key") != from[i].Str("key"):
			changes = append(changes, change{"replace", itemPath, item})
		default:
			changes = append(changes, difference(itemPath, from[i], item)...)
		}
	}
	return changes
}

// pairItems maps the index of each item of "to" to the item of "from" that it equals or replaces. Equal items keep their order; the
// items between them are paired one by one.
func pairItems(from, to []*model.Value) map[int]int {
	pairs := map[int]int{}
	i, j := 0, 0
	upTo := func(toI, toJ int) {
		for ; i < toI && j < toJ; i, j = i+1, j+1 {
			pairs[j] = i
		}
		i, j = toI, toJ
	}
	for _, pair := range equalItems(from, to) {
		upTo(pair[0], pair[1])
		pairs[j] = i
		i, j = i+1, j+1
	}
	upTo(len(from), len(to))
	return pairs
}

// equalItems returns the longest common subsequence of two lists, as pairs of indices.
func equalItems(from, to []*model.Value) (pairs [][2]int) {
	if len(from)*len(to) > maxCompared {
		return nil
	}
	longest := make([][]int, len(from)+1) // length of the common subsequence of from[i:] and to[j:]
	for i := range longest {
		longest[i] = make([]int, len(to)+1)
	}
	for i := len(from) - 1; i >= 0; i-- {
		for j := len(to) - 1; j >= 0; j-- {
			if longest[i][j] = max(longest[i+1][j], longest[i][j+1]); model.Equal(from[i], to[j]) {
				longest[i][j] = 1 + longest[i+1][j+1]
			}
		}
	}
	for i, j := 0, 0; i < len(from) && j < len(to); {
		switch {
		case model.Equal(from[i], to[j]):
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case longest[i+1][j] >= longest[i][j+1]:
			i++
		default:
			j++
		}
	}
	return pairs
}

// maxCompared bounds how many pairs of items are compared. Longer lists count as different in every item.
const maxCompared = 40_000

// withoutNulls returns the value without map entries that are null, because Kubernetes treats null as absent.
func withoutNulls(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		c.Entries = slices.DeleteFunc(slices.Clone(c.Entries), func(e *model.Entry) bool { return e.Value.Kind == model.Null })
	})
}
