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

// Terminal is what the output is written to.
type Terminal struct {
	Color bool
	Links bool // it shows a text as a link (OSC 8)
	Width int  // in columns; 0: it is no terminal, and lines have defaultWidth
}

// Lines of what is no terminal are as long as those of a narrow one, so that they fit everywhere.
const defaultWidth, minWidth = 80, 40

func (t Terminal) width() int {
	if t.Width == 0 {
		return defaultWidth
	}
	return max(t.Width, minWidth)
}

// paint returns the text in a style, where the terminal has colours.
func (t Terminal) paint(style, text string) string {
	if !t.Color || style == plain || text == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// words paints each word alone, so that a line may end after it.
func (t Terminal) words(style, text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		words[i] = t.paint(style, word)
	}
	return strings.Join(words, " ")
}

// Strong returns the text in bold, where the terminal has colours.
func (t Terminal) Strong(text string) string { return t.words(bold, text) }

// Fill returns the text in lines of the terminal's width: the lead before the first one, and blanks of its width before the others.
func (t Terminal) Fill(lead, text string) []string {
	indent := visibleWidth(lead)
	lines := wrap(text, t.width()-indent, 0)
	for i, line := range lines {
		if words, isCommand := strings.CutPrefix(line, "::"); isCommand { // of GitHub, at the start of a line
			line = ": :" + words
		}
		lines[i] = lead + line
		lead = strings.Repeat(" ", indent)
	}
	return lines
}

// link returns the text as a link.
func (t Terminal) link(text, url string) string {
	if !t.Links {
		return text
	}
	return "\x1b]8;;" + url + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}

// wrap breaks a text between words into lines of at most so many columns, of which so many are taken in the first line. A word that is longer has
// a line of its own. There is at least one line.
func wrap(text string, columns, taken int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		size := visibleWidth(word)
		switch {
		case *last == "":
			*last, taken = word, taken+size
		case taken+1+size > columns:
			lines, taken = append(lines, word), size
		default:
			*last, taken = *last+" "+word, taken+1+size
		}
	}
	return lines
}

// lineWriter collects lines of text.
type lineWriter struct {
	Terminal
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
