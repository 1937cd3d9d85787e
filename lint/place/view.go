// Package place finds the bytes of a file to which a path in a rule's report refers. It follows aliases, variables and function calls,
// and looks into texts inside of texts.
package place

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// View maps the paths of a resource, as rules see them, to places in files.
type View interface {
	// Site returns the place that a report about the path shows.
	Site(path []any) Site

	// Anchor returns the place that an op at the path changes. entry is true if the op changes the whole
	// entry or item at the path, and not only its value.
	Anchor(path []any, entry bool) (Anchor, error)
}

// EntrySite is the place of the entry at the path, also where its value is written elsewhere.
func EntrySite(v View, path []any) Site {
	if a, err := v.Anchor(path, true); err == nil && len(a.Path) > 0 {
		doc := a.Document.Doc
		if _, exists := Follow(doc.Root, a.Path); exists {
			return Site{doc.File, locate(doc, doc.Root, a.Path)}
		}
	}
	return v.Site(path)
}

// Site is a range of a file's bytes.
type Site struct {
	File *model.File
	Span model.Span
}

// Location is the site with its lines and columns.
func (s Site) Location() Location { return NewLocation(s.File, s.Span) }

// Find returns the first occurrence of a word in the site, or in the more indented lines below it if a text starts there. If there
// is none, it returns the site itself.
func (s Site) Find(word string) Site {
	data := s.File.Data
	column := indentation(data[s.File.LineStart(s.Span.Start):])
	start := s.Span.Start
	for line := range bytes.Lines(data[start:]) {
		isText := start <= s.Span.End || len(bytes.TrimSpace(line)) == 0 || indentation(line) > column
		if !isText {
			break
		}
		if i := bytes.Index(line, []byte(word)); i >= 0 {
			return Site{s.File, model.Span{Start: start + i, End: start + i + len(word)}}
		}
		start += len(line)
	}
	return s
}

// indentation returns the number of blanks at the start of a line.
func indentation(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " \t")) }

// Anchor is a path in a document on which edits can be planned.
type Anchor struct {
	Document *Document
	Path     []any
	Shared   bool // others read the value as well
}

// ObjectView is a view of an object that is written in a document.
type ObjectView struct {
	Document *Document
	Object   *model.Resource
}

// Site is the place of the value at the path of the object.
func (v *ObjectView) Site(path []any) Site {
	doc := v.Document.Doc
	return Site{doc.File, locate(doc, v.Object.Value, path)}
}

// Anchor is the path of the object followed by the path in it.
func (v *ObjectView) Anchor(path []any, _ bool) (Anchor, error) {
	return Anchor{Document: v.Document, Path: slices.Concat(v.Object.Path, path)}, nil
}

// SpanView is a view of a suppression or a file, which karplint describes itself: its values have their spans in
// the file.
type SpanView struct {
	File  *model.File
	Value *model.Value
}

// Site is the span of the value at the path, or that of the whole.
func (v *SpanView) Site(path []any) Site {
	if value := v.Value.Get(path...); value != nil && !value.Span.Empty() {
		return Site{v.File, value.Span}
	}
	return Site{v.File, v.Value.Span}
}

// Anchor refuses: there is no document to edit.
func (v *SpanView) Anchor([]any, bool) (Anchor, error) {
	return Anchor{}, edit.Refuse("it is not part of a document")
}

// ObjectView returns the view of an object in Terraform: a manifest in a heredoc or in another file, or an
// object that was evaluated.
func (fc *Cache) ObjectView(r *survey.Resource) View {
	o := r.Object
	if o.Document.Syntax == model.HCL || o.Value.Origin != nil {
		return &EvaluatedView{cache: fc, Value: o.Value, file: o.Document.File}
	}
	p := NewDocument(o.Document)
	if o.Document.Root != nil {
		// Edits are planned on the document as written, which does not contain the values of
		// expressions.
		if raw, path, ok := fc.Find(o.Document.File, o.Document.Root.Span); ok && len(path) == 0 {
			p = raw
		}
	}
	return &ObjectView{p, o}
}

// View returns the view of a resource of the project.
func (fc *Cache) View(r *survey.Resource) View {
	switch {
	case r.File == nil:
		return &SpanView{&model.File{}, &model.Value{}}
	case r.Kind == survey.Installation && !filetype.IsTerraform(r.File.Path):
		// The view covers the document with the installation, and the files to which that refers.
		file := fc.Open(r.File)
		return &EvaluatedView{cache: fc, Value: r.Value, file: file.File, document: file.Documents[r.Document], real: r.Real, Sources: r.Sources}
	case r.File.Data == nil && fc.Sources[r.File.Path] == nil:
		file := fc.Open(r.File)
		if p := file.Documents[r.Document]; p != nil && p.Doc.Root != nil {
			return &ShortView{Object: &ObjectView{p, p.objectOf(r)}, real: r.Real}
		}
		return &SpanView{file.File, &model.Value{}}
	}
	v := &EvaluatedView{cache: fc, Value: r.Value, file: r.File, real: r.Real, Sources: r.Sources}
	if r.Object != nil {
		v.inner = r.Object.Document.File
	}
	return v
}
