package edit

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/model"
)

// piece is a part of a line: bytes of the source, or new text where end is 0.
type piece struct {
	start, end int
	text       string
}

// line is one line as it is to be.
type line struct {
	src  int     // offset of the source line whose indentation may be kept, -1 for none
	ws   string  // the indentation it is to have
	body []piece // the rest, without the newline
	nl   piece   // the newline of the source; empty for a new line

	copied bool // from the source
	by     int  // columns that it moves by then
}

func newLine(ws, text string) line { return line{src: -1, ws: ws, body: []piece{{text: text}}} }

func spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

// lines copies the source bytes [start, end) as lines. A line that begins with the indentation
// from begins with to instead. Where start is inside a line, that line has no indentation of
// its own yet.
func (s *source) lines(start, end int, from, to string) []line {
	var out []line
	for at := start; at < end; {
		next := end
		if i := bytes.IndexByte(s.data[at:end], '\n'); i >= 0 {
			next = at + i + 1
		}
		stop := next
		if s.data[stop-1] == '\n' {
			stop--
			if stop > at && s.data[stop-1] == '\r' {
				stop--
			}
		}
		l := line{src: -1, nl: piece{start: stop, end: next}, copied: true, by: len(to) - len(from)}
		rest := at
		if at == s.lineStart(at) {
			rest = at + blanks(s.data[at:stop])
			if rest == stop && next > stop && !s.blankText(at, stop, len(to) < len(from)) {
				rest = at // a blank line stays as it is
			} else {
				l.src = at
				l.ws = shift(string(s.data[at:rest]), from, to)
				if rest == at && s.guards.leftmost[at] {
					l.ws = ""
				}
			}
		}
		if rest < stop {
			l.body = []piece{{start: rest, end: stop}}
		}
		out = append(out, l)
		at = next
	}
	return out
}

// part copies bytes like lines, for what comes behind them on the same line: after a newline
// that is an empty line.
func (s *source) part(start, end int, from, to string) []line {
	out := s.lines(start, end, from, to)
	if end > start && s.data[end-1] == '\n' {
		out = append(out, line{src: -1})
	}
	return out
}

// blankText says whether the blank line [at, stop) holds text of a block scalar, or, where lines
// move left, would hold some if it stayed.
func (s *source) blankText(at, stop int, left bool) bool {
	least, known := s.blanks[at]
	return known && (left || stop-at > least)
}

// blanks counts the spaces and tabs that text starts with.
func blanks(text []byte) int {
	return len(text) - len(bytes.TrimLeft(text, " \t"))
}

// shift moves an indentation by the difference of from and to.
func shift(ws, from, to string) string {
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

// blank says whether the line holds nothing visible.
func (s *source) blank(l line) bool {
	for _, p := range l.body {
		if p.end == 0 && strings.TrimSpace(p.text) != "" {
			return false
		}
		if p.end > 0 && len(bytes.TrimSpace(s.data[p.start:p.end])) > 0 {
			return false
		}
	}
	return true
}

// remark says whether the line is blank or only a comment, or a template that writes nothing.
func (s *source) remark(l line) bool {
	if s.blank(l) {
		return true
	}
	p := l.body[0]
	if p.end > 0 {
		_, is := s.statement(p.start)
		return s.data[p.start] == '#' || s.guarded && is
	}
	return strings.HasPrefix(p.text, "#")
}

// splitRemarks divides lines into the blank and comment lines at their start, and the rest.
func (s *source) splitRemarks(lines []line) (remarks, rest []line) {
	for i, l := range lines {
		if !s.remark(l) {
			return lines[:i], lines[i:]
		}
	}
	return lines, nil
}

// concat joins the last line of a with the first of b. It takes a over, as append does.
func concat(a, b []line) []line {
	if len(a) == 0 || len(b) == 0 {
		return append(a, b...)
	}
	last := &a[len(a)-1]
	last.body = append(last.body, b[0].body...)
	last.nl = b[0].nl
	return append(a, b[1:]...)
}

// substitute puts text in the place of a span that lies within one piece of lines.
func substitute(lines []line, span model.Span, text string) {
	for i := range lines {
		for j, p := range lines[i].body {
			if p.end == 0 || p.start > span.Start || p.end < span.End {
				continue
			}
			var parts []piece
			if p.start < span.Start {
				parts = append(parts, piece{start: p.start, end: span.Start})
			}
			if text != "" {
				parts = append(parts, piece{text: text})
			}
			if span.End < p.end {
				parts = append(parts, piece{start: span.End, end: p.end})
			}
			body := append([]piece(nil), lines[i].body[:j]...)
			body = append(body, parts...)
			lines[i].body = append(body, lines[i].body[j+1:]...)
			return
		}
	}
}

// appendText adds text to the end of the last line.
func appendText(lines []line, parts ...piece) {
	last := &lines[len(lines)-1]
	last.body = append(last.body, parts...)
}

// pieces strings lines together. The text ends with a newline if and only if the document did.
func (s *source) pieces(lines []line) []piece {
	final := s.end > s.start && s.data[s.end-1] == '\n'
	for n := len(lines); !final && n > 0 && len(lines[n-1].body) == 0 && !s.endsIn(lines[n-1]); n-- {
		lines = lines[:n-1]
	}
	var out []piece
	for i, l := range lines {
		out = append(out, s.indentation(l)...)
		out = append(out, l.body...)
		switch {
		case i == len(lines)-1 && !final:
		case l.nl.end > l.nl.start:
			out = append(out, l.nl)
		default:
			out = append(out, piece{text: s.newline})
		}
	}
	for i, p := range out {
		if p.start >= s.size && p.end > 0 {
			out[i] = piece{text: p.in(s.data)}
		}
	}
	return out
}

// endsIn says whether l is the last line of the document, of blanks without a newline.
func (s *source) endsIn(l line) bool {
	return l.src >= s.start && l.src < s.end && s.lineEnd(l.src) >= s.end && s.data[s.end-1] != '\n'
}

// indentation returns l's indentation, as source bytes as far as they agree.
func (s *source) indentation(l line) []piece {
	if l.src < 0 {
		return []piece{{text: l.ws}}
	}
	old := string(s.data[l.src : l.src+blanks(s.data[l.src:s.lineEnd(l.src)])])
	n := 0
	for n < len(old) && n < len(l.ws) && old[n] == l.ws[n] {
		n++
	}
	return []piece{{start: l.src, end: l.src + n}, {text: l.ws[n:]}}
}
