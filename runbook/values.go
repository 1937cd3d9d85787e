package runbook

import (
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// value returns the chart value at a path with dots, nil if it is not set.
func (c Chart) value(path string) *model.Value {
	if !c.Exists() {
		return nil
	}
	return c.Value.Get("values").Get(model.Keys(path)...)
}

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
