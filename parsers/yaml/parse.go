// Package yaml reads YAML and JSON into the located tree, document by document. Templates are
// masked at equal length, so every position maps straight back to the file.
package yaml

import "github.com/karplint/karplint/model"

// ParseError is a document that does not parse, and where.
type ParseError struct {
	Span    model.Span // at least the byte where reading stopped
	Message string     // the fact, lower case, one line
	Foreign string     // the template language it seems to be written in ("Jinja"), or ""
}

func (e *ParseError) Error() string { return e.Message }

// Documents calls yield for each document of the file, in order, with either the document or
// the error of that document; the documents after a broken one are still read. It stops when
// yield returns false. Nothing of a document is kept after yield returns.
func Documents(f *model.File, yield func(*model.Document, *ParseError) bool) {
	panic("TODO")
}

// Resources returns the Kubernetes objects in a document: the root, or each item of a List;
// none for a document that is no object (a values file, a plain list).
func Resources(doc *model.Document) []*model.Resource {
	panic("TODO")
}

// Comment is one comment: from "#" to the end of the line.
type Comment struct {
	Span model.Span
	Text string // without "#" and surrounding blanks
}

// Comments returns the comments of a document (never a "#" inside a scalar), in order.
func Comments(doc *model.Document) []Comment {
	panic("TODO")
}
