package inventory

import (
	"reflect"
	"slices"

	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/project"
)

// SameText reports whether a path has the same text in both rounds.
func (r *Round) SameText(other *Round, name string) bool {
	return fileset.StateOf(r.Files, name) == fileset.StateOf(other.Files, name)
}

// SameObservations reports whether the files of both rounds contain the same of all that projects are arranged by.
func (r *Round) SameObservations(other *Round) bool {
	return slices.EqualFunc(r.observing(), other.observing(), sameObservations) && slices.EqualFunc(r.Roots, other.Roots, sameSummary)
}

// observing returns the files with observations.
func (r *Round) observing() []observedFile {
	return slices.DeleteFunc(slices.Clone(r.observed), func(f observedFile) bool { return f.observations.Len() == 0 })
}

func sameObservations(a, b observedFile) bool {
	o, p := &a.observations, &b.observations
	return project.SameResources(o.Resources, p.Resources) && slices.Equal(o.Sources, p.Sources) && slices.Equal(o.Builds, p.Builds) &&
		slices.Equal(o.Variables, p.Variables) && slices.Equal(o.Uses, p.Uses) && slices.Equal(o.Settings, p.Settings)
}

// sameSummary reports whether two roots are the same for projects of other files.
func sameSummary(a, b *Root) bool {
	if a.Summary == b.Summary {
		return true
	}
	return a.Summary.Dir == b.Summary.Dir && a.Summary.Target.String() == b.Summary.Target.String() && a.Broken == b.Broken &&
		project.SameResources(a.Summary.Resources, b.Summary.Resources) && slices.Equal(a.Summary.Uses, b.Summary.Uses) &&
		reflect.DeepEqual(a.applied, b.applied)
}
