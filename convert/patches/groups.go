package patches

import (
	"github.com/karplint/karplint/kustomize"
)

// groupEnds returns, for each operation without a single counterpart, the end of the group of operations from it on that change the same fields of
// the converted objects. An operation with a counterpart ends all groups before it.
func groupEnds(written []kustomize.Operation, single [][]kustomize.Operation, patchings []*jsonPatching) []int {
	ends := make([]int, len(written))
	var earlier touched
	for i := range written {
		ends[i] = i + 1
		if single[i] != nil {
			earlier = nil
			continue
		}
		places := touches(i, written, patchings)
		if last, ok := earlier.lastAt(places); ok {
			ends[last] = i + 1
		}
		earlier = earlier.add(i, places)
	}
	for i := len(ends) - 2; i >= 0; i-- {
		if single[i] == nil && single[i+1] == nil && ends[i+1] > i+2 {
			ends[i] = max(ends[i], ends[i+1])
		}
	}
	return ends
}

// touches returns the places that the i-th operation changes in the converted objects.
func touches(i int, written []kustomize.Operation, patchings []*jsonPatching) (places [][]string) {
	for _, p := range patchings {
		for _, op := range p.difference(i, i+1, written[i:i+1]) {
			places = append(places, op.At)
		}
	}
	return places
}

// touched holds the last operation that changes a place, and the last one that changes something below it. Both are 0 for none, and count from 1.
type touched map[string]struct{ at, below int }

// lastAt returns the last operation that changes one of the places, or a place above or below one.
func (t touched) lastAt(places [][]string) (operation int, ok bool) {
	last := 0
	for _, place := range places {
		for n := range place {
			last = max(last, t[kustomize.Pointer(place[:n])].at)
		}
		here := t[kustomize.Pointer(place)]
		last = max(last, here.at, here.below)
	}
	return last - 1, last > 0
}

// add records the places that an operation changes.
func (t touched) add(operation int, places [][]string) touched {
	if t == nil {
		t = touched{}
	}
	for _, place := range places {
		for n := range place {
			above := t[kustomize.Pointer(place[:n])]
			above.below = operation + 1
			t[kustomize.Pointer(place[:n])] = above
		}
		here := t[kustomize.Pointer(place)]
		here.at = operation + 1
		t[kustomize.Pointer(place)] = here
	}
	return t
}
