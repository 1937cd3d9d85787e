package yaml

import "github.com/karplint/karplint/model"

// TextDocuments returns the YAML documents in the text of a value, or nil if they cannot be known.
func TextDocuments(text *model.Value) []*model.Document {
	if text == nil {
		return nil
	}
	if text.Origin != nil && text.Origin.Documents != nil {
		return text.Origin.Documents()
	}
	if text.Kind != model.String {
		return nil
	}
	documents := []*model.Document{}
	Documents(model.NewFile("", []byte(text.Text)), func(doc *model.Document, err *ParseError) bool {
		if err != nil || !doc.Root.IsMap() && doc.Root != nil {
			documents = nil
			return false
		}
		doc.Root = placedAt(doc.Root, text)
		documents = append(documents, doc)
		return true
	})
	return documents
}

// placedAt returns a copy of a tree in which every value has the place of the text, because a computed text has no lines in a file.
func placedAt(tree, text *model.Value) *model.Value {
	return tree.Copy(func(v *model.Value) {
		*v = *(&model.Value{Kind: v.Kind, Open: v.Open, Text: v.Text, Items: v.Items, Entries: v.Entries, Dash: -1}).PlacedAt(text)
	})
}
