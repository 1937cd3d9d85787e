package templates

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// numberless returns a template without the number of columns in its indent or nindent.
func numberless(text string) string {
	from, to, ok := IndentationIn(text)
	if !ok {
		return text
	}
	return text[:from] + text[to:]
}

// Indented returns a text whose templates indent their output by width more columns.
func Indented(text string, width int) string {
	var b strings.Builder
	last := 0
	for _, t := range gotmpl.Find([]byte(text)) {
		from, to, ok := IndentationIn(text[t.Span.Start:t.Span.End])
		if !ok {
			continue
		}
		if n, err := strconv.Atoi(text[t.Span.Start+from : t.Span.Start+to]); err == nil {
			b.WriteString(text[last:t.Span.Start+from] + strconv.Itoa(n+width))
			last = t.Span.Start + to
		}
	}
	return b.String() + text[last:]
}

// IndentationIn returns the range of the number of columns in a template's indent or nindent.
func IndentationIn(text string) (from, to int, ok bool) {
	form := terraformIndentation()
	if strings.HasPrefix(text, "{{") {
		form = goIndentation()
	}
	matches := form.FindAllStringSubmatchIndex(text, -1)
	if len(matches) == 0 {
		return 0, 0, false
	}
	last := matches[len(matches)-1]
	return last[2], last[3], true
}

// Column returns the column at which the content of a line starts, after any dashes.
func Column(line string) int { return len(dashesBefore().FindString(line)) }

// Expressions for the number of columns. Their first group is the number.
var (
	goIndentation        = pattern.New(`\bn?indent\s+\(?\s*(?:int\s+)?(\d+)`)
	terraformIndentation = pattern.New(`\bindent\(\s*(\d+)\s*,`)
	PlainIndent          = pattern.New(`\bindent\s+\(?\s*(?:int\s+)?\d+\s*\)*\s*-?\}\}$`)
	dashesBefore         = pattern.New(`^\s*(?:[-?]\s+)*`)
)

// WithoutInteger removes a filter that converts a number to an integer, because the value stays the same.
func WithoutInteger(text string) string { return strings.Replace(text, " | int64", "", 1) }

// CutsBlanks reports whether a template in a text trims the white space after it.
func CutsBlanks(text []byte) bool {
	return bytes.Contains(text, []byte("-}}")) || bytes.Contains(text, []byte("~}"))
}
