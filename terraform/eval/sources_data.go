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
	d := &dataSource{s, b}
	switch b.Labels[0] + "." + name {
	case "template_file.rendered":
		return s.memoized(b.Reference()+"."+name, nil, func() {}, d.rendered)
	case "kubectl_file_documents.documents", "kubectl_path_documents.documents":
		return d.documentsAs(model.List, name)
	case "kubectl_file_documents.manifests", "kubectl_path_documents.manifests":
		return d.documentsAs(model.Map, name)
	}
	return nil
}

// dataSource is a data source that only reads files and texts.
type dataSource struct {
	*scope
	block *hcl.Block
}

// scopeOf returns the scope in which an attribute of the data source is evaluated.
func (d *dataSource) scopeOf(a *hcl.Attribute) *scope {
	return d.inFile(d.fileOf(a.Expr, d.block.File))
}

// rendered returns the rendered text of data "template_file".
func (d *dataSource) rendered() *model.Value {
	a := d.block.Body.Attribute("template")
	if a == nil {
		return d.unknownBlock(d.block, d.block.Reference()+".rendered")
	}
	variables := d.variables()
	in := d.scopeOf(a)
	if e, ok := a.Expr.(*hclsyntax.FunctionCallExpr); ok && e.Name == "file" && len(e.Args) == 1 {
		return in.callOf(e, "templatefile", in.eval(e.Args[0]), variables).Value()
	}
	text := in.eval(a.Expr)
	switch {
	case text.Kind == model.String:
		return in.callOf(a.Expr, "templatestring", text, variables).Value()
	case isRendered(in.File, a.Expr):
		return text // with parts that are unknown
	default:
		return d.unknownBlock(d.block, d.block.Reference()+".rendered")
	}
}

// isRendered reports whether the expression is a text in place in which rendering finds nothing to replace, because it escapes no template.
func isRendered(file *model.File, e hclsyntax.Expression) bool {
	t, ok := e.(*hclsyntax.TemplateExpr)
	if !ok {
		return false
	}
	source := t.SrcRange.SliceBytes(file.Data)
	return !bytes.Contains(source, []byte("$${")) && !bytes.Contains(source, []byte("%%{"))
}

func (d *dataSource) variables() *model.Value {
	if a := d.block.Body.Attribute("vars"); a != nil {
		return d.scopeOf(a).eval(a.Expr)
	}
	return &model.Value{Kind: model.Map}
}

// documents returns the documents of a data source of the kubectl provider, nil if they are not known.
func (d *dataSource) documents() []*model.Document {
	if a := d.block.Body.Attribute("content"); a != nil {
		v := d.scopeOf(a).eval(a.Expr)
		if v.Origin != nil && v.Origin.Documents != nil {
			return v.Origin.Documents()
		}
		return nil
	}
	a := d.block.Body.Attribute("pattern")
	if a == nil {
		return nil
	}
	in := d.scopeOf(a)
	pattern := in.eval(a.Expr)
	if pattern.Kind != model.String {
		return nil
	}
	dir, names := d.ev.reader.Glob(pattern.Text)
	var documents []*model.Document
	for _, name := range names {
		file := in.Text(a.Expr, path.Join(dir, name))
		rendered := in.callOf(a.Expr, "templatefile", file, d.variables()).Value()
		if rendered.Origin.Documents == nil {
			return nil
		}
		documents = append(documents, rendered.Origin.Documents()...)
	}
	return documents
}

// documentsAs returns the attribute of a data source that contains its documents: a list of texts, or, as the provider makes it, a
// map from the documents' API paths to the texts.
func (d *dataSource) documentsAs(kind model.Kind, name string) *model.Value {
	name = d.block.Reference() + "." + name
	return d.memoized(name, nil, func() {}, func() *model.Value {
		documents := d.documents()
		result := d.unknownBlock(d.block, name)
		if documents == nil {
			return result
		}
		result.Kind, result.Text = kind, ""
		for _, doc := range documents {
			objects := yaml.Resources(doc)
			switch {
			case kind == model.List:
				result.Items = append(result.Items, d.documentText(doc))
			case len(objects) > 0:
				result.Entries = append(result.Entries, &model.Entry{Key: d.documentKey(doc, linkOf(objects[0])), Value: d.documentText(doc)})
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

func (d *dataSource) documentKey(doc *model.Document, link string) *model.Value {
	key := hcl.NewValue(model.String, model.None, doc.Span)
	key.Text, key.Origin = link, d.OriginIn(doc.File, true, false)
	return key
}

// documentText returns a document as the string from which it is read.
func (d *dataSource) documentText(doc *model.Document) *model.Value {
	v := hcl.NewValue(model.String, model.None, doc.Span)
	v.Text = doc.Text(doc.Span)
	if len(doc.Templates) > 0 {
		v.Kind, v.Text = model.Unknown, d.Unique()
	}
	v.Origin = located.WithDocuments(d.OriginIn(doc.File, true, false), func() []*model.Document { return []*model.Document{doc} })
	return v
}
