package runbook

import (
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// get returns the value of the chart at a path with dots, nil if it is not set.
func get(values *model.Value, path string) *model.Value { return values.Get(model.Keys(path)...) }

// ofGeneration returns the objects of a version of the API.
func (i *Installation) ofGeneration(name string) (objects []*Object) {
	for _, o := range i.Objects {
		if o.Generation == name {
			objects = append(objects, o)
		}
	}
	return objects
}

// oldestGeneration returns the oldest version of the API among the objects, "" without any.
func (i *Installation) oldestGeneration() string {
	for _, g := range facts.Served().Generations {
		if len(i.ofGeneration(g.Name)) > 0 {
			return g.Name
		}
	}
	return ""
}

// isTwinned reports whether each object of the oldest version of the API stands beside its successor.
func (i *Installation) isTwinned() bool {
	old := i.ofGeneration(i.oldestGeneration())
	return len(old) > 0 && !slices.ContainsFunc(old, func(o *Object) bool { return i.successor(o) == nil })
}
