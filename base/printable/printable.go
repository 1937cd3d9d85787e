// Package printable cleans text that comes from files, so that it can neither recolour, overwrite or reorder the messages about it, nor act
// as a command in a program that reads them.
package printable

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Text replaces everything that a terminal would not print: control characters, marks that reorder text, line and paragraph separators, byte
// order marks and invalid UTF-8. It breaks up "##[" and "##vso[", because old workflow commands of GitHub, and those of Azure Pipelines and
// TeamCity, begin so anywhere in a line. Each rune becomes one rune, so that columns stay.
func Text(text string) string {
	if !IsClean(text) {
		text = strings.Map(Rune, text)
	}
	if !strings.Contains(text, "##") {
		return text
	}
	return command().ReplaceAllString(text, "#·${1}[")
}

// command matches what begins a command anywhere in a line.
var command = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)##([a-z]*)\[`) })

// Line cleans a whole line as Text does. It splits "::" at its start, because a workflow command of GitHub begins with that, also after
// blanks.
func Line(line string) string {
	text := Text(line)
	if words, found := afterColons(text); found {
		return text[:len(text)-len(words)-len("::")] + ": :" + words
	}
	return text
}

// Path cleans a path as Text does. It puts "./" before one that would begin a workflow command of GitHub at the start of a line.
func Path(path string) string {
	text := Text(path)
	if _, found := afterColons(text); found {
		return "./" + text
	}
	return text
}

// afterColons returns what follows "::" at the start of a line. GitHub passes over all blanks of Unicode before it.
func afterColons(line string) (rest string, found bool) {
	return strings.CutPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::")
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
	const notInXML, notInXMLEither = 0xFFFE, 0xFFFF
	switch r {
	case byteOrderMark, lineSeparator, paragraphSeparator, notInXML, notInXMLEither:
		return true
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}
