package kustomize

import (
	"fmt"
	"regexp"
	"slices"
	"testing"
)

// TestChangeSet: the changes that may be for an object are found in their order, and those for other names are not looked at.
func TestChangeSet(t *testing.T) {
	selecting := func(name Matcher) *Change {
		return &Change{patch: &PatchDocument{Patch: &Patch{Target: &Selector{parts: map[string]Matcher{"name": name}}}}}
	}
	var all []*Change
	for i := range 1000 {
		all = append(all, selecting(literal(fmt.Sprintf("p%d", i%500))))
	}
	all = slices.Insert(all, 3, selecting(regexp.MustCompile("^(?:p.*)$")), &Change{}) // a replacement
	s := newChangeSet(all)
	var found []int
	for i := s.next(0, []string{"p1", "p2"}); i < len(all); i = s.next(i+1, []string{"p1", "p2"}) {
		found = append(found, i)
	}
	if want := []int{1, 2, 3, 4, 503, 504}; !slices.Equal(found, want) {
		t.Errorf("%v, not %v", found, want)
	}
	if s.decorated != 4 {
		t.Errorf("metadata is added before %d, not before the replacement", s.decorated)
	}
}
