package yaml

import (
	"bytes"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Inside a block scalar, lines that consist of templates belong to its text. They must not be
// masked with blanks, because leading blank lines must not be longer than the indentation of the
// content, and a trailing blank line would add to the text.

var (
	blockHeader = pattern.New(`(?:^|^---|:|-|^\s*)\s+(?:[!&]\S+\s+)*[|>]([-+0-9]{0,2})\s*(?:\s#.*)?$`)
	dashes      = pattern.New(`^\s*(?:[-?]\s+)*`)
	headerOnly  = pattern.New(`^(?:[!&]\S+\s+)*[|>]`)
)

// maskBlockScalars masks the template lines inside block scalars with a filler that keeps each
// scalar in one piece.
func (m *masked) maskBlockScalars(lines []line) {
	for i := 0; i < len(lines); i++ {
		parent, explicit, ok := m.blockParent(&lines[i])
		if !ok {
			continue
		}
		region := blockRegion(lines[i+1:], parent)
		m.maskRegion(region, parent, explicit)
		i += len(region)
	}
}

// blockParent returns, for a line that ends in a block scalar's indicator, the column that its
// content must be indented beyond (-1 for a document that is one scalar), and the indentation
// that the indicator gives, 0 for none.
func (m *masked) blockParent(l *line) (parent, explicit int, ok bool) {
	text := m.text[l.span.Start:l.span.End]
	if l.alone || l.blank || text[l.indent:][0] == '#' {
		return 0, 0, false
	}
	if !bytes.ContainsAny(text, "|>") { // most lines, for which the pattern would take a fifth of the time of reading a file
		return 0, 0, false
	}
	match := blockHeader().FindSubmatch(text)
	if match == nil {
		return 0, 0, false
	}
	for _, c := range match[1] {
		if c >= '1' && c <= '9' {
			explicit = int(c - '0')
		}
	}
	if isMarker(text, "---") {
		return -1, explicit, true
	}
	parent = len(dashes().Find(text))
	if headerOnly().Match(text[parent:]) {
		for parent--; parent >= 0 && text[parent] != '-' && text[parent] != '?'; parent-- {
		}
	}
	return parent, explicit, true
}

// blockRegion returns the lines that may belong to a block scalar under parent.
func blockRegion(lines []line, parent int) []line {
	for i := range lines {
		if l := &lines[i]; !l.blank && !l.alone && l.indent <= parent {
			return lines[:i]
		}
	}
	return lines
}

func (m *masked) maskRegion(region []line, parent, explicit int) {
	indent, last := -1, -1 // the content's indentation, and the index of its last line that is not a template
	for i := range region {
		l := &region[i]
		if l.blank || l.alone {
			continue
		}
		last = i
		if indent < 0 || l.indent < indent {
			indent = l.indent
		}
	}
	if indent < 0 {
		indent = parent + 1
	}
	if explicit > 0 {
		indent = max(parent, 0) + explicit
	}
	end := len(region)
	for end > last+1 && !m.staysInside(&region[end-1], parent) {
		end--
	}
	end = m.closedAfter(region, end-1) + 1
	if end > 0 {
		m.scalars = append(m.scalars, model.Span{Start: region[0].span.Start, End: region[end-1].span.End})
	}
	for i := range region {
		l := &region[i]
		switch {
		case !l.alone:
			l.inScalar = i < end
		case i < end:
			l.inScalar = true
			m.fillContent(l, indent)
		case l.indent <= parent && l.indent < l.span.End-l.span.Start:
			// A comment ends the scalar here; blanks would add to its text.
			m.fill(model.Span{Start: l.span.Start + l.indent, End: l.span.End}, filler)
			m.text[l.span.Start+l.indent] = '#'
		}
	}
}

// staysInside reports whether a template line after the last text line of a block scalar still
// belongs to the scalar.
func (m *masked) staysInside(l *line, parent int) bool {
	if l.blank {
		return false
	}
	if l.indent > parent {
		return true
	}
	for _, t := range l.templates {
		text := m.source[t.Span.Start:t.Span.End]
		if !isControl(t.Open, text) && contentIndent(t.Open, text, t.Span.Start-l.span.Start) > parent {
			return true
		}
	}
	return false
}

// closedAfter returns the index of the line that ends the last block of templates around the last line of a scalar, which belongs to it too; that of
// the line itself if none is around it.
func (m *masked) closedAfter(region []line, last int) int {
	depth, around := 0, 0 // of the blocks that begin in the region; of those, how many are open at the last text line
	for i := range region {
		if i == last {
			around = depth
		}
		for _, t := range region[i].templates {
			depth = max(0, depth+gotmpl.Read(string(m.source[t.Span.Start:t.Span.End])).Depth())
		}
		if i > last && depth < around {
			around = depth
			last = i
		}
	}
	return last
}

// fillContent masks a line so that it is text of a block scalar whose content has the given
// indentation.
func (m *masked) fillContent(l *line, indent int) {
	if start := l.span.Start + indent; start < l.span.End {
		m.fill(model.Span{Start: start, End: l.span.End}, filler)
	}
}
