// Package textline represents lines as pieces, either copied from a source or new, and computes the edits that turn the source into them.
// Bytes that are copied in their order stay untouched.
package textline

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/model"
)

// Piece is a part of a line: bytes of the source, or new text where end is 0.
type Piece struct {
	Start, End int
	Text       string
}

// Line is one line of the result.
type Line struct {
	Src     int     // offset of the source line whose indentation may be kept, -1 for none
	Indent  string  // the indentation it is to have
	Body    []Piece // the rest, without the newline
	Newline Piece   // the newline of the source; empty for a new line

	Copied bool // from the source
	Shift  int  // number of columns by which a copied line moves
}

// NewLine returns a line of new text behind an indentation.
func NewLine(ws, text string) Line { return Line{Src: -1, Indent: ws, Body: []Piece{{Text: text}}} }

// Spaces returns n spaces, none if n is negative.
func Spaces(n int) string { return strings.Repeat(" ", max(n, 0)) }

// Concat joins the last line of a with the first of b. Like append, it may change a.
func Concat(a, b []Line) []Line {
	if len(a) == 0 || len(b) == 0 {
		return append(a, b...)
	}
	last := &a[len(a)-1]
	last.Body = append(last.Body, b[0].Body...)
	last.Newline = b[0].Newline
	return append(a, b[1:]...)
}

// Substitute replaces a span within one piece of the lines by text.
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

// LeadingBlanks counts the spaces and tabs that text starts with.
func LeadingBlanks(text []byte) int {
	return len(text) - len(bytes.TrimLeft(text, " \t"))
}

// LeadingSpaces counts the spaces that line starts with.
func LeadingSpaces(line []byte) int {
	return len(line) - len(bytes.TrimLeft(line, " "))
}
