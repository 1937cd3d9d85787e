package layout

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// Piece is a part of a line: bytes of the source, or new text where end is 0.
type Piece struct {
	Start, End int
	Text       string
}

// Line is one line as it is to be.
type Line struct {
	Src     int     // offset of the source line whose indentation may be kept, -1 for none
	Indent  string  // the indentation it is to have
	Body    []Piece // the rest, without the newline
	Newline Piece   // the newline of the source; empty for a new line

	Copied bool // from the source
	Shift  int  // columns that it moves by then
}

// NewLine returns a line of new text behind an indentation.
func NewLine(ws, text string) Line { return Line{Src: -1, Indent: ws, Body: []Piece{{Text: text}}} }

// Lines copies the source bytes [start, end) as lines. A line that begins with the indentation
// from begins with to instead. Where start is inside a line, that line has no indentation of
// its own yet.
func (s *Source) Lines(start, end int, from, to string) []Line {
	var out []Line
	for at := start; at < end; {
		next := end
		if i := bytes.IndexByte(s.Data[at:end], '\n'); i >= 0 {
			next = at + i + 1
		}
		stop := next
		if s.Data[stop-1] == '\n' {
			stop--
			if stop > at && s.Data[stop-1] == '\r' {
				stop--
			}
		}
		l := Line{Src: -1, Newline: Piece{Start: stop, End: next}, Copied: true, Shift: len(to) - len(from)}
		rest := at
		if at == s.LineStart(at) {
			rest = at + LeadingBlanks(s.Data[at:stop])
			if rest == stop && next > stop && !s.blankText(at, stop, len(to) < len(from)) {
				rest = at // a blank line stays as it is
			} else {
				l.Src = at
				l.Indent = ShiftIndent(string(s.Data[at:rest]), from, to)
				if rest == at && s.Guards.Leftmost[at] {
					l.Indent = ""
				}
			}
		}
		if rest < stop {
			l.Body = []Piece{{Start: rest, End: stop}}
		}
		out = append(out, l)
		at = next
	}
	return out
}

// Part copies bytes like lines, for what comes behind them on the same line: after a newline
// that is an empty line.
func (s *Source) Part(start, end int, from, to string) []Line {
	out := s.Lines(start, end, from, to)
	if end > start && s.Data[end-1] == '\n' {
		out = append(out, Line{Src: -1})
	}
	return out
}

// blankText reports whether the blank line [at, stop) holds text of a block scalar, or, where lines
// move left, would hold some if it stayed.
func (s *Source) blankText(at, stop int, left bool) bool {
	least, known := s.blanks[at]
	return known && (left || stop-at > least)
}

