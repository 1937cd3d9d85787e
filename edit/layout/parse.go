package layout

import (
	"fmt"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// reader calls yield for each document of a text, as yaml.Documents does.
type reader func(yield func(*model.Document, *yaml.ParseError) bool)

// ReadAll returns the documents of a text that must parse.
func ReadAll(read reader) (docs []*model.Document, failed error) {
	read(func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil {
			failed = edit.Unproved("the change would not parse (%v)", err)
			return false
		}
		docs = append(docs, doc)
		return true
	})
	return docs, failed
}

// ReadOne returns the document of a text that must contain exactly one.
func ReadOne(read reader) (*model.Document, error) {
	docs, err := ReadAll(read)
	switch {
	case err != nil:
		return nil, err
	case len(docs) != 1:
		return nil, edit.Unproved("the change would make %d documents of one", len(docs))
	}
	return docs[0], nil
}

// ReadDocument is like ReadOne, for a file.
func ReadDocument(f *model.File) (*model.Document, error) {
	return ReadOne(func(yield func(*model.Document, *yaml.ParseError) bool) { yaml.Documents(f, yield) })
}

// ReadHCL reads a Terraform file; its error is fit for users.
func ReadHCL(f *model.File) (*hcl.Source, error) {
	source, err := hcl.Parse(f)
	if err != nil {
		return nil, fmt.Errorf("line %d: %s", f.Position(err.Span.Start).Line, err.Message)
	}
	return source, nil
}
