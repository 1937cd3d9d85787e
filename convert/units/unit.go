// Package units divides a file into the units that are converted as one: the objects in manifests and in Terraform, and the rest of
// each document.
package units

import (
	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// ID identifies an object of a run: the number of its file in the run, and its own in the file.
type ID struct{ File, Index int }

// Unit is a part of a file that is converted as one, or left unchanged: an object, or a document
// without objects.
type Unit struct {
	ID
	Doc     *model.Document
	Around  *model.Document  // the Terraform file, if Doc is a document in a heredoc; nil otherwise
	Err     *yaml.ParseError // instead of Doc, if the document was not read or does not parse
	Res     *model.Resource
	Number  int             // of the document in the file, from 1
	Block   *model.Resource // the block of Terraform that contains it; nil: none does
	Place   []any           // in the Terraform file
	Only    bool            // it is the only object in its argument, or local value
	Alone   bool            // it is the only object in its block, which applies it itself
	Count   int             // of the documents in the text of Terraform that contains it
	Body    model.Span      // of that text
	Apart   bool            // the text has several documents, and its resource applies the first one alone
	Ignored bool            // it is another one of them
}

// minDocuments is the number of documents at the start of a file that are read, whatever they contain.
const minDocuments = 1000

// Read calls yield for each unit of a file of manifests. file is the number of the file in the run. matters reports whether a document
// may concern Karpenter; of a long file, others are not read. nil: all may.
func Read(f *model.File, file int, matters func(document []byte) bool, yield func(*Unit)) {
	numbered := numbering(file, yield)
	asked := 0
	reads := func(document []byte) bool { // the first call is for the whole file
		asked++
		return asked <= 1+minDocuments || matters == nil || matters(document)
	}
	yaml.Wanted(f, reads, func(number int, doc *model.Document, err *yaml.ParseError) bool {
		limit.Point()
		if err != nil {
			numbered(&Unit{Err: err, Number: number + 1})
			return true
		}
		for _, u := range withInner(doc) {
			u.Number = number + 1
			numbered(u)
		}
		return true
	})
}

// numbering returns a function that numbers the units of a file and yields them.
func numbering(file int, yield func(*Unit)) func(*Unit) {
	count := 0
	return func(u *Unit) {
		u.ID = ID{file, count}
		count++
		yield(u)
	}
}

// OfDocument returns the objects of a document, or its root where it contains none.
func OfDocument(doc *model.Document) []*Unit {
	resources := yaml.Resources(doc)
	if len(resources) == 0 && doc.Root != nil {
		resources = []*model.Resource{{Document: doc, Value: doc.Root}}
	}
	units := make([]*Unit, len(resources))
	for i, res := range resources {
		units[i] = &Unit{Doc: doc, Res: res}
	}
	return units
}
