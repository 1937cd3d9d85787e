package place

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// objects are the objects of a document. A List may have as many as reports name, so each is found without reading the others.
type objects struct {
	whole     *model.Resource            // the document, if it is one object
	items     map[any]*model.Resource    // of a List, by their index
	byAddress map[string]*model.Resource // the first one with each address
}

func newObjects(doc *model.Document) *objects {
	found := &objects{items: map[any]*model.Resource{}, byAddress: map[string]*model.Resource{}}
	for _, o := range Resources(doc) {
		if len(o.Path) == 0 {
			found.whole = o
		} else {
			found.items[o.Path[len(o.Path)-1]] = o
		}
		if address := o.Address(); found.byAddress[address] == nil {
			found.byAddress[address] = o
		}
	}
	return found
}

// objectOf finds the object from which a resource was made: in a List by the first steps of its paths, otherwise
// by its address.
func (p *Page) objectOf(r *survey.Resource) *model.Resource {
	in := p.objects()
	if in.whole != nil {
		return in.whole
	}
	for _, path := range r.Real { // in any order: all are in one item
		if len(path) > 1 && path[0] == "items" && in.items[path[1]] != nil {
			return in.items[path[1]]
		}
	}
	if o := in.byAddress[r.Address]; o != nil {
		return o
	}
	return &model.Resource{Document: p.Doc, Value: p.Doc.Root}
}
