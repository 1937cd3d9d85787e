package place

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// objectOf finds the object from which a resource was made: in a List by the first steps of its paths, otherwise
// by its address.
func (p *Document) objectOf(r *survey.Resource) *model.Resource {
	objects := p.objects()
	if len(objects) == 1 && len(objects[0].Path) == 0 {
		return objects[0]
	}
	for _, path := range r.Real { // in any order: all are in one item
		for _, o := range objects {
			if len(path) > 1 && path[0] == o.Path[0] && path[1] == o.Path[1] {
				return o
			}
		}
	}
	for _, o := range objects {
		if o.Address() == r.Address {
			return o
		}
	}
	return &model.Resource{Document: p.Doc, Value: p.Doc.Root}
}
