package lint

import (
	"errors"
	"slices"

	"github.com/karplint/karplint/model"
)

// actor is a resource that reports may name.
type actor struct {
	address string
	view
	source string         // see sourceOf
	block  string         // see project.Resource
	own    []*suppression // its annotations
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
	return anchor{}, errors.New("it is no part of a document")
}
