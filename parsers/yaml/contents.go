package yaml

import "github.com/karplint/karplint/model"

// Content is a template that writes entries or items which nothing in the file shows, such as
// {{ toYaml .Values.labels | nindent 4 }}.
type Content struct {
	Span  model.Span   // of the template
	Owner *model.Value // the Map, List or Unknown that it adds to or is
	Alone bool         // it does not stand behind a key or dash
}

// Contents returns the templates of a document that write entries or items, in order.
func Contents(doc *model.Document) []Content {
	if doc.Root == nil || len(doc.Templates) == 0 {
		return nil
	}
	// Only what is in the document counts, as when it was read.
	text := make([]byte, doc.Span.End)
	for i := range text[:doc.Span.Start] {
		text[i] = ' '
		if c := doc.File.Data[i]; c == '\n' || c == '\r' {
			text[i] = c
		}
	}
	copy(text[doc.Span.Start:], doc.File.Data[doc.Span.Start:doc.Span.End])
	m := maskTemplates(text)
	var found []Content
	m.owners = func(v *model.Value, c contentLine) {
		alone := beforeControl().Match(text[lineStart(text, c.span.Start):c.span.Start])
		found = append(found, Content{Span: c.span, Owner: v, Alone: alone})
	}
	for _, c := range m.content {
		if doc.Span.Contains(c.span) {
			m.add(doc.Root, c)
		}
	}
	return found
}

func lineStart(text []byte, i int) int {
	for i > 0 && text[i-1] != '\n' {
		i--
	}
	return i
}
