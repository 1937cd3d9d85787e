package yaml

import (
	"strings"

	"github.com/karplint/karplint/model"
)

// Comment is one comment: from "#" to the end of the line.
type Comment struct {
	Span model.Span
	Text string // without "#" and surrounding blanks
}

// Comments returns the comments of a document (never a "#" inside a scalar or a template), in
// order.
func Comments(doc *model.Document) []Comment {
	if doc.Syntax != model.YAML {
		return nil
	}
	return commentsBetween(doc, doc.Root, doc.Span)
}

// CommentsIn returns the comments in a value of a document, in order.
func CommentsIn(doc *model.Document, v *model.Value) []Comment {
	if doc.Syntax != model.YAML {
		return nil
	}
	return commentsBetween(doc, v, v.Span)
}

// commentsBetween returns the comments in a span that are not in the scalars of v.
func commentsBetween(doc *model.Document, v *model.Value, span model.Span) []Comment {
	var comments []Comment
	gap := func(start, end int) {
		comments = appendComments(comments, doc, start, end)
	}
	pos := span.Start
	eachScalar(v, func(v *model.Value) {
		if v.Span.Empty() {
			return
		}
		gap(pos, v.Span.Start)
		pos = v.Span.End
		if v.Style == model.Literal || v.Style == model.Folded {
			gap(v.Span.Start, min(pos, lineEnd(doc.File.Data, v.Span.Start)))
		}
	})
	gap(pos, span.End)
	return comments
}

// eachScalar calls f for each scalar, keys included, in the order of the file.
func eachScalar(v *model.Value, f func(*model.Value)) {
	switch {
	case v == nil:
	case v.Alias() == "" && v.Kind == model.List:
		for _, item := range v.Items {
			eachScalar(item, f)
		}
	case v.Alias() == "" && v.Kind == model.Map:
		for _, e := range v.Entries {
			eachScalar(e.Key, f)
			eachScalar(e.Value, f)
		}
	default:
		f(v)
	}
}

// appendComments appends the comments in the bytes [start, end), which belong to no scalar.
func appendComments(comments []Comment, doc *model.Document, start, end int) []Comment {
	data := doc.File.Data
	for i := start; i < end; i++ {
		if t, ok := spanAt(doc.Templates, i); ok {
			i = t.End - 1
			continue
		}
		if data[i] != '#' {
			continue
		}
		stop := i
		for stop < end && breakAt(data, stop) == 0 {
			stop++
		}
		text := strings.TrimSpace(strings.TrimLeft(string(data[i:stop]), "#"))
		comments = append(comments, Comment{Span: model.Span{Start: i, End: stop}, Text: text})
		i = stop
	}
	return comments
}
