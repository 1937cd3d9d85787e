package gotmpl

import (
	"bytes"
	"regexp"

	"github.com/karplint/karplint/model"
)

// Template is one {{ … }}, ${ … } or %{ … } in a text.
type Template struct {
	Span model.Span
	Open string // "{{", "${" or "%{"
}

// Bounds that keep the search for the end of a template linear.
const (
	maxTemplate = 16 << 10 // bytes in one template
	maxFailed   = 4        // how many times the size of the file may be searched without finding an end
)

// terraformWord follows "%{" in Terraform's templates; without one, "%{" belongs to something else,
// such as a log format.
var terraformWord = regexp.MustCompile(`^%\{~?\s*(if|else|endif|for|endfor)\b`)

// Find returns the templates in a text, in order. An opening without its end is
// ordinary text.
func Find(text []byte) []Template {
	var templates []Template
	f := &finder{text: text, comments: Comments{Text: text}, budget: maxFailed * (len(text) + maxTemplate)}
	for i := 0; i < len(text) && f.budget > 0; {
		n := bytes.IndexByte(text[i:], '{')
		if n < 0 {
			break
		}
		brace := i + n
		i = brace + 1
		start, open := opening(text, brace)
		if open == "" {
			continue
		}
		end := f.closing(start, open)
		if end < 0 {
			i = max(i, start+len(open))
			continue
		}
		templates = append(templates, Template{model.Span{Start: start, End: end}, open})
		i = end
	}
	return templates
}

// finder finds the ends of templates.
type finder struct {
	text     []byte
	comments Comments
	budget   int // bytes that may still be searched in vain
}

// opening returns which template the brace at offset i opens, and where that starts.
func opening(text []byte, i int) (int, string) {
	follows := func(c byte) bool { return i > 0 && text[i-1] == c }
	switch {
	case follows('$'):
		if i > 1 && text[i-2] == '$' {
			return 0, "" // $${ is Terraform's escape
		}
		return i - 1, "${"
	case follows('%') && terraformWord.Match(text[i-1:min(len(text), i+32)]):
		if i > 1 && text[i-2] == '%' {
			return 0, ""
		}
		return i - 1, "%{"
	case i+1 < len(text) && text[i+1] == '{':
		return i, "{{"
	}
	return 0, ""
}

// closing returns the offset after a template's end, -1 if it has none. An end on the same
// line is preferred: a shell's ${x%"} must not swallow the rest of the file.
func (f *finder) closing(start int, open string) int {
	window := f.text[start:min(len(f.text), start+maxTemplate)]
	line := window
	if n := bytes.IndexByte(window, '\n'); n >= 0 {
		line = window[:n+1]
	}
	var end int
	if open == "{{" {
		if end = f.try(window, closeAction(window)); end < 0 {
			end = f.try(line, closeBare(line, "}}"))
		}
	} else {
		if end = f.try(line, closeBraces(line, true)); end < 0 {
			end = f.try(line, closeBraces(line, false))
		}
		if end < 0 {
			end = f.try(window, closeBraces(window, true))
		}
	}
	severalLines := end > len(line)
	switch {
	case end < 0, severalLines && holdsMarker(window[:end]):
		return -1
	case severalLines && f.comments.Hold(start) && !isActionComment(line):
		return -1
	}
	return start + end
}

// try subtracts a search without an end from the budget.
func (f *finder) try(searched []byte, end int) int {
	if end < 0 {
		f.budget -= len(searched)
	}
	return end
}

// Comments tells which offsets of a text are in comments: a "#" precedes them on their line, as a comment's would.
type Comments struct {
	Text  []byte
	read  int  // how much of the text was read
	isOne bool // a comment began on the line that ends there
}

// Hold reports whether an offset is in a comment. It is not smaller than that of the last call, so that the text is read once.
func (c *Comments) Hold(offset int) bool {
	for ; c.read < offset; c.read++ {
		switch c.Text[c.read] {
		case '\n':
			c.isOne = false
		case '#':
			c.isOne = c.isOne || c.read == 0 || bytes.IndexByte([]byte(" \t\n"), c.Text[c.read-1]) >= 0
		}
	}
	return c.isOne
}

// holdsMarker reports whether a template that is not a comment contains a line that is a document
// marker.
func holdsMarker(text []byte) bool {
	return !isActionComment(text) && bytes.Contains(text, []byte("\n---"))
}

func isActionComment(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(bytes.TrimPrefix(text, []byte("{{")), []byte("-")), " \t\r\n"), []byte("/*"))
}

// closeAction returns the length of the Go template action that text starts with, or -1.
func closeAction(text []byte) int {
	if isActionComment(text) {
		n := bytes.Index(text, []byte("*/"))
		if n < 0 {
			return -1
		}
		end := closeBare(text[n:], "}}")
		if end < 0 {
			return -1
		}
		return n + end
	}
	for i := 2; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '\'', '`':
			n := closeString(text[i:])
			if n < 0 {
				return -1
			}
			i += n - 1
		case '}':
			if i+1 < len(text) && text[i+1] == '}' {
				return i + 2
			}
		case '{':
			if text[i-1] == '{' && i > 2 {
				return -1 // another action opens, so the first opening is plain text
			}
		}
	}
	return -1
}

func closeBare(text []byte, end string) int {
	if n := bytes.Index(text, []byte(end)); n >= 0 {
		return n + len(end)
	}
	return -1
}

// closeString returns the length of the string that text starts with, -1 if it has no end on
// its line; a string in backquotes may run over lines.
func closeString(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == text[0]:
			return i + 1
		case text[0] == '`':
		case text[i] == '\n':
			return -1
		case text[i] == '\\':
			i++
		}
	}
	return -1
}

// closeBraces returns the length of the ${ … } or %{ … } that text starts with, or -1. If strs is
// true, braces inside double quotes do not count, but a ${ there does.
func closeBraces(text []byte, strs bool) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			if !strs || i == 0 {
				continue
			}
			n := closeTemplateString(text[i:])
			if n < 0 {
				return -1
			}
			i += n - 1
		case '\\':
			if !strs || i+1 == len(text) || text[i+1] != '"' {
				continue
			}
			n := closeEscapedString(text[i:])
			if n < 0 {
				return -1
			}
			i += n - 1
		}
	}
	return -1
}

// closeEscapedString returns the length of the \"…\" that text starts with, -1 if it has no end: the template
// itself is in double quotes, so the quotes of its strings are escaped, and escapes inside these strings are
// escaped twice.
func closeEscapedString(text []byte) int {
	for i := 2; i+1 < len(text); i++ {
		switch {
		case text[i] == '\n' || text[i] == '"':
			return -1
		case text[i] == '\\' && text[i+1] == '"':
			return i + 2
		case text[i] == '\\' && text[i+1] == '\\':
			if i += 2; i < len(text) && text[i] == '\\' {
				i++
			}
		case text[i] == '\\':
			i++
		case text[i] == '$' && text[i+1] == '{':
			n := closeBraces(text[i:], true)
			if n < 0 {
				return -1
			}
			i += n - 1
		}
	}
	return -1
}

// closeTemplateString is closeString for Terraform, whose strings may hold ${ "…" }.
func closeTemplateString(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '"':
			return i + 1
		case text[i] == '\n':
			return -1
		case text[i] == '\\':
			i++
		case text[i] == '$' && i+1 < len(text) && text[i+1] == '{':
			n := closeBraces(text[i:], false)
			if n < 0 {
				return -1
			}
			i += n - 1
		}
	}
	return -1
}
