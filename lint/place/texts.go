package place

import (
	"cmp"
	"slices"

	"github.com/karplint/karplint/model"
)

// texts are the texts of a document, in which others may be.
type texts struct {
	root   *model.Value
	simple []*model.Value // in the order of their places
	nested bool           // there are also texts with values inside, which are calls of functions
}

func newTexts(root *model.Value) *texts {
	t := &texts{root: root}
	t.add(root)
	slices.SortStableFunc(t.simple, func(a, b *model.Value) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return t
}

func (t *texts) add(v *model.Value) {
	isText := v.Kind == model.String || v.Kind == model.Unknown
	if isText && len(v.Items)+len(v.Entries) == 0 {
		t.simple = append(t.simple, v)
		return
	}
	t.nested = t.nested || isText
	if v.Alias == "" { // the anchor's value is elsewhere in the file
		for _, child := range v.Children() {
			t.add(child)
		}
	}
}

// around returns the innermost text that contains the span, nil if there is none.
func (t *texts) around(span model.Span) *model.Value {
	after, _ := slices.BinarySearchFunc(t.simple, span.Start, func(v *model.Value, start int) int {
		if v.Span.Start <= start {
			return -1
		}
		return 1
	})
	if after > 0 && t.simple[after-1].Span.Contains(span) {
		return t.simple[after-1]
	}
	if t.nested {
		return textAround(t.root, span)
	}
	return nil
}

// textAround looks for the text in v.
func textAround(v *model.Value, span model.Span) *model.Value {
	if !v.Span.Contains(span) {
		return nil
	}
	for _, child := range v.Children() {
		if path := textAround(child, span); path != nil {
			return path
		}
	}
	if v.Kind == model.String || v.Kind == model.Unknown {
		return v
	}
	return nil
}
