package eval

import (
	"bytes"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform/located"
)

// special returns an attribute of a data source that can be evaluated because it only reads files
// and texts, nil for any other data source.
func (s *scope) special(b *hcl.Block, name string) *model.Value {
	if b.Type != "data" {
		return nil
	}
	switch b.Labels[0] + "." + name {
	case "template_file.rendered":
		return s.memoized(b.Reference()+"."+name, nil, func() {}, func() *model.Value { return s.templateData(b) })
	case "kubectl_file_documents.documents", "kubectl_path_documents.documents":
		return s.documentsAs(model.List, b, name)
	case "kubectl_file_documents.manifests", "kubectl_path_documents.manifests":
		return s.documentsAs(model.Map, b, name)
	}
	return nil
}

// templateData returns the rendered text of data "template_file".
func (s *scope) templateData(b *hcl.Block) *model.Value {
	a := b.Body.Attribute("template")
	if a == nil {
		return s.unknownBlock(b, b.Reference()+".rendered")
	}
	variables := s.variablesOf(b)
	in := s.inFile(s.fileOf(a.Expr, b.File))
	if e, ok := a.Expr.(*hclsyntax.FunctionCallExpr); ok && e.Name == "file" && len(e.Args) == 1 {
		return in.callOf(e, "templatefile", in.eval(e.Args[0]), variables).Value()
	}
	text := in.eval(a.Expr)
	switch {
	case text.Kind == model.String:
		return in.callOf(a.Expr, "templatestring", text, variables).Value()
	case in.isRendered(a.Expr):
		return text // with parts that are unknown
	default:
		return s.unknownBlock(b, b.Reference()+".rendered")
	}
}

// isRendered reports whether the expression is a text in place in which rendering finds nothing to replace, because it escapes no template.
func (s *scope) isRendered(e hclsyntax.Expression) bool {
	t, ok := e.(*hclsyntax.TemplateExpr)
	if !ok {
		return false
	}
	source := t.SrcRange.SliceBytes(s.File.Data)
	return !bytes.Contains(source, []byte("$${")) && !bytes.Contains(source, []byte("%%{"))
}

func (s *scope) variablesOf(b *hcl.Block) *model.Value {
	if a := b.Body.Attribute("vars"); a != nil {
		return s.inFile(s.fileOf(a.Expr, b.File)).eval(a.Expr)
	}
	return &model.Value{Kind: model.Map}
}

// documents returns the documents of a data source of the kubectl provider, nil if they are not known.
func (s *scope) documents(b *hcl.Block) []*model.Document {
	if a := b.Body.Attribute("content"); a != nil {
		v := s.inFile(s.fileOf(a.Expr, b.File)).eval(a.Expr)
		if v.Origin != nil && v.Origin.Documents != nil {
			return v.Origin.Documents()
		}
		return nil
	}
	a := b.Body.Attribute("pattern")
	if a == nil {
		return nil
	}
	in := s.inFile(s.fileOf(a.Expr, b.File))
	pattern := in.eval(a.Expr)
	if pattern.Kind != model.String {
		return nil
	}
	dir, names := s.ev.reader.Glob(pattern.Text)
	var documents []*model.Document
	for _, name := range names {
		file := in.Text(a.Expr, path.Join(dir, name))
		rendered := in.callOf(a.Expr, "templatefile", file, s.variablesOf(b)).Value()
		if rendered.Origin.Documents == nil {
			return nil
		}
		documents = append(documents, rendered.Origin.Documents()...)
	}
	return documents
}

// documentsAs returns the attribute of a data source that contains its documents: a list of texts, or, as the provider makes it, a
// map from the documents' API paths to the texts.
func (s *scope) documentsAs(kind model.Kind, b *hcl.Block, name string) *model.Value {
	name = b.Reference() + "." + name
	return s.memoized(name, nil, func() {}, func() *model.Value {
		documents := s.documents(b)
		result := s.unknownBlock(b, name)
		if documents == nil {
			return result
		}
		result.Kind, result.Text = kind, ""
		for _, doc := range documents {
			objects := yaml.Resources(doc)
			switch {
			case kind == model.List:
				result.Items = append(result.Items, s.documentText(doc))
			case len(objects) > 0:
				result.Entries = append(result.Entries, &model.Entry{Key: s.documentKey(doc, linkOf(objects[0])), Value: s.documentText(doc)})
			}
		}
		result.Entries = located.LastOfEach(result.Entries)
		return result
	})
}

func linkOf(r *model.Resource) string {
	link := "/apis/" + r.APIVersion
	if r.Group() == "" {
		link = "/api/" + r.APIVersion
	}
	if r.Namespace != "" {
		link += "/namespaces/" + r.Namespace
	}
	return link + "/" + strings.ToLower(r.Kind) + "s/" + r.Name
}

func (s *scope) documentKey(doc *model.Document, link string) *model.Value {
	key := hcl.NewValue(model.String, model.None, doc.Span)
	key.Text, key.Origin = link, s.OriginIn(doc.File, true, false)
	return key
}

// documentText returns a document as the string from which it is read.
func (s *scope) documentText(doc *model.Document) *model.Value {
	v := hcl.NewValue(model.String, model.None, doc.Span)
	v.Text = doc.Text(doc.Span)
	if len(doc.Templates) > 0 {
		v.Kind, v.Text = model.Unknown, s.Unique()
	}
	v.Origin = located.WithDocuments(s.OriginIn(doc.File, true, false), func() []*model.Document { return []*model.Document{doc} })
	return v
}
