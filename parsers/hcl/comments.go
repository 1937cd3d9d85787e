package hcl

import (
	"strings"

	"github.com/karplint/karplint/model"
)

func newComment(f *model.File, span model.Span) Comment {
	for span.End > span.Start && (f.Data[span.End-1] == '\n' || f.Data[span.End-1] == '\r') {
		span.End--
	}
	text := string(f.Data[span.Start:span.End])
	switch {
	case strings.HasPrefix(text, "/*"):
		text = strings.TrimSuffix(text[2:], "*/")
	case strings.HasPrefix(text, "//"):
		text = strings.TrimLeft(text, "/")
	default:
		text = strings.TrimLeft(text, "#")
	}
	return Comment{Span: span, Text: strings.TrimSpace(text)}
}
