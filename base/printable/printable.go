// Package printable cleans text that comes from files, so that it cannot recolour, overwrite or reorder the messages about it, nor be
// taken for a command by what reads them.
package printable

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text replaces what a terminal would not print: control characters, marks that reorder text, line and paragraph separators, byte order
// marks and invalid UTF-8. "##[", with which old workflow commands of GitHub begin anywhere in a line, is parted.
func Text(text string) string {
	if !IsClean(text) {
		text = strings.Map(Rune, text)
	}
	return strings.ReplaceAll(text, "##[", "# #[")
}

// Path returns a path as Text does. One that begins as a workflow command of GitHub, with "::", gets "./" before it.
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

// Rune returns what is printed for a rune: the rune, the picture of a control character, or U+FFFD.
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
