package hcl

import (
	"slices"
	"sort"
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
		r := &renderer{s: s, parts: slices.Clone(e.Parts)}
		slices.SortFunc(r.parts, func(a, b hclsyntax.Expression) int { return a.Range().Start.Byte - b.Range().Start.Byte })
		documents := embedded(s.file, body)
		for _, doc := range documents {
			r.value(doc, doc.Root)
		}
		return documents
	}
}

func embedded(f *model.File, body model.Span) []*model.Document {
	var documents []*model.Document
	yaml.Embedded(f, body, func(doc *model.Document, err *yaml.ParseError) bool {
		if err == nil && doc.Root != nil {
			documents = append(documents, doc)
		}
		return len(documents) < maxDocuments
	})
	return documents
}

const maxDocuments = 10_000 // in one string

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

// renderer evaluates the interpolations in documents that were read with their templates masked.
type renderer struct {
	s     *scope
	parts []hclsyntax.Expression // in the order of the file
}

// value evaluates what is templated in v. v changes in place: nobody else has the document yet.
func (r *renderer) value(doc *model.Document, v *model.Value) {
	if v == nil || v.Alias != "" {
		return
	}
	if v.Kind == model.Unknown {
		r.scalar(doc, v)
		return
	}
	if v.Kind == model.String && strings.Contains(v.Text, "{") {
		v.Text = strings.NewReplacer("$${", "${", "%%{", "%{").Replace(v.Text)
	}
	for _, item := range v.Items {
		r.value(doc, item)
	}
	for _, e := range v.Entries {
		r.value(doc, e.Key)
		if e.Key.Kind != model.Unknown && e.Key.IsScalar() {
			e.Key.Kind = model.String
		}
		r.value(doc, e.Value)
	}
}

// scalar gives an Unknown its value, if all of its interpolations are known, else its canonical form.
func (r *renderer) scalar(doc *model.Document, v *model.Value) {
	var known, form strings.Builder
	at := v.Span.Start
	all, whole := true, false
	first := sort.Search(len(doc.Templates), func(i int) bool { return doc.Templates[i].Start >= v.Span.Start })
	for _, t := range doc.Templates[first:] {
		if t.End > v.Span.End {
			break
		}
		literal := string(doc.File.Data[at:t.Start])
		known.WriteString(literal)
		form.WriteString(quoted(literal))
		at = t.End
		part := r.part(t)
		if part == nil {
			all = false
			form.WriteString(doc.Text(t))
			continue
		}
		whole = t == v.Span || v.Style == model.DoubleQuoted && t.Start == v.Span.Start+1 && t.End == v.Span.End-1
		if part.IsScalar() {
			known.WriteString(stringOf(part))
			form.WriteString(quoted(stringOf(part)))
			continue
		}
		all = false
		if whole {
			v.Text = text(part)
			return
		}
		form.WriteString(interpolated(text(part)))
	}
	rest := string(doc.File.Data[at:v.Span.End])
	if !all {
		if v.Style == model.Plain || v.Style == model.DoubleQuoted || v.Style == model.SingleQuoted {
			v.Text = short(`"` + strings.Trim(form.String()+quoted(rest), `'\"`) + `"`)
		}
		return
	}
	known.WriteString(rest)
	if known.Len() > 0 && known.Len() < maxString {
		r.replace(doc, v, known.String())
	}
}

// part returns the value of the interpolation that a template's span covers, nil if it is more than one, or a directive.
func (r *renderer) part(span model.Span) *model.Value {
	var found hclsyntax.Expression
	first := sort.Search(len(r.parts), func(i int) bool { return r.parts[i].Range().Start.Byte >= span.Start })
	for _, part := range r.parts[first:] {
		at := spanOf(part.Range())
		if at.Start >= span.End {
			break
		}
		if _, literal := part.(*hclsyntax.LiteralValueExpr); literal && at.Start < span.Start+2 || !span.Contains(at) {
			continue
		}
		if found != nil {
			return nil
		}
		found = part
	}
	if found == nil {
		return nil
	}
	return r.s.quietly(found)
}

// replace reads rendered, the text of v with its interpolations replaced, and gives v what it says. It keeps its place.
func (r *renderer) replace(doc *model.Document, v *model.Value, rendered string) {
	root := rereadBelowKey(rendered)
	if root == nil {
		root = rereadAsLines(rendered)
	}
	if root == nil {
		return
	}
	if countValues(root, maxValues) >= maxValues {
		return
	}
	span, props, dash, style := v.Span, v.Props, v.Dash, v.Style
	origin := r.s.ev.origin(doc.File, true, false)
	relocate(root, span, origin)
	*v = *root
	v.Span, v.Props, v.Dash = span, props, dash
	if v.IsScalar() {
		v.Style = style
	}
}

// rereadBelowKey reads text as the value of a key.
func rereadBelowKey(text string) *model.Value {
	docs := fileDocuments(model.NewFile("", []byte("k: "+text+"\n")))
	if len(docs) != 1 {
		return nil
	}
	return docs[0].Root.Get("k")
}

// rereadAsLines reads text whose first line lacks the indentation of the others, as behind ${indent(4, x)}.
func rereadAsLines(text string) *model.Value {
	_, others, found := strings.Cut(text, "\n")
	if !found {
		return nil
	}
	indent := -1
	for line := range strings.SplitSeq(others, "\n") {
		if trimmed := strings.TrimLeft(line, " "); trimmed != "" && (indent < 0 || len(line)-len(trimmed) < indent) {
			indent = len(line) - len(trimmed)
		}
	}
	docs := fileDocuments(model.NewFile("", []byte(strings.Repeat(" ", max(indent, 0))+text+"\n")))
	if len(docs) != 1 {
		return nil
	}
	return docs[0].Root
}

// relocate gives every value in v the same place.
func relocate(v *model.Value, span model.Span, origin *model.Origin) {
	v.Span, v.Props, v.Origin, v.Dash = span, model.Span{Start: span.Start, End: span.Start}, origin, -1
	v.Anchor, v.Alias = "", ""
	for _, item := range v.Items {
		relocate(item, span, origin)
	}
	for _, e := range v.Entries {
		relocate(e.Key, span, origin)
		relocate(e.Value, span, origin)
	}
}
