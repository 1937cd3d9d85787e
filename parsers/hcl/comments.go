package hcl

import (
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// comments returns the comments of a file, in order.
func comments(f *model.File) []Comment {
	tokens, _ := hclsyntax.LexConfig(f.Data, f.Path, hcl2.InitialPos)
	var found []Comment
	for _, t := range tokens {
		if t.Type == hclsyntax.TokenComment {
			found = append(found, newComment(f, spanOf(t.Range)))
		}
	}
	return found
}

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
