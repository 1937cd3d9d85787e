package project

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// documentsOf returns the documents that a text holds, nil where they cannot be known.
func documentsOf(text *model.Value) []*model.Document {
	if text == nil {
		return nil
	}
	if text.Origin != nil && text.Origin.Documents != nil {
		return text.Origin.Documents()
	}
	if text.Kind != model.String {
		return nil
	}
	// A text without a place of its own for what is in it: everything in it stands where the text does.
	documents := []*model.Document{}
	yaml.Documents(model.NewFile("", []byte(text.Text)), func(doc *model.Document, err *yaml.ParseError) bool {
		if err != nil || !doc.Root.IsMap() && doc.Root != nil {
			documents = nil
			return false
		}
		doc.Root = within(doc.Root, text)
		documents = append(documents, doc)
		return len(documents) < maxDocuments
	})
	return documents
}

// maxDocuments is how many documents of one text are looked at.
const maxDocuments = 1000

// within returns a copy of a tree in which everything stands where the text does.
func within(v, text *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		*c = *placed(&model.Value{Kind: c.Kind, Open: c.Open, Text: c.Text, Items: c.Items, Entries: c.Entries, Dash: -1}, text)
	})
}

// located returns the root of a document in which every value says in which file it stands.
func located(doc *model.Document) *model.Value {
	if doc.Root == nil {
		return nil
	}
	return withFile(doc.Root, &model.Origin{File: doc.File})
}

func withFile(v *model.Value, origin *model.Origin) *model.Value {
	return v.Copy(func(c *model.Value) {
		if c.Origin == nil {
			c.Origin = origin
		}
	})
}

// placed returns v with the place of another value: what was computed from it, and cannot be changed where it
// stands.
func placed(v, at *model.Value) *model.Value {
	v.Span, v.Props = at.Span, at.Props
	if at.Origin != nil {
		v.Origin = &model.Origin{File: at.Origin.File, Computed: true, Shared: at.Origin.Shared}
	}
	return v
}
