package convert

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// unit is what is converted or left as one: an object, or a document that is none.
type unit struct {
	id
	doc     *model.Document
	around  *model.Document  // the Terraform file that doc stands in a heredoc of; nil: doc is no such document
	err     *yaml.ParseError // instead of doc, for a document that does not parse
	res     *model.Resource
	no      int             // number of the document in the file, from 1
	block   *model.Resource // of Terraform, that it stands in; nil: in none
	place   []any           // in that file
	only    bool            // it is the only object in its argument, or local value
	alone   bool            // it is the only object in its block, which applies it itself
	several bool            // it is one of several documents of a text
	body    model.Span      // of that text
}

// units calls yield for everything in a file of manifests that may be converted.
func units(f *model.File, file int, yield func(*unit)) {
	numbered := numbering(file, yield)
	no := 0
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		no++
		if err != nil {
			numbered(&unit{err: err, no: no})
			return true
		}
		for _, u := range unitsOf(doc) {
			u.no = no
			numbered(u)
		}
		return true
	})
}

// numbering returns what numbers the units of a file before it yields them.
func numbering(file int, yield func(*unit)) func(*unit) {
	object := 0
	return func(u *unit) {
		u.id = id{file, object}
		object++
		yield(u)
	}
}

// unitsOf returns the objects of a document, or the whole of one that holds none.
func unitsOf(doc *model.Document) []*unit {
	resources := yaml.Resources(doc)
	if len(resources) == 0 && doc.Root != nil {
		resources = []*model.Resource{{Document: doc, Value: doc.Root}}
	}
	all := make([]*unit, len(resources))
	for i, res := range resources {
		all[i] = &unit{doc: doc, res: res}
	}
	return all
}
