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
	view := viewOf(NewPage(p.Document), p.Document.Root)
	text := p.Document.Root.Get(p.TextPlace...)
	switch {
	case text == nil:
		return view.Site(nil)
	case text.Kind == model.Map || text.Kind == model.List:
		return viewOf(view.Page, text).Site(path)
	}
	if pages := fc.Open(p.Document.File).Embedded(text); patch.Number < len(pages) {
		page := pages[patch.Number]
		return viewOf(page, page.Doc.Root).Site(path)
	}
	return view.Site(p.TextPlace)
}

// patchFile returns the view of a patch in a file of its own.
func (fc *Cache) patchFile(patch *kustomize.PatchDocument) View {
	file := fc.Open(&model.File{Path: patch.Patch.File})
	for _, page := range file.Pages { // in any order: one has the span
		if page.Doc.Span == patch.Span {
			return viewOf(page, page.Doc.Root)
		}
	}
	return &SpanView{file.File, &model.Value{}}
}

func viewOf(p *Page, v *model.Value) *ObjectView {
	return &ObjectView{p, &model.Resource{Document: p.Doc, Value: v}}
}
