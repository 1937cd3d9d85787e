// Package printable cleans text that comes from files, so that it can neither recolour, overwrite or reorder the messages about it, nor act
// as a command in a program that reads them.
package printable

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text replaces everything that a terminal would not print: control characters, marks that reorder text, line and paragraph separators, byte
// order marks and invalid UTF-8. It breaks up "##[", because old workflow commands of GitHub
// begin with it anywhere in a line. Each rune becomes one rune, so that columns stay.
func Text(text string) string {
	if !IsClean(text) {
		text = strings.Map(Rune, text)
	}
	return strings.ReplaceAll(text, "##[", "#·[")
}

// Line cleans a whole line as Text does. It splits "::" at its start, because a workflow command of GitHub begins with that.
func Line(line string) string {
	text := Text(line)
	if words := strings.TrimLeft(text, " "); strings.HasPrefix(words, "::") {
		return text[:len(text)-len(words)] + ": " + words[1:]
	}
	return text
}

// Path cleans a path as Text does. It puts "./" before a leading "::", because a workflow command of GitHub begins with that.
func Path(path string) string {
	if strings.HasPrefix(path, "::") {
		path = "./" + path
	}
	return Text(path)
}

// IsClean reports whether all of a text can be printed.
func IsClean(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, unprintable)
}

// Rune returns a printable rune for any rune: the same one, the picture of a control character, or U+FFFD.
func Rune(r rune) rune {
	switch {
	case r < 0x20:
		return 0x2400 + r // the control's picture
	case r == 0x7f:
		return 0x2421
	case unprintable(r):
		return utf8.RuneError
	default:
		return r
	}
}

func unprintable(r rune) bool {
	const byteOrderMark, lineSeparator, paragraphSeparator = 0xFEFF, 0x2028, 0x2029
	switch r {
	case byteOrderMark, lineSeparator, paragraphSeparator:
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}
