package place

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Parsed is a document of a manifest file, or its parse error.
type Parsed struct {
	Number int // in its file, from 0
	Doc    *model.Document
	Err    *yaml.ParseError
}

// ParseDocuments returns the documents of a manifest file for whose bytes selects returns true; nil selects each.
func ParseDocuments(f *model.File, selects func([]byte) bool) (documents []Parsed) {
	yaml.Wanted(f, selects, func(number int, doc *model.Document, err *yaml.ParseError) bool {
		documents = append(documents, Parsed{number, doc, err})
		return true
	})
	return documents
}
