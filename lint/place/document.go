package place

import (
	"sync"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// Document is a document with its comments and blocks, which are read when the first fix needs them.
type Document struct {
	Doc       *model.Document
	Embedded  bool            // it is inside a text of another document
	Terraform *model.Document // the Terraform file in whose heredoc it is, nil if it is in none
	Comments  func() []yaml.Comment
	Blocks    func() ([]*gotmpl.Block, error) // of templates that control its lines

	objects func() []*model.Resource
	anchors func() *anchors
}

// NewDocument returns the document, with nothing read yet.
func NewDocument(doc *model.Document) *Document {
	return &Document{
		Doc:      doc,
		Comments: sync.OnceValue(func() []yaml.Comment { return yaml.Comments(doc) }),
		Blocks:   sync.OnceValues(func() ([]*gotmpl.Block, error) { return yaml.Blocks(doc, doc.Root.Span) }),
		objects:  sync.OnceValue(func() []*model.Resource { return Resources(doc) }),
		anchors:  sync.OnceValue(func() *anchors { return newAnchors(doc) }),
	}
}

// Resources returns the objects of a document. A document without an object, such as the values of
// a chart, counts as one nameless resource, for rules about every kind.
func Resources(doc *model.Document) []*model.Resource {
	objects := yaml.Resources(doc)
	if len(objects) == 0 && doc.Root != nil {
		return []*model.Resource{{Document: doc, Value: doc.Root}}
	}
	return objects
}
