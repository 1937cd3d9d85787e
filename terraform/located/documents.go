package located

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// WithDocuments returns a copy of o for a string that contains documents. read returns them; it is called once, on
// first use.
func WithDocuments(o *model.Origin, read func() []*model.Document) *model.Origin {
	changed := *o
	var documents []*model.Document
	isRead := false
	changed.Documents = func() []*model.Document {
		if !isRead {
			isRead = true
			documents = read()
		}
		return documents
	}
	return &changed
}

// WithText adds the documents in a string to its origin, if it may contain any. They have no places of their own: all their values
// get the place of the string.
func (m *Maker) WithText(v *model.Value) *model.Value {
	if !strings.Contains(v.Text, "\n") || !strings.Contains(v.Text, ":") {
		return v
	}
	f, text, span := m.File, v.Text, v.Span
	v.Origin = WithDocuments(v.Origin, func() []*model.Document {
		documents := FileDocuments(model.NewFile("", []byte(text)))
		for _, doc := range documents {
			Relocate(doc.Root, span, m.OriginIn(f, true, false))
			doc.File, doc.Span, doc.Templates = f, span, nil
		}
		return documents
	})
	return v
}

// WithTemplate adds the documents in an unknown text to its origin, if it may contain any. Only the parts that are templates are unknown.
// All values get the place of the text.
func (m *Maker) WithTemplate(v *model.Value) *model.Value {
	text, isTemplate := strings.CutPrefix(v.Text, `"`)
	text, ends := strings.CutSuffix(text, `"`)
	text = unquoting.Replace(text)
	if !isTemplate || !ends || !strings.Contains(text, ": ") && !strings.Contains(text, ":\n") {
		return v
	}
	f, span := m.File, v.Span
	v.Origin = WithDocuments(v.Origin, func() []*model.Document {
		documents := FileDocuments(model.NewFile("", []byte(text)))
		for _, doc := range documents {
			nameTemplates(doc.Root)
			Relocate(doc.Root, span, m.OriginIn(f, true, false))
			doc.File, doc.Span, doc.Templates = f, span, nil
		}
		return slices.DeleteFunc(documents, func(doc *model.Document) bool { return !doc.Root.IsMap() })
	})
	return v
}

// nameTemplates gives unknown values the canonical form of their expressions.
func nameTemplates(root *model.Value) {
	for v := range root.Nodes() {
		switch expression, isTemplate := strings.CutPrefix(v.Text, "${"); {
		case v.Kind != model.Unknown:
		case isTemplate && strings.HasSuffix(expression, "}") && !strings.Contains(expression, "${"):
			v.Text = strings.TrimSuffix(expression, "}")
		default:
			v.Text = `"` + v.Text + `"`
		}
	}
}

var unquoting = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", `\r`, "\r", `\t`, "\t")

// FileDocuments reads the documents of a file.
func FileDocuments(f *model.File) []*model.Document {
	var documents []*model.Document
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil && doc.Root != nil {
			documents = append(documents, doc)
		}
		return true
	})
	return documents
}

// Relocate gives every value in v the same place.
func Relocate(v *model.Value, span model.Span, origin *model.Origin) {
	for node := range v.Nodes() {
		node.Span, node.Origin, node.Dash = span, origin, -1
		node.ClearRare()
	}
}
