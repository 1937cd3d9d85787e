package yaml

import (
	"bytes"
	"slices"
	"sort"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Masking does more in Helm templates, because without rendering they need not be YAML.

var (
	headBefore = pattern.New(`^(\s*(?:- +)*)(?:[^\s#{\[-][^#]*:\s+)?$`)
	isEntry    = pattern.New(`^\s*(-(\s|$)|[^\s#].*:(\s|$))`)
)

// maskHead blanks a template after a key or a dash if further entries or items follow on the next
// lines:
//
//	labels: {{- include "labels" . | nindent 4 }}
//	  app: web
func (m *masked) maskHead(lines []line) {
	l := &lines[0]
	if l.alone || l.inScalar || len(l.templates) == 0 {
		return
	}
	t := l.templates[len(l.templates)-1]
	if t.Open != "{{" || t.Span.Start < l.span.Start {
		return
	}
	first := len(l.templates) - 1
	for first > 0 && l.templates[first-1].Span.Start >= l.span.Start && isBlank(m.source[l.templates[first-1].Span.End:l.templates[first].Span.Start]) {
		first--
	}
	start := l.templates[first].Span.Start
	head := headBefore().FindSubmatch(append(bytes.Clone(m.text[l.span.Start:start]), ' '))
	tail := m.text[min(t.Span.End, l.span.End):l.span.End]
	if head == nil || len(bytes.TrimSpace(tail)) > 0 {
		return
	}
	next := nextLine(lines[1:])
	if next == nil || !isEntry().Match(m.text[next.span.Start:next.span.End]) {
		return
	}
	// The value of a key is indented more than the key, or is a list in the column of the key. The
	// value after a dash starts in the column of the template.
	column, isList := len(head[1]), m.text[next.span.Start+next.indent] == '-'
	if column > start-l.span.Start {
		column, isList = start-l.span.Start, true
	}
	if next.indent < column || next.indent == column && !isList {
		return
	}
	m.fill(model.Span{Start: start, End: min(t.Span.End, l.span.End)}, ' ')
	for _, t := range l.templates[first:] {
		text := m.source[t.Span.Start:t.Span.End]
		if !isControl(t.Open, text) {
			m.content = append(m.content, contentLine{t.Span, contentIndent(t.Open, text, next.indent)})
		}
	}
}

// nextLine returns the first line that holds more than templates, blanks and a comment.
func nextLine(lines []line) *line {
	for i := range lines {
		l := &lines[i]
		if !l.blank && !l.alone && !l.comment {
			return l
		}
	}
	return nil
}

// findCuts returns, for each named template that is not part of another one, the offsets of the
// line where it starts and of the line after its end.
func (m *masked) findCuts(lines []line) (offsets []int) {
	depth, isOpen := 0, false
	comments := gotmpl.Comments{Text: m.source}
	for _, t := range m.templates {
		a := gotmpl.Read(string(m.source[t.Span.Start:t.Span.End]))
		if t.Open != "{{" || a.Depth() == 0 || comments.Hold(t.Span.Start) {
			continue
		}
		if !isOpen && a.Keyword != "define" {
			continue
		}
		i := sort.Search(len(lines), func(i int) bool { return lines[i].span.End >= t.Span.Start })
		if !isOpen && lines[i].inScalar {
			continue // it belongs to a text that is a template for another program
		}
		if a.Depth() > 0 {
			if !isOpen {
				isOpen = true
				offsets = append(offsets, lines[i].span.Start)
			}
			depth++
			continue
		}
		if depth--; depth == 0 {
			isOpen = false
			offsets = append(offsets, m.endOfLine(lines, t.Span.End))
		}
	}
	return offsets
}

// endOfLine returns the offset after the line that ends at an offset or contains it.
func (m *masked) endOfLine(lines []line, offset int) int {
	i := sort.Search(len(lines), func(i int) bool { return lines[i].span.End >= offset })
	if i+1 >= len(lines) {
		return len(m.source)
	}
	return lines[i+1].span.Start
}

var emptyCollection = pattern.New(`(?m)^([ \t]*(?:\{\}|\[\])(?:[ \t]+|[ \t]*\r?$))(?:#|$)`)

// dropEmptyAlternatives blanks lines with only {} or [], optionally after {{ else }} and before a comment: in a template they are
// the empty alternative to the entries of another branch. It reports whether there were any.
func (m *masked) dropEmptyAlternatives(s model.Span) bool {
	if m.language(s) == "" {
		return false
	}
	m.blankElse(s)
	dropped := false
	for _, f := range emptyCollection().FindAllSubmatchIndex(m.text[s.Start:s.End], -1) {
		if _, isText := spanAt(m.scalars, s.Start+f[2]); !isText {
			m.fill(model.Span{Start: s.Start + f[2], End: s.Start + f[3]}, ' ')
			dropped = true
		}
	}
	return dropped
}

// blankElse blanks each {{ else }} at the start of a line with other content.
func (m *masked) blankElse(s model.Span) {
	from := bytes.LastIndexByte(m.source[:s.Start], '\n') + 1
	for _, t := range m.templates[m.search(s.Start):] {
		if t.Span.Start >= s.End {
			return
		}
		before := m.source[min(from, t.Span.Start):t.Span.Start]
		newline := bytes.LastIndexByte(before, '\n')
		isFirst := newline >= 0 || from <= s.Start // on its line
		from = t.Span.End
		if isFirst && isBlank(before[newline+1:]) && t.Open == "{{" && gotmpl.Read(string(m.source[t.Span.Start:t.Span.End])).Keyword == "else" {
			m.fill(t.Span, ' ')
		}
	}
}

// language returns the template language that determines the structure of s, "" if there is none.
// Templates within a scalar do not count, because they do not affect the structure.
func (m *masked) language(s model.Span) string {
	if bytes.Contains(m.source[s.Start:s.End], []byte("{%")) {
		return "Jinja"
	}
	if bytes.Contains(m.source[s.Start:s.End], []byte("<%")) {
		return "<% %>"
	}
	i := sort.SearchInts(m.structure, s.Start)
	if i == len(m.structure) || m.structure[i] >= s.End {
		return ""
	}
	if m.source[m.structure[i]] == '{' {
		return "Go template"
	}
	return "Terraform template"
}

// isFragment reports whether s is the body of a named template that is not a manifest. Such a body
// may be any text, so an error in it is not reported.
func (m *masked) isFragment(s model.Span) bool {
	i, isCut := slices.BinarySearch(m.cuts, s.Start)
	return isCut && i%2 == 0 && !manifestKey().Match(m.text[s.Start:s.End])
}

var manifestKey = pattern.New(`(?m)^[ \t]*(kind|apiVersion)[ \t]*:`)
