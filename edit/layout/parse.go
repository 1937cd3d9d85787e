package layout

import (
	"fmt"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// ReadDocument reads a text that must be one document.
func ReadDocument(f *model.File) (*model.Document, error) {
	return ReadOne(func(yield func(*model.Document, *yaml.ParseError) bool) { yaml.Documents(f, yield) })
}

// ReadOne returns the document that read yields; it must be one.
func ReadOne(read func(yield func(*model.Document, *yaml.ParseError) bool)) (*model.Document, error) {
	var doc *model.Document
	var failed error
	count := 0
	read(func(d *model.Document, err *yaml.ParseError) bool {
		count++
		if err != nil {
			failed = edit.Unproved("the change would not parse (%v)", err)
			return false
		}
		doc = d
		return true
	})
	if failed == nil && count != 1 {
		failed = edit.Unproved("the change would make %d documents of one", count)
	}
	return doc, failed
}

// ReadHCL reads a file, with its error made fit for people.
func ReadHCL(name string, data []byte) (*hcl.Source, error) {
	f := model.NewFile(name, data)
	source, err := hcl.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("line %d: %s", f.Position(err.Span.Start).Line, err.Message)
	}
	return source, nil
}
