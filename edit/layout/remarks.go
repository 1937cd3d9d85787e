package layout

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// HasStatements reports whether a document has lines with statements.
func HasStatements(doc *model.Document) bool { return len(statements(doc)) > 0 }

// ChangesValues reports whether a template of a document may change values that others read.
func ChangesValues(doc *model.Document) bool {
	return slices.ContainsFunc(doc.Templates, func(t model.Span) bool { return gotmpl.Read(doc.Text(t)).Changes(doc.File.Helpers) })
}

// statements returns the statements of a document, in order, but for those in its texts.
func statements(doc *model.Document) (result []model.Span) {
	s := Open(doc)
	for _, t := range doc.Templates {
		if s.isStatement(t) && s.aloneOn(t) && !inText(doc.Root, t) {
			result = append(result, t)
		}
	}
	return result
}

// isStatement reports whether a template is a statement.
func (s *Source) isStatement(t model.Span) bool { return gotmpl.Read(s.Doc.Text(t)).IsStatement() }

// aloneOn reports whether a template is alone on its lines.
func (s *Source) aloneOn(t model.Span) bool {
	return len(bytes.TrimSpace(s.Data[s.LineStart(t.Start):t.Start])) == 0 && len(bytes.TrimSpace(s.Data[t.End:max(t.End, s.LineEnd(t.End-1))])) == 0
}

// inText reports whether a span is part of a scalar of v.
func inText(v *model.Value, span model.Span) bool {
	return v.Any(func(inner *model.Value) bool {
		return inner.Kind != model.Map && inner.Kind != model.List && inner.Span.Contains(span)
	})
}

// RemarksIn returns the comments and the statements of a document, in order.
func RemarksIn(doc *model.Document) []yaml.Comment {
	comments := yaml.Comments(doc)
	for _, t := range statements(doc) {
		comments = append(comments, yaml.Comment{Span: t, Text: gotmpl.OneLine(doc.Text(t))}) // its lines may move
	}
	sort.SliceStable(comments, func(i, j int) bool { return comments[i].Span.Start < comments[j].Span.Start })
	return comments
}

// Statement returns the lines of the statement that an offset is on, if it is on one.
func (s *Source) Statement(offset int) (lines model.Span, ok bool) {
	templates := s.Doc.Templates
	i := sort.Search(len(templates), func(i int) bool { return s.LineEnd(templates[i].End-1) > offset })
	if i == len(templates) || !s.isStatement(templates[i]) || !s.aloneOn(templates[i]) {
		return model.Span{}, false
	}
	lines = model.Span{Start: s.LineStart(templates[i].Start), End: s.LineEnd(templates[i].End - 1)}
	return lines, lines.Start <= offset
}

// LinesInComments returns an error for a template in a comment that may write several lines: only the first of these would be a
// comment, and it is not known to which entry the others belong.
func (s *Source) LinesInComments() error {
	for _, c := range s.Comments {
		for _, t := range s.Doc.Templates {
			if c.Span.Contains(t) && s.Data[c.Span.Start] == '#' && gotmpl.Read(s.Doc.Text(t)).MayWriteLines() {
				return edit.RefuseWith("remove it, or change this by hand",
					"the template in the comment on line %d may write lines that are not part of the comment",
					s.Doc.File.Position(c.Span.Start).Line)
			}
		}
	}
	return nil
}

// RemarkLine writes a comment. One that has a "#" is written as it is.
func RemarkLine(text string) string {
	text = strings.TrimRight(text, " \t\r\n")
	if text == "" || text[0] == '#' {
		return text
	}
	return "# " + text
}

// remarkText returns the text of a comment in the form of model.Comments. It is the inverse of RemarkLine.
func remarkText(written string) string {
	written = strings.TrimRight(written, " \t\r\n")
	if text, ok := strings.CutPrefix(written, "# "); ok && text[0] != '#' {
		return text
	}
	return written
}

// Joined returns a text of several lines as one line.
func Joined(text string) string { return strings.ReplaceAll(text, "\n", " ") }
