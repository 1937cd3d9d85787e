package edit

import "github.com/karplint/karplint/model"

// Find returns the path from the document's root to the value that covers exactly the span. If several values do,
// such as the maps by label around a single block of HCL, it is the innermost map or list of them.
func Find(doc *model.Document, span model.Span) (path []any, ok bool) {
	if doc == nil || doc.Root == nil {
		return nil, false
	}
	s := search{span: span}
	s.visit(doc.Root, nil)
	return s.path, s.value != nil
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
	if v.Alias() != "" {
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
