package lint

import (
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// evaluatedObjects returns Karpenter's objects among the resources of a root.
func evaluatedObjects(resources []*survey.Resource) (objects []Evaluated) {
	for _, r := range resources {
		o := r.Object
		if o == nil || o.Document == nil || !facts.IsKarpenter(o.Group()) {
			continue
		}
		file := o.Document.File
		if o.Value.Origin != nil && o.Value.Origin.File != nil {
			file = o.Value.Origin.File
		}
		objects = append(objects, Evaluated{File: file.Path, Start: o.Value.Span.Start, Value: o.Value.LocatedIn(&model.Origin{File: file})})
	}
	return objects
}
