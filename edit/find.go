package edit

import (
	"slices"
	"sync"

	"github.com/karplint/karplint/model"
)

// Find returns the path from the document's root to the value that covers exactly the span. If several values do,
// such as the maps by label around a single block of HCL, it is the innermost map or list of them.
func Find(doc *model.Document, span model.Span) (path []any, ok bool) {
	return NewFinder(doc).Find(span)
}

// Finder finds values of a document by their spans. If it is asked often, it reads the document only once.
type Finder struct {
	doc      *model.Document
	mu       sync.Mutex // for the fields below
	searches int
	places   map[model.Span]place // set after some searches
}

// maxSearches is how many values a finder looks for without the places of all values, which take memory.
const maxSearches = 8

// place is a value with its way from the root.
type place struct {
	value *model.Value
	*way
}

// way is the last step of a path.
type way struct {
	before *way // nil at the root
	step   any
}

func (w *way) path() []any {
	path := []any{}
	for ; w != nil; w = w.before {
		path = append(path, w.step)
	}
	slices.Reverse(path)
	return path
}

// NewFinder returns the finder of a document, which may be nil.
func NewFinder(doc *model.Document) *Finder { return &Finder{doc: doc} }

// Find is like the function Find.
func (f *Finder) Find(span model.Span) (path []any, ok bool) {
	if f.doc == nil || f.doc.Root == nil {
		return nil, false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.searches++; f.searches <= maxSearches {
		s := search{span: span}
		s.visit(f.doc.Root, nil)
		return s.path, s.value != nil
	}
	if f.places == nil {
		f.places = map[model.Span]place{}
		f.index(f.doc.Root, f.doc.Root.Span, nil)
	}
	found, ok := f.places[span]
	if !ok {
		return nil, false
	}
	return found.path(), true
}

// index adds the values in v whose spans are in all values around them, and thus in bounds.
func (f *Finder) index(v *model.Value, bounds model.Span, w *way) {
	bounds = model.Span{Start: max(bounds.Start, v.Span.Start), End: min(bounds.End, v.Span.End)}
	if known := f.places[v.Span]; bounds == v.Span && (known.value == nil || isCollection(v)) {
		f.places[v.Span] = place{v, w}
	}
	if v.Alias != "" {
		return // the anchor's value is elsewhere in the file
	}
	for i, item := range v.Items {
		f.index(item, bounds, &way{w, i})
	}
	for _, e := range v.Entries {
		if e.Key.Kind == model.String && v.Entry(e.Key.Text) == e {
			f.index(e.Value, bounds, &way{w, e.Key.Text})
		}
	}
}

// search looks for the value with a span.
type search struct {
	span  model.Span
	path  []any
	value *model.Value
}

func (s *search) visit(v *model.Value, path []any) {
	if !v.Span.Contains(s.span) {
		return
	}
	if v.Span == s.span && (s.value == nil || isCollection(v)) {
		s.value, s.path = v, append([]any{}, path...)
	}
	if v.Alias != "" {
		return // the anchor's value is elsewhere in the file
	}
	for i, item := range v.Items {
		if item.Span.Contains(s.span) { // checked here too, because a list may be long and building a path costs more than this check
			s.visit(item, append(path, i))
		}
	}
	for _, e := range v.Entries {
		if e.Key.Kind == model.String && e.Value.Span.Contains(s.span) && v.Entry(e.Key.Text) == e {
			s.visit(e.Value, append(path, e.Key.Text))
		}
	}
}

func isCollection(v *model.Value) bool { return v.Kind == model.Map || v.Kind == model.List }
