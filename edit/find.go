package edit

import "github.com/karplint/karplint/model"

// Find returns the path from the document's root to the value that covers exactly the span. If several values do,
// such as the maps by label around a single block of HCL, it is the innermost map or list of them.
func Find(doc *model.Document, span model.Span) (path []any, ok bool) {
	if doc == nil || doc.Root == nil {
		return nil, false
	}
	f := finder{span: span}
	f.search(doc.Root, nil)
	return f.path, f.value != nil
}

// finder looks for the value with a span.
type finder struct {
	span  model.Span
	path  []any
	value *model.Value
}

func (f *finder) search(v *model.Value, path []any) {
	if !v.Span.Contains(f.span) {
		return
	}
	isCollection := v.Kind == model.Map || v.Kind == model.List
	if v.Span == f.span && (f.value == nil || isCollection) {
		f.value, f.path = v, append([]any{}, path...)
	}
	if v.Alias != "" {
		return // the anchor's value is elsewhere in the file
	}
	for i, item := range v.Items {
		if item.Span.Contains(f.span) { // checked here too, because a list may be long and building a path costs more than this check
			f.search(item, append(path, i))
		}
	}
	for _, e := range v.Entries {
		if e.Key.Kind == model.String && e.Value.Span.Contains(f.span) && v.Entry(e.Key.Text) == e {
			f.search(e.Value, append(path, e.Key.Text))
		}
	}
}
