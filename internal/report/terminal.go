package report

import (
	"fmt"
	"io"
	"strings"

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
