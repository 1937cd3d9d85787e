package report

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/lint/rule"
)

// ANSI codes of styles.
const (
	bold   = "1"
	red    = "1;31"
	yellow = "1;33"
	blue   = "1;34"
	cyan   = "36"
	green  = "32"

	plainRed = "31"
	plain    = ""
)

// painter colours text if it is true.
type painter bool

func (p painter) paint(style, text string) string {
	if !p || style == plain || text == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// lineWriter collects lines of text.
type lineWriter struct {
	painter
	out strings.Builder
}

func (w *lineWriter) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

// flush writes the collected lines to out.
func (w *lineWriter) flush(out io.Writer) error {
	_, err := io.WriteString(out, w.out.String())
	w.out.Reset()
	return err
}

// levelStyle returns the style for the severity of a finding or the level of a note.
func levelStyle(level string) string {
	switch level {
	case rule.Error.String(), string(convert.Decision):
		return red
	case rule.Warning.String():
		return yellow
	default:
		return blue
	}
}

// width does not depend on the locale, so that the output is the same everywhere.
var width = &runewidth.Condition{EastAsianWidth: false}

// Clean replaces control characters of terminals, so that a file cannot recolour, overwrite or reorder the messages about it.
func Clean(text string) string {
	if strings.IndexFunc(text, unprintable) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		b.WriteRune(visible(r))
	}
	return b.String()
}

func visible(r rune) rune {
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
