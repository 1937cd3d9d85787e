package hcl

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// withDocuments returns an origin like o whose string holds the documents that read returns; read is called once, when
// they are asked for.
func (s *scope) withDocuments(o *model.Origin, read func() []*model.Document) *model.Origin {
	with := *o
	var documents []*model.Document
	done := false
	with.Documents = func() []*model.Document {
		if !done {
			done = true
			documents = read()
		}
		return documents
	}
	return &with
}

// templateDocuments reads the documents of a template's text, and puts what is known in the place of its interpolations.
func (s *scope) templateDocuments(e *hclsyntax.TemplateExpr, body model.Span) func() []*model.Document {
	return func() []*model.Document {
		r := &renderer{s: s}
		gone := r.gather(e.Parts)
		slices.SortStableFunc(r.parts, func(a, b hclsyntax.Expression) int { return a.Range().Start.Byte - b.Range().Start.Byte })
		documents := embedded(s.file, body, gone)
		for _, doc := range documents {
			r.value(doc, doc.Root)
		}
		return documents
	}
}

// embedded reads the documents in a part of a file, as if blanks stood in the spans that are gone.
func embedded(f *model.File, body model.Span, gone []model.Span) []*model.Document {
	from := f
	if len(gone) > 0 {
		from = model.NewFile(f.Path, slices.Clone(f.Data))
		for _, span := range gone {
			blankOut(from.Data[span.Start:span.End])
		}
	}
	var documents []*model.Document
	yaml.Embedded(from, body, func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil && doc.Root != nil {
			doc.File = f
			documents = append(documents, doc)
		}
		return len(documents) < maxDocuments
	})
	return documents
}

func blankOut(text []byte) {
	for i, c := range text {
		if c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
}

const maxDocuments = 10_000 // in one string

// withText gives a string the documents in its text, if it may hold some. They have no places of their own: all of their values
// stand where the string does.
func (s *scope) withText(v *model.Value) *model.Value {
	if !strings.Contains(v.Text, "\n") || !strings.Contains(v.Text, ":") {
		return v
	}
	f, text, span := s.file, v.Text, v.Span
	v.Origin = s.withDocuments(v.Origin, func() []*model.Document {
		documents := fileDocuments(model.NewFile("", []byte(text)))
		for _, doc := range documents {
			relocate(doc.Root, span, s.ev.origin(f, true, false))
			doc.File, doc.Span, doc.Templates = f, span, nil
		}
		return documents
	})
	return v
}

// split is split(separator, text). Where the separator is that of YAML documents, the parts hold the documents of the text. A text that is
// not known in full is cut as well, into a part for each document.
func (c *call) split() *model.Value {
	if !isModestCall("split", c.args) {
		return c.tooMuch()
	}
	v := c.library()
	if c.args[0].Kind != model.String || strings.TrimSpace(c.args[0].Text) != "---" || c.args[1].Origin == nil || c.args[1].Origin.Documents == nil {
		return v
	}
	documents := c.args[1].Origin.Documents()
	if v.Kind == model.Unknown && len(documents) > 0 {
		v = c.partsOf(c.args[1].Text, len(documents))
	}
	var parts []*model.Value
	for _, item := range v.Items {
		if item.Kind == model.Unknown || strings.TrimSpace(item.Text) != "" {
			parts = append(parts, item)
		}
	}
	if len(parts) != len(documents) {
		return v // some are nothing but comments, or do not parse
	}
	for i, part := range parts {
		part.Origin = c.withDocuments(part.Origin, func() []*model.Document { return documents[i : i+1] })
	}
	return v
}

// partsOf returns the parts of a text of n documents, of which only the form of the template is known: none is empty
// but what is in front of a separator at the start.
func (c *call) partsOf(template string, n int) *model.Value {
	list := c.computed(c.e, model.List)
	if strings.HasPrefix(template, `"---`) {
		list.Items = append(list.Items, c.str(c.e, ""))
	}
	for range n {
		list.Items = append(list.Items, c.unknown(c.e, c.form()+"["+strconv.Itoa(len(list.Items))+"]"))
	}
	return list
}

// fileDocuments reads the documents of a file.
func fileDocuments(f *model.File) []*model.Document {
	var documents []*model.Document
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil && doc.Root != nil {
			documents = append(documents, doc)
		}
		return len(documents) < maxDocuments
	})
	return documents
}
