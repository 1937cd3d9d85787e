package report

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/model"
)

const (
	maxWidth = 120 // terminal cells of a line of the file
	maxLines = 6   // lines of a marked range that are shown
	tabStop  = 4
)

// snippetLine is one line of a snippet, or a gap between lines.
type snippetLine struct {
	gap            bool
	number         int // 1-based
	text           string
	offset, length int // the marked cells of text; length 0: none
}

// snippet returns the lines of the range [start, end), and the line above it unless that is blank or separates documents. It returns
// nothing if the range is no longer in the file.
func snippet(f *model.File, start, end model.Position) []snippetLine {
	if f == nil {
		return nil
	}
	if eof := f.Position(len(f.Data)); start == eof && start.Line > f.Lines() {
		start = f.Position(f.LineSpan(f.Lines()).End) // the end of the file: show its last line
		end = start
	}
	if start.Line < 1 || end.Line > f.Lines() || end.Line < start.Line {
		return nil
	}
	last := end.Line
	if end.Column == 1 && last > start.Line {
		last-- // the range ends with a newline
	}
	var lines []snippetLine
	if text := bytes.TrimSpace(lineBytes(f, start.Line-1)); len(text) > 0 && !bytes.HasPrefix(text, []byte("---")) {
		lines = append(lines, contextLine(f, start.Line-1))
	}
	for n := start.Line; n <= last; n++ {
		if last-start.Line >= maxLines && n == start.Line+maxLines-2 {
			lines = append(lines, snippetLine{gap: true})
			n = last
		}
		lines = append(lines, markedLine(f, n, start, end))
	}
	return lines
}

func contextLine(f *model.File, n int) snippetLine {
	text, _, _ := clip(cells(lineBytes(f, n)), 0, 0)
	return snippetLine{number: n, text: text}
}

func markedLine(f *model.File, n int, start, end model.Position) snippetLine {
	line := cells(lineBytes(f, n))
	from, to := countBlanks(line), len(line)
	if n == start.Line {
		from = start.Column - 1
	}
	if n == end.Line {
		to = end.Column - 1
	}
	from = min(max(from, 0), len(line))
	to = min(max(to, from), len(line))
	if n == start.Line && to == from {
		line = append(line, cell{" ", 1}) // to mark the end of a line
		to = from + 1
	}
	text, offset, length := clip(line, from, to)
	return snippetLine{number: n, text: text, offset: offset, length: length}
}

// lineBytes returns a line without its newline and byte order mark, nil for a line
// that does not exist.
func lineBytes(f *model.File, n int) []byte {
	if n < 1 || n > f.Lines() {
		return nil
	}
	span := f.LineSpan(n)
	line := f.Data[span.Start:span.End]
	if n == 1 {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	return line
}

// cell is one code point of a line as the terminal shows it.
type cell struct {
	text  string
	width int
}

func cells(line []byte) []cell {
	out := make([]cell, 0, len(line))
	column := 0
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		line = line[size:]
		c := toCell(r, column)
		column += c.width
		out = append(out, c)
	}
	return out
}

func toCell(r rune, column int) cell {
	if r == '\t' {
		n := tabStop - column%tabStop
		return cell{strings.Repeat(" ", n), n}
	}
	r = printable.Rune(r)
	return cell{string(r), width.RuneWidth(r)}
}

func countBlanks(line []cell) int {
	for i, c := range line {
		if strings.TrimSpace(c.text) != "" {
			return i
		}
	}
	return 0
}

// clip returns at most maxWidth cells of the line around the marked cells [from, to), as text, and the position of the mark in that
// text.
func clip(line []cell, from, to int) (text string, offset, length int) {
	start, end := 0, len(line)
	prefix, suffix := "", ""
	if totalWidth(line) > maxWidth {
		room := maxWidth - 2 // for the dots
		if totalWidth(line[:to]) > room {
			start = from
			for start > 0 && totalWidth(line[start-1:from]) < room/4 {
				start--
			}
		}
		end = start
		for used := 0; end < len(line) && used+line[end].width <= room; end++ {
			used += line[end].width
		}
		if start > 0 {
			prefix = "…"
		}
		if end < len(line) {
			suffix = "…"
		}
	}
	to = min(to, end)
	var b strings.Builder
	b.WriteString(prefix)
	for _, c := range line[start:end] {
		b.WriteString(c.text)
	}
	b.WriteString(suffix)
	offset = utf8.RuneCountInString(prefix) + totalWidth(line[start:from])
	return b.String(), offset, totalWidth(line[from:to])
}

func totalWidth(line []cell) int {
	n := 0
	for _, c := range line {
		n += c.width
	}
	return n
}

func gutterWidth(lines []snippetLine) int {
	n := 0
	for _, l := range lines {
		n = max(n, l.number)
	}
	return max(2, len(strconv.Itoa(n)))
}
