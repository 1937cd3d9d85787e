package layout

import (
	"bytes"
	"strings"
)

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
