package edit

import (
	"errors"

	"github.com/karplint/karplint/model"
)

// Detach returns a copy of v, which is a value of doc, with the comments that belong to it and to what is in it (see
// model.Value.Comments). The copy may be added to another document. Its nodes keep their Span, which says where in doc they
// were written.
func Detach(doc *model.Document, v *model.Value) *model.Value { return v } // TODO

// Document returns the text of a new YAML document that holds v, with the newlines and the indentation of the document that
// it will stand beside; no marker, and a newline at the end. Values of doc must be detached first.
func Document(doc *model.Document, v *model.Value) string { return "" } // TODO

// AddDocuments returns the edits that add documents with these texts behind doc, in order, whose own edits are given: markers
// and newlines between them are those of the file. It returns an error where doc is no document of a YAML file, or where the
// result would not read back as one document more for each text.
func AddDocuments(doc *model.Document, own []Edit, texts []string) ([]Edit, error) {
	return nil, errors.New("TODO")
}
