package place

import (
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// PatchSite returns the place of the value at a path in a patch document: in the file of the patch, or in the kustomization that
// contains the patch as a text or tree.
func (fc *Cache) PatchSite(patch *kustomize.PatchDocument, path []any) Site {
	p := patch.Patch
	if p.File != "" {
		return fc.patchFile(patch).Site(path)
	}
	view := viewOf(NewDocument(p.Document), p.Document.Root)
	text := p.Document.Root.Get(p.TextPlace...)
	switch {
	case text == nil:
		return view.Site(nil)
	case text.Kind == model.Map || text.Kind == model.List:
		return viewOf(view.Document, text).Site(path)
	}
	if documents := fc.Open(p.Document.File).Embedded(text); patch.Number < len(documents) {
		document := documents[patch.Number]
		return viewOf(document, document.Doc.Root).Site(path)
	}
	return view.Site(p.TextPlace)
}

// patchFile returns the view of a patch in a file of its own.
func (fc *Cache) patchFile(patch *kustomize.PatchDocument) View {
	file := fc.Open(&model.File{Path: patch.Patch.File})
	for _, document := range file.Documents { // in any order: one has the span
		if document.Doc.Span == patch.Span {
			return viewOf(document, document.Doc.Root)
		}
	}
	return &SpanView{file.File, &model.Value{}}
}

func viewOf(p *Document, v *model.Value) *ObjectView {
	return &ObjectView{p, &model.Resource{Document: p.Doc, Value: v}}
}
