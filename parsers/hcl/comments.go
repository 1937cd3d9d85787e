package hcl

import (
	"strings"

	"github.com/karplint/karplint/model"
)

func newComment(data []byte, span model.Span) Comment {
	for span.End > span.Start && (data[span.End-1] == '\n' || data[span.End-1] == '\r') {
		span.End--
	}
	text := string(data[span.Start:span.End])
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
