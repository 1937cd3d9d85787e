package kustomize

import (
	"sort"
)

// changeSet are the changes of a kustomization and of its components, in their order. It finds those that may be for an object by
// its names, because a kustomization may have thousands of patches for thousands of objects.
type changeSet struct {
	all       []*Change
	byName    map[string][]int // the positions of changes for objects of one name
	unnamed   []int            // the positions of the others
	decorated int              // the position of the first change that kustomize makes after it adds metadata
}

func newChangeSet(all []*Change) *changeSet {
	s := &changeSet{all: all, byName: map[string][]int{}, decorated: len(all)}
	for i, c := range all {
		if s.decorated == len(all) && (c.patch == nil || c.patch.Patch.Field == json6902) {
			s.decorated = i
		}
		if name, isOne := c.name(); isOne {
			s.byName[name] = append(s.byName[name], i)
		} else {
			s.unnamed = append(s.unnamed, i)
		}
	}
	return s
}

// name returns the name of the objects that the change is for; false if they may have different ones.
func (c *Change) name() (name string, isOne bool) {
	if c.patch == nil {
		return "", false
	}
	if target := c.patch.Patch.Target; target != nil {
		name, isOne := target.parts["name"].(literal)
		return string(name), isOne
	}
	if c.patch.Object == nil {
		return "", false
	}
	return c.patch.Object.Name, true
}

// next returns the position, from a position on, of the next change that may be for an object with the names; len(all) if there is none.
func (s *changeSet) next(from int, names []string) int {
	nearest := len(s.all)
	try := func(positions []int) {
		if i := sort.SearchInts(positions, from); i < len(positions) {
			nearest = min(nearest, positions[i])
		}
	}
	try(s.unnamed)
	for _, name := range names {
		try(s.byName[name])
	}
	return nearest
}

// selects reports whether a change selects an object.
func (s *changeSet) selects(o *Object) bool {
	for i := s.next(0, o.Names); i < len(s.all); i = s.next(i+1, o.Names) {
		if s.all[i].selects(o) {
			return true
		}
	}
	return false
}