// Blank reports whether the line holds nothing visible.
func (s *Source) Blank(l Line) bool {
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
func (s *Source) remark(l Line) bool {
	if s.Blank(l) {
		return true
	}
	p := l.Body[0]
	if p.End > 0 {
		_, is := s.Statement(p.Start)
		return s.Data[p.Start] == '#' || s.Guarded && is
	}
	return strings.HasPrefix(p.Text, "#")
}

// SplitRemarks divides lines into the blank and comment lines at their start, and the rest.
func (s *Source) SplitRemarks(lines []Line) (remarks, rest []Line) {
	for i, l := range lines {
		if !s.remark(l) {
			return lines[:i], lines[i:]
		}
	}
	return lines, nil
}

// Concat joins the last line of a with the first of b. It takes a over, as append does.
func Concat(a, b []Line) []Line {
	if len(a) == 0 || len(b) == 0 {
		return append(a, b...)
	}
	last := &a[len(a)-1]
	last.Body = append(last.Body, b[0].Body...)
	last.Newline = b[0].Newline
	return append(a, b[1:]...)
}

// Substitute puts text in the place of a span that lies within one piece of lines.
func Substitute(lines []Line, span model.Span, text string) {
	for i := range lines {
		for j, p := range lines[i].Body {
			if p.End == 0 || p.Start > span.Start || p.End < span.End {
				continue
			}
			var parts []Piece
			if p.Start < span.Start {
				parts = append(parts, Piece{Start: p.Start, End: span.Start})
			}
			if text != "" {
				parts = append(parts, Piece{Text: text})
			}
			if span.End < p.End {
				parts = append(parts, Piece{Start: span.End, End: p.End})
			}
			body := append([]Piece(nil), lines[i].Body[:j]...)
			body = append(body, parts...)
			lines[i].Body = append(body, lines[i].Body[j+1:]...)
			return
		}
	}
}

// AppendText adds text to the end of the last line.
func AppendText(lines []Line, parts ...Piece) {
	last := &lines[len(lines)-1]
	last.Body = append(last.Body, parts...)
}

// Pieces strings lines together. The text ends with a newline if and only if the document did.
func (s *Source) Pieces(lines []Line) []Piece {
	final := s.End > s.Start && s.Data[s.End-1] == '\n'
	for n := len(lines); !final && n > 0; n-- {
		if last := lines[n-1]; len(last.Body) > 0 || s.endsIn(last) {
			break
		}
		lines = lines[:n-1]
	}
	var out []Piece
	for i, l := range lines {
		out = append(out, s.Indentation(l)...)
		out = append(out, l.Body...)
		switch {
		case i == len(lines)-1 && !final:
		case l.Newline.End > l.Newline.Start:
			out = append(out, l.Newline)
		default:
			out = append(out, Piece{Text: s.Newline})
		}
	}
	for i, p := range out {
		if p.Start >= s.Size && p.End > 0 {
			out[i] = Piece{Text: p.in(s.Data)}
		}
	}
	return out
}

// endsIn reports whether l is the last line of the document, of blanks without a newline.
func (s *Source) endsIn(l Line) bool {
	if l.Src < s.Start || l.Src >= s.End {
		return false
	}
	return s.LineEnd(l.Src) >= s.End && s.Data[s.End-1] != '\n'
}

// Indentation returns l's indentation, as source bytes as far as they agree.
func (s *Source) Indentation(l Line) []Piece {
	if l.Src < 0 {
		return []Piece{{Text: l.Indent}}
	}
	old := string(s.Data[l.Src : l.Src+LeadingBlanks(s.Data[l.Src:s.LineEnd(l.Src)])])
	n := 0
	for n < len(old) && n < len(l.Indent) && old[n] == l.Indent[n] {
		n++
	}
	return []Piece{{Start: l.Src, End: l.Src + n}, {Text: l.Indent[n:]}}
}

// WithoutLeadingBlank returns the lines from the first one on that is not blank.
func (s *Source) WithoutLeadingBlank(lines []Line) []Line {
	for len(lines) > 0 && s.Blank(lines[0]) {
		lines = lines[1:]
	}
	return lines
}

// AllBlank reports whether all lines are blank.
func AllBlank(s *Source, lines []Line) bool {
	return !slices.ContainsFunc(lines, func(l Line) bool { return !s.Blank(l) })
}

// LeadingSpaces counts the spaces that line starts with.
func LeadingSpaces(line []byte) int {
	return len(line) - len(bytes.TrimLeft(line, " "))
}

// LeadingBlanks counts the spaces and tabs that text starts with.
func LeadingBlanks(text []byte) int {
	return len(text) - len(bytes.TrimLeft(text, " \t"))
}

// Spaces returns n spaces, none if n is negative.
func Spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

// ShiftIndent moves an indentation by the difference of from and to.
func ShiftIndent(ws, from, to string) string {
	switch {
	case from == to:
		return ws
	case strings.HasPrefix(ws, from):
		return to + ws[len(from):]
	case len(to) <= len(from):
		return ws[:max(0, len(ws)-(len(from)-len(to)))]
	}
	return to[len(from):] + ws
}
