package layout

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/edit/textline"
)

// Lines copies the source bytes [start, end) as lines. A line that begins with the indentation
// from begins with to instead. Where start is inside a line, that line has no indentation of
// its own yet.
func (s *Source) Lines(start, end int, from, to string) []textline.Line {
	var out []textline.Line
	for offset := start; offset < end; {
		next := end
		if i := bytes.IndexByte(s.Data[offset:end], '\n'); i >= 0 {
			next = offset + i + 1
		}
		stop := next
		if s.Data[stop-1] == '\n' {
			stop--
			if stop > offset && s.Data[stop-1] == '\r' {
				stop--
			}
		}
		l := textline.Line{Src: -1, Newline: textline.Piece{Start: stop, End: next}, Copied: true, Shift: len(to) - len(from)}
		body := offset
		if offset == s.LineStart(offset) {
			body = offset + textline.LeadingBlanks(s.Data[offset:stop])
			if body == stop && next > stop && !s.blankText(offset, stop, len(to) < len(from)) {
				body = offset // a blank line stays as it is
			} else {
				l.Src = offset
				l.Indent = textline.ShiftIndent(string(s.Data[offset:body]), from, to)
				if body == offset && s.Guards.Leftmost[offset] {
					l.Indent = ""
				}
			}
		}
		if body < stop {
			l.Body = []textline.Piece{{Start: body, End: stop}}
		}
		out = append(out, l)
		offset = next
	}
	return out
}

// Part copies bytes like Lines, if more text follows on the same line: after a newline, it ends
// with an empty line.
func (s *Source) Part(start, end int, from, to string) []textline.Line {
	out := s.Lines(start, end, from, to)
	if end > start && s.Data[end-1] == '\n' {
		out = append(out, textline.Line{Src: -1})
	}
	return out
}

// blankText reports whether the blank line [offset, stop) holds text of a block scalar, or, where lines
// move left, would hold some if it stayed.
func (s *Source) blankText(offset, stop int, movesLeft bool) bool {
	least, isBlank := s.blanks[offset]
	return isBlank && (movesLeft || stop-offset > least)
}

// Blank reports whether the line contains nothing visible.
func (s *Source) Blank(l textline.Line) bool {
	for _, p := range l.Body {
		if p.End == 0 && strings.TrimSpace(p.Text) != "" {
			return false
		}
		if p.End > 0 && len(bytes.TrimSpace(s.Data[p.Start:p.End])) > 0 {
			return false
		}
	}
	return true
}

// remark reports whether the line is blank or only a comment, or a template that writes nothing.
func (s *Source) remark(l textline.Line) bool {
	if s.Blank(l) {
		return true
	}
	p := l.Body[0]
	if p.End > 0 {
		_, isStatement := s.Statement(p.Start)
		return s.Data[p.Start] == '#' || s.Guarded && isStatement
	}
	return strings.HasPrefix(p.Text, "#")
}

// SplitRemarks divides lines into the blank and comment lines at their start, and the rest.
func (s *Source) SplitRemarks(lines []textline.Line) (remarks, content []textline.Line) {
	for i, l := range lines {
		if !s.remark(l) {
			return lines[:i], lines[i:]
		}
	}
	return lines, nil
}

// Pieces strings lines together. The text ends with a newline if and only if the document did.
func (s *Source) Pieces(lines []textline.Line) []textline.Piece {
	final := s.End > s.Start && s.Data[s.End-1] == '\n'
	for n := len(lines); !final && n > 0; n-- {
		if last := lines[n-1]; len(last.Body) > 0 || s.endsIn(last) {
			break
		}
		lines = lines[:n-1]
	}
	var out []textline.Piece
	for i, l := range lines {
		out = append(out, s.Indentation(l)...)
		out = append(out, l.Body...)
		switch {
		case i == len(lines)-1 && !final:
		case l.Newline.End > l.Newline.Start:
			out = append(out, l.Newline)
		default:
			out = append(out, textline.Piece{Text: s.Newline})
		}
	}
	for i, p := range out {
		if p.Start >= s.Size && p.End > 0 {
			out[i] = textline.Piece{Text: p.In(s.Data)}
		}
	}
	return out
}

// endsIn reports whether l is the last line of the document, of blanks without a newline.
func (s *Source) endsIn(l textline.Line) bool {
	if l.Src < s.Start || l.Src >= s.End {
		return false
	}
	return s.LineEnd(l.Src) >= s.End && s.Data[s.End-1] != '\n'
}

// Indentation returns l's indentation as pieces; as far as it equals the indentation of the source
// line, these are source bytes.
func (s *Source) Indentation(l textline.Line) []textline.Piece {
	if l.Src < 0 {
		return []textline.Piece{{Text: l.Indent}}
	}
	old := string(s.Data[l.Src : l.Src+textline.LeadingBlanks(s.Data[l.Src:s.LineEnd(l.Src)])])
	n := 0
	for n < len(old) && n < len(l.Indent) && old[n] == l.Indent[n] {
		n++
	}
	return []textline.Piece{{Start: l.Src, End: l.Src + n}, {Text: l.Indent[n:]}}
}

// WithoutLeadingBlank returns the lines from the first one on that is not blank.
func (s *Source) WithoutLeadingBlank(lines []textline.Line) []textline.Line {
	for len(lines) > 0 && s.Blank(lines[0]) {
		lines = lines[1:]
	}
	return lines
}

// AllBlank reports whether all lines are blank.
func (s *Source) AllBlank(lines []textline.Line) bool {
	return !slices.ContainsFunc(lines, func(l textline.Line) bool { return !s.Blank(l) })
}
