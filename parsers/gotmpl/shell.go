package gotmpl

import (
	"cmp"
	"slices"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// expansion matches the expansions of a shell in a heredoc except ${NAME}: $NAME, $(command) and `command`. After a backslash they are text.
var expansion = pattern.New("\\\\?(?:\\$[A-Za-z_][A-Za-z0-9_]*|\\$\\([^()\\n]*(?:\\([^()\\n]*\\)[^()\\n]*)*\\)|`[^`\\n]*`)")

// FindShell returns the templates of a text and the expansions of a shell in it, in order.
func FindShell(text []byte, templates []Template) []Template {
	extended := slices.Clone(templates)
	for _, m := range expansion().FindAllIndex(text, -1) {
		span := model.Span{Start: m[0], End: m[1]}
		for len(templates) > 0 && templates[0].Span.End <= span.Start {
			templates = templates[1:]
		}
		isApart := len(templates) == 0 || span.End <= templates[0].Span.Start
		if text[span.Start] != '\\' && isApart {
			extended = append(extended, Template{span, "${"})
		}
	}
	slices.SortFunc(extended, func(a, b Template) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return extended
}
