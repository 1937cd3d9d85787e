package funcs

import (
	"strings"

	"github.com/zclconf/go-cty/cty/function"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
)

// encoding returns a function that encodes a value as text, such as jsonencode. The document of the text is the value itself, at the place
// where that is written.
func encoding(f function.Function) func(*Call) *model.Value {
	return func(c *Call) *model.Value {
		v := c.Apply(c.Expr, f, c.form, c.Args...)
		if c.Args[0].Kind == model.Unknown {
			return v
		}
		doc := &model.Document{File: c.File, Syntax: model.HCL, Span: c.Span(c.Expr), Root: c.Args[0]}
		v.Origin = located.WithDocuments(v.Origin, func() []*model.Document { return []*model.Document{doc} })
		return v
	}
}

// decoding returns the inverse function, such as jsondecode. The values are located where the text is written. If the
// text is only partly known, so is the result.
func decoding(f function.Function) func(*Call) *model.Value {
	return func(c *Call) *model.Value {
		var document *model.Value
		if o := c.Args[0].Origin; o != nil && o.Documents != nil {
			if documents := o.Documents(); len(documents) == 1 {
				document = ofDocument(c.Maker, documents[0], documents[0].Root)
			}
		}
		text := c.Args[0].Text
		switch {
		case c.Args[0].Kind == model.Unknown && document != nil:
			return document
		case c.Args[0].Kind == model.Unknown:
			return c.undecided()
		case nesting(text) > maxNested:
			return c.tooMuch()
		case strings.Contains(text, "*") && len(located.FileDocuments(model.NewFile("", []byte(text)))) != 1:
			return c.undecided() // aliases may expand to any number of values; only the own parser bounds that
		}
		v := c.Apply(c.Expr, f, c.form, c.Args...)
		if v.Kind == model.Unknown {
			return v
		}
		return located.Locate(v, document)
	}
}

const maxNested = 500 // nested collections in a text that is decoded

// nesting returns the largest number of brackets that are open at once. Collections in flow style are not nested deeper than
// that.
func nesting(text string) int {
	depth, deepest := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ']', '}':
			depth--
		}
	}
	return deepest
}

// ofDocument returns a copy of a document's value as an evaluated one: every value has an origin, aliases and merge keys
// are expanded.
func ofDocument(m *located.Maker, doc *model.Document, v *model.Value) *model.Value {
	if doc.Syntax == model.HCL {
		return v
	}
	return (&decoder{m: m, doc: doc}).value(v)
}

type decoder struct {
	m   *located.Maker
	doc *model.Document
}

func (d *decoder) value(v *model.Value) *model.Value {
	limit.Point()
	out := *v
	out.ClearNames()
	out.Dash = -1
	if v.Origin == nil {
		out.Origin = d.m.OriginIn(d.doc.File, v.Alias() != "", false)
	}
	out.Items, out.Entries = nil, nil
	for _, item := range v.Items {
		out.Items = append(out.Items, d.value(item))
	}
	for _, e := range v.Entries {
		if e.IsMerge() {
			d.merge(&out, e)
			continue
		}
		out.Entries = append(out.Entries, &model.Entry{Key: d.value(e.Key), Value: d.value(e.Value)})
	}
	out.Entries = located.LastOfEach(out.Entries)
	if out.Open {
		out.Text = d.m.Unique()
	}
	return &out
}

func (d *decoder) merge(out *model.Value, e *model.Entry) {
	merged := d.value(e.Value)
	if merged.Kind == model.Map {
		merged = &model.Value{Items: []*model.Value{merged}}
	}
	for _, m := range merged.Items {
		out.Entries = append(out.Entries, m.Entries...)
		out.Open = out.Open || m.Open || m.Kind == model.Unknown
	}
}

// trimmed is trimspace and chomp. The result keeps the documents of the text, because blanks around
// them do not matter.
func (c *Call) trimmed() *model.Value {
	v := c.Apply(c.Expr, library[c.Name], c.form, c.Args...)
	if c.Args[0].Origin != nil && c.Args[0].Origin.Documents != nil {
		v.Origin = located.WithDocuments(v.Origin, c.Args[0].Origin.Documents)
	}
	return v
}
