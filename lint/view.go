package lint

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// actor is a resource that reports may name.
type actor struct {
	address string
	view
	home   string         // the path of the file with its block or object
	source string         // see sourceOf
	block  string         // see project.Resource
	own    []*suppression // its annotations

	suppression *suppression // that it is, nil for anything else
}

// view leads from the paths of a resource, as rules see it, to where it is written.
type view interface {
	// site returns where a report about the path points to.
	site(path []any) site

	// anchor returns what an op at the path changes. entry says that the op is about the entry or item at
	// the path, not only about its value.
	anchor(path []any, entry bool) (anchor, error)
}

// site is a range of a file's bytes.
type site struct {
	file *model.File
	span model.Span
}

func (s site) location() Location { return location(s.file, s.span) }

// anchor is a path in a document that edits can be planned on.
type anchor struct {
	page   *page
	path   []any
	shared bool // others read the value as well
}

// objectView is a view of an object that stands in a document as it is.
type objectView struct {
	page   *page
	object *model.Resource
}

func (v *objectView) site(path []any) site {
	doc := v.page.doc
	return site{doc.File, locate(doc, v.object.Value, path)}
}

func (v *objectView) anchor(path []any, _ bool) (anchor, error) {
	return anchor{page: v.page, path: slices.Concat(v.object.Path, path)}, nil
}

// spanView is a view of what karplint describes itself, a suppression or a file: its values have their spans in
// the file.
type spanView struct {
	file  *model.File
	value *model.Value
}

func (v *spanView) site(path []any) site {
	if at := v.value.Get(path...); at != nil && !at.Span.Empty() {
		return site{v.file, at.Span}
	}
	return site{v.file, v.value.Span}
}

func (v *spanView) anchor([]any, bool) (anchor, error) {
	return anchor{}, edit.Refuse("it is no part of a document")
}

// objectView leads into an object in Terraform: a manifest in a heredoc or in another file, or an object that
// was evaluated.
func (w *projectRun) objectView(r *survey.Resource) view {
	o := r.Object
	if o.Document.Syntax == model.HCL || o.Value.Origin != nil {
		return &evaluatedView{cache: w.cache, value: o.Value, file: o.Document.File}
	}
	p := newPage(o.Document)
	if o.Document.Root != nil {
		// What the evaluation put in place of expressions is no part of the text that edits are planned on.
		if raw, path, ok := w.cache.find(o.Document.File, o.Document.Root.Span); ok && len(path) == 0 {
			p = raw
		}
	}
	return &objectView{p, o}
}

// view leads from a resource of the project to its files.
func (w *projectRun) view(r *survey.Resource) view {
	switch {
	case r.File == nil:
		return &spanView{&model.File{}, &model.Value{}}
	case r.Kind == survey.Installation && !filetype.IsTerraform(r.File.Path):
		// It leads to the document that installs it, and to the files that document names.
		on := w.cache.open(r.File)
		return &evaluatedView{cache: w.cache, value: r.Value, file: on.file, home: on.pages[r.Document], real: r.Real, sources: r.Sources}
	case r.File.Data == nil && w.cache.sources[r.File.Path] == nil:
		on := w.cache.open(r.File)
		if p := on.pages[r.Document]; p != nil && p.doc.Root != nil {
			return &shortView{object: &objectView{p, objectOf(r, p.doc)}, real: r.Real}
		}
		return &spanView{on.file, &model.Value{}}
	}
	v := &evaluatedView{cache: w.cache, value: r.Value, file: r.File, real: r.Real, sources: r.Sources}
	if r.Object != nil {
		v.inner = r.Object.Document.File
	}
	return v
}

// objectOf finds the object of the document that a resource was made of: in a List by what its paths begin with,
// or by its address.
func objectOf(r *survey.Resource, doc *model.Document) *model.Resource {
	objects := resources(doc)
	for _, o := range objects {
		if len(o.Path) == 0 {
			return o
		}
		for _, path := range r.Real {
			if model.HasPrefix(path, o.Path) {
				return o
			}
		}
	}
	for _, o := range objects {
		if o.Address() == r.Address {
			return o
		}
	}
	return &model.Resource{Document: doc, Value: doc.Root}
}
