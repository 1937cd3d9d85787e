package patches

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// A change is one step from a value to another one.
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

// jsonDifference returns the operations that make want of have.
func jsonDifference(have, want *model.Value) (ops []kustomize.Operation) {
	for _, c := range difference(nil, have, want) {
		ops = append(ops, kustomize.Operation{Verb: c.verb, At: kustomize.PointerSteps(c.path), Value: c.value})
	}
	return ops
}

// difference returns the changes that turn have at a path into want. A value that the author of a patch has written is not divided.
func difference(path []any, have, want *model.Value) (changes []change) {
	written := !want.Span.Empty()
	areMaps := have.IsMap() && want.IsMap()
	switch {
	case model.Equal(withoutNulls(have), withoutNulls(want)):
		return nil
	case areMaps && !(written && len(path) > 0):
		was, is := kustomize.ByKey(have), kustomize.ByKey(want)
		for _, e := range have.Entries {
			if is[e.Key.Text] == nil {
				changes = append(changes, change{"remove", model.Join(path, e.Key.Text), nil})
			}
		}
		for _, e := range want.Entries {
			here := model.Join(path, e.Key.Text)
			if old := was[e.Key.Text]; old != nil {
				changes = append(changes, difference(here, old, e.Value)...)
			} else if e.Value.Kind != model.Null {
				changes = append(changes, change{"add", here, e.Value})
			}
		}
		return changes
	case !written && areAlike(have, want):
		return listDifference(path, 0, have.Items, want.Items)
	}
	return []change{{"replace", path, want}}
}

// areAlike reports whether two values are lists of as many items, or with items in common.
func areAlike(have, want *model.Value) bool {
	if have.Kind != model.List || want.Kind != model.List {
		return false
	}
	return len(have.Items) == len(want.Items) || len(equalItems(have.Items, want.Items)) > 0
}

// listDifference returns the changes that make want of the items of a list from the first-th on: first all that go, from the end, then from
// the beginning what is new or other.
func listDifference(path []any, first int, have, want []*model.Value) (changes []change) {
	pairs := pairItems(have, want)
	stays := map[int]bool{}
	for _, i := range pairs {
		stays[i] = true
	}
	for i := len(have) - 1; i >= 0; i-- {
		if !stays[i] {
			changes = append(changes, change{"remove", model.Join(path, first+i), nil})
		}
	}
	for j, item := range want {
		here := model.Join(path, first+j)
		i, paired := pairs[j]
		switch {
		case !paired:
			changes = append(changes, change{"add", here, item})
		case item.Kind == model.Map && item.Str("key") != have[i].Str("key"):
			changes = append(changes, change{"replace", here, item})
		default:
			changes = append(changes, difference(here, have[i], item)...)
		}
	}
	return changes
}

// pairItems returns the item of have that each item of want is or takes the place of. Equal ones stay in order; between them, the
// first takes the place of the first.
func pairItems(have, want []*model.Value) map[int]int {
	pairs := map[int]int{}
	i, j := 0, 0
	upTo := func(toI, toJ int) {
		for ; i < toI && j < toJ; i, j = i+1, j+1 {
			pairs[j] = i
		}
		i, j = toI, toJ
	}
	for _, same := range equalItems(have, want) {
		upTo(same[0], same[1])
		pairs[j] = i
		i, j = i+1, j+1
	}
	upTo(len(have), len(want))
	return pairs
}

// equalItems returns the indices of equal items of two lists, as many as there are in the same order in both.
func equalItems(have, want []*model.Value) (pairs [][2]int) {
	if len(have)*len(want) > maxCompared {
		return nil
	}
	longest := make([][]int, len(have)+1) // of the items from i and j on
	for i := range longest {
		longest[i] = make([]int, len(want)+1)
	}
	for i := len(have) - 1; i >= 0; i-- {
		for j := len(want) - 1; j >= 0; j-- {
			if longest[i][j] = max(longest[i+1][j], longest[i][j+1]); model.Equal(have[i], want[j]) {
				longest[i][j] = 1 + longest[i+1][j+1]
			}
		}
	}
	for i, j := 0, 0; i < len(have) && j < len(want); {
		switch {
		case model.Equal(have[i], want[j]):
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

// maxCompared bounds how many pairs of items are compared; longer lists differ in all of them.
const maxCompared = 40_000

// withoutNulls returns a value without the entries of maps that are null, which Kubernetes takes for none.
func withoutNulls(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		c.Entries = slices.DeleteFunc(slices.Clone(c.Entries), func(e *model.Entry) bool { return e.Value.Kind == model.Null })
	})
}
