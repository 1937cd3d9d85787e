package convert

import (
	"path"

	"github.com/karplint/karplint/model"
)

// namesake returns the first object of the kind and name of m in its directory, or nil if that is m itself. Patches, and names that
// are templated, stand for any number of objects.
func (s *survey) namesake(m member) *member {
	if s.builds.IsPatch(m.path) || m.name == "" {
		return nil
	}
	dir := path.Dir(m.path)
	for _, i := range s.byPlace[spot{target{m.kind, m.name}, dir}] {
		other := &s.members[i]
		if other.ID == m.ID {
			return nil
		}
		if !s.builds.IsPatch(other.path) && path.Dir(other.path) == dir {
			return other
		}
	}
	return nil
}

// sameName reports that there is an object of the same kind and name: Karpenter knows the one only that is applied last.
func (o *object) sameName() {
	file := o.Res.Document.File.Path
	other := o.seen.namesake(member{ID: o.ID, path: file, kind: o.Res.Kind, name: o.Res.Name})
	switch {
	case other == nil:
	case other.path == file:
		o.Warn(model.Keys("metadata.name"), "%s is in this file twice, and the one that is applied last counts; rename or remove one of them", o.Name)
	default:
		o.Warn(model.Keys("metadata.name"), "%s is also in %s, and the one that is applied last counts; rename or remove one of them if both are for one cluster", o.Name, other.path)
	}
}
