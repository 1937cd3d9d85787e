package convert

import (
	"path"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
)

// keptBefore says whether an object that is to be kept has its twin already.
func (c *conversion) keptBefore(o *object, change *facts.KindChange) bool {
	if !c.Keep || change == nil {
		return false
	}
	twin := c.seen.twinOf(o, change.To.Kind)
	if twin != nil {
		o.See(pages.Procedure).Info(nil, "its twin %s %s stands in %s already; left as it is", change.To.Kind, record.ShownName(o.Res), twin.path)
	}
	return twin != nil
}

// twinOf returns the object of a kind that is the object in another version of the API, or nil.
func (s *survey) twinOf(o *object, kind string) *member {
	at, known := s.byID[o.ID]
	if !known {
		return nil
	}
	return s.twinOfMember(s.members[at], kind)
}

// twinOfMember returns the object of a kind with the name of m in its directory. The twin of a patch stands in the same file, for a
// kustomization uses both. Templated names may mean different objects in different places: there the twin is the one at the place where
// karplint writes it, or the only one of one.
func (s *survey) twinOfMember(m member, kind string) *member {
	var same []*member
	isPatch := s.builds.IsPatch(m.path)
	for _, name := range []string{m.shown, ""} { // "" is that of the templated ones
		for _, i := range s.byPlace[spot{target{kind, name}, path.Dir(m.path)}] {
			other := &s.members[i]
			patches := s.builds.IsPatch(other.path)
			isItself := other.ID == m.ID // of a kind that a template decides about
			beside := other.path == m.path || path.Dir(other.path) == path.Dir(m.path) && !isPatch && !patches
			if m.shown != "" && other.shown == m.shown && beside && !isItself {
				same = append(same, other)
			}
		}
	}
	if len(same) == 0 {
		return nil
	}
	if m.name != "" {
		return same[0]
	}
	for _, other := range same {
		if m.origin().IsBeside(other.origin()) {
			return other
		}
	}
	ofResource := m.block != "" && (strings.Contains(m.shown, "each.") || strings.Contains(m.shown, "count."))
	if len(same) > 1 || ofResource || s.countNamed(m) > 1 {
		return nil
	}
	return same[0]
}

// countNamed returns how many objects of the kind of m have its template for a name in its directory.
func (s *survey) countNamed(m member) (count int) {
	for _, i := range s.byPlace[spot{target{m.kind, ""}, path.Dir(m.path)}] {
		if o := s.members[i]; o.shown == m.shown && path.Dir(o.path) == path.Dir(m.path) {
			count++
		}
	}
	return count
}
