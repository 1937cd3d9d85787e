package yaml

import (
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

var (
	indentation  = pattern.New(`\bn?indent\s+\(?\s*(?:int\s+)?(\d+)`)
	newlineFirst = pattern.New(`\b(nindent|toYaml)\b`)
)

// isControl reports whether a template is a control or a statement, which writes nothing itself.
func isControl(open string, text []byte) bool {
	return open != "${" && gotmpl.Read(string(text)).WritesNothing()
}

// contentIndent returns how far the lines that a template writes are indented: the N of its
// last indent N or nindent N, else the column (0-based) it is at.
func contentIndent(open string, text []byte, column int) int {
	if open != "{{" {
		return column
	}
	matches := indentation().FindAllSubmatch(text, -1)
	if len(matches) == 0 {
		return column
	}
	n := 0
	for _, c := range string(matches[len(matches)-1][1]) {
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
// (`key:{{ … }}`), and its further lines are blank.
func (m *masked) widen(s model.Span) model.Span {
	if t, ok := m.templateAt(s.Start); ok {
		s.Start = t.Span.Start
	}
	if t, ok := m.templateAt(s.End - 1); ok {
		s.End = t.Span.End
	}
	return s
}
