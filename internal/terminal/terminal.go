// Package terminal writes for people: colours, links, lines that end between words, and Markdown.
package terminal

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// The ANSI codes of styles.
const (
	Bold   = "1"
	Red    = "1;31"
	Yellow = "1;33"
	Blue   = "1;34"
	Cyan   = "36"
	Green  = "32"

	PlainRed = "31"
	Plain    = ""
)

// Terminal is what the output is written to.
type Terminal struct {
	Color bool
	Links bool // it shows a text as a link (OSC 8)
	Width int  // in columns; 0: it is no terminal, and lines have defaultWidth
}

// Lines of what is no terminal are as long as those of a narrow one, so that they fit everywhere.
const defaultWidth, minWidth = 80, 40

// Columns returns how long a line may be.
func (t Terminal) Columns() int {
	if t.Width == 0 {
		return defaultWidth
	}
	return max(t.Width, minWidth)
}

// Paint returns the text in a style, where the terminal has colours.
func (t Terminal) Paint(style, text string) string {
	if !t.Color || style == Plain || text == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// words paints each word alone, so that a line may end after it.
func (t Terminal) words(style, text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		words[i] = t.Paint(style, word)
	}
	return strings.Join(words, " ")
}

// Strong returns the text in bold, where the terminal has colours.
func (t Terminal) Strong(text string) string { return t.words(Bold, text) }

// Fill returns the text in lines of the terminal's width: the lead before the first one, and blanks of its width before the others.
func (t Terminal) Fill(lead, text string) []string {
	indent := VisibleWidth(lead)
	lines := Wrap(text, t.Columns()-indent, 0)
	for i, line := range lines {
		lines[i] = lead + line
		lead = strings.Repeat(" ", indent)
	}
	return lines
}

// Link returns the text as a link.
func (t Terminal) Link(text, url string) string {
	if !t.Links || url == "" {
		return text
	}
	return "\x1b]8;;" + url + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}

// Wrap breaks a text between words into lines of at most so many columns, of which so many are taken in the first line. A word that is longer has
// a line of its own. There is at least one line, and none begins with a workflow command of GitHub.
func Wrap(text string, columns, taken int) []string {
	lines, isEmpty := []string{""}, true
	for word := range strings.SplitSeq(strings.TrimSpace(text), " ") {
		size := VisibleWidth(word)
		last := &lines[len(lines)-1]
		switch {
		case isEmpty:
			*last, taken, isEmpty = withoutCommand(word), taken+size, word == "" && len(lines) > 1
		case taken+1+size > columns:
			lines, taken, isEmpty = append(lines, withoutCommand(word)), size, word == ""
		default:
			*last, taken = *last+" "+word, taken+1+size
		}
	}
	return lines
}

// withoutCommand parts the colons with which a workflow command of GitHub begins.
func withoutCommand(word string) string {
	if rest, isCommand := strings.CutPrefix(word, "::"); isCommand {
		return ": :" + rest
	}
	return word
}

// width does not depend on the locale, so that the output is the same everywhere.
var width = &runewidth.Condition{EastAsianWidth: false}

// RuneWidth returns how many columns a code point takes.
func RuneWidth(r rune) int { return width.RuneWidth(r) }
