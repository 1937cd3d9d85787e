package yaml

import (
	"bytes"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// template is one {{ … }}, ${ … } or %{ … }.
type template struct {
	span model.Span
	open string // "{{", "${" or "%{"
}

// Bounds that keep the search for the end of a template linear.
const (
	maxTemplate = 16 << 10 // bytes in one template
	maxFailed   = 4        // times the file's size that may be searched in vain
)

// terraformWord follows "%{" in Terraform's templates; without one it is a log format or the like.
var terraformWord = pattern.New(`^%\{~?\s*(if|else|endif|for|endfor)\b`)

// findTemplates returns the templates in a text, in order. An opening without its end is
// ordinary text.
func findTemplates(text []byte) []template {
	var found []template
	budget := maxFailed * len(text)
	for i := 0; i < len(text) && budget > 0; {
		n := bytes.IndexByte(text[i:], '{')
		if n < 0 {
			break
		}
		at := i + n
		i = at + 1
		start, open := opening(text, at)
		if open == "" {
			continue
		}
		end := closing(text, start, open)
		if end < 0 {
			budget -= min(maxTemplate, len(text)-start)
			i = max(i, start+len(open))
			continue
		}
		found = append(found, template{model.Span{Start: start, End: end}, open})
		i = end
	}
	return found
}

// opening returns which template the brace at offset i opens, and where that starts.
func opening(text []byte, i int) (int, string) {
	before := func(c byte) bool { return i > 0 && text[i-1] == c }
	switch {
	case before('$'):
		if i > 1 && text[i-2] == '$' {
			return 0, "" // $${ is Terraform's escape
		}
		return i - 1, "${"
	case before('%') && terraformWord().Match(text[i-1:min(len(text), i+32)]):
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
func closing(text []byte, start int, open string) int {
	whole := text[start:min(len(text), start+maxTemplate)]
	line := whole[:lineEnd(whole, 0)]
	var end int
	if open == "{{" {
		if end = closeAction(whole); end < 0 {
			end = closeBare(line, "}}")
		}
	} else {
		if end = closeBraces(line, true); end < 0 {
			end = closeBraces(line, false)
		}
		if end < 0 {
			end = closeBraces(whole, true)
		}
	}
	if end > len(line) && (inComment(text, start) && !isActionComment(line) || holdsMarker(whole[:end])) {
		return -1
	}
	if end < 0 {
		return -1
	}
	return start + end
}

// inComment says whether a "#" stands before offset i on its line, as a comment's would.
func inComment(text []byte, i int) bool {
	line := text[bytes.LastIndexByte(text[:i], '\n')+1 : i]
	return bytes.HasPrefix(line, []byte("#")) || bytes.Contains(line, []byte(" #")) || bytes.Contains(line, []byte("\t#"))
}

// holdsMarker says whether a line that ends a document stands in a template that is no comment.
func holdsMarker(text []byte) bool {
	return !isActionComment(text) && bytes.Contains(text, []byte("\n---"))
}

var actionComment = pattern.New(`^\{\{-?\s*/\*`)

func isActionComment(text []byte) bool { return actionComment().Match(text) }

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
				return -1 // another action opens: this one was none
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

// closeBraces returns the length of the ${ … } or %{ … } that text starts with, or -1. With
// strings, braces inside double quotes do not count, but a ${ there does.
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

// closeEscapedString returns the length of the \"…\" that text starts with, -1 if it has no end: the template stands in
// double quotes itself, and so its strings are escaped, and what they escape is escaped twice.
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

var (
	controlWord  = pattern.New(`^\{\{-?\s*(/\*|(if|else|end|range|with|define|block|break|continue|fail)\b|\$\w*(\s*,\s*\$\w+)?\s*:?=[^=])`)
	indentation  = pattern.New(`\bn?indent\s+\(?\s*(?:int\s+)?(\d+)`)
	newlineFirst = pattern.New(`\b(nindent|toYaml)\b`)
)

// isControl says whether a template writes nothing itself.
func isControl(open string, text []byte) bool {
	return open == "%{" || open == "{{" && controlWord().Match(text)
}

// contentIndent returns how far the lines that a template writes are indented: the N of its
// last indent N or nindent N, else the column (0-based) it stands at.
func contentIndent(open string, text []byte, column int) int {
	if open != "{{" {
		return column
	}
	all := indentation().FindAllSubmatch(text, -1)
	if len(all) == 0 {
		return column
	}
	n := 0
	for _, c := range string(all[len(all)-1][1]) {
		n = min(n*10+int(c-'0'), 1<<20)
	}
	return n
}

// expression returns the text of an unknown scalar as written, without its quotes.
func (m *masked) expression(v *model.Value) string {
	text := string(m.source[v.Span.Start:v.Span.End])
	if v.Style == model.DoubleQuoted || v.Style == model.SingleQuoted {
		return text[1 : len(text)-1]
	}
	return text
}

// widen returns s with the templates at its ends in full: a mask may start a byte late
// (`key:{{ … }}`), and only blanks stand for what continues on further lines.
func (m *masked) widen(s model.Span) model.Span {
	if t, ok := m.at(s.Start); ok {
		s.Start = t.span.Start
	}
	if t, ok := m.at(s.End - 1); ok {
		s.End = t.span.End
	}
	return s
}
