package report

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/internal/terminal"
	"github.com/karplint/karplint/model"
)

const (
	maxLines = 6 // lines of a marked range that are shown
	tabStop  = 4

	// maxBytes bounds how many bytes of a line are read on each side of the mark's start, because a file may have a million
	// findings on one line.
	maxBytes = 1 << 10
)

// snippetLine is one line of a snippet, or a gap between lines.
type snippetLine struct {
	gap            bool
	number         int // 1-based
	text           string
	offset, length int // the marked cells of text; length 0: none
}

// snippet returns the lines of the range [start, end), and the line above it unless that is blank or separates documents, for a terminal of so many
// columns. It returns nothing if the range is no longer in the file.
func snippet(f *model.File, start, end model.Position, columns int) []snippetLine {
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
	columns -= gutter(last) + len(" | ")
	if above, isWorthIt := contextLine(f, start.Line-1, columns); isWorthIt {
		lines = append(lines, above)
	}
	for n := start.Line; n <= last; n++ {
		if last-start.Line >= maxLines && n == start.Line+maxLines-2 {
			lines = append(lines, snippetLine{gap: true})
			n = last
		}
		lines = append(lines, markedLine(f, n, start, end, columns))
	}
	return lines
}

// contextLine returns a line without a mark, and whether it is worth showing: it is neither blank nor a document separator.
func contextLine(f *model.File, n, columns int) (line snippetLine, isWorthIt bool) {
	p := partOf(f, n, 0)
	if text := strings.TrimSpace(p.text()); text == "" || strings.HasPrefix(text, "---") {
		return snippetLine{}, false
	}
	text, _, _ := p.clip(0, 0, columns)
	return snippetLine{number: n, text: text}, true
}

// CodeLine returns a line of a file after its number, for a place with so many columns before it; "" if it has no word.
func CodeLine(t terminal.Terminal, f *model.File, n, indent int) string {
	number := strconv.Itoa(n) + " | "
	line, isWorthIt := contextLine(f, n, t.Columns()-indent-len(number))
	if !isWorthIt || !strings.ContainsFunc(line.text, unicode.IsLetter) {
		return ""
	}
	return number + strings.TrimLeft(line.text, " ")
}

func markedLine(f *model.File, n int, start, end model.Position, columns int) snippetLine {
	column := 0
	if n == start.Line {
		column = max(start.Column-1, 0)
	}
	p := partOf(f, n, column)
	from, to := countBlanks(p.cells), len(p.cells)
	if n == start.Line {
		from = column - p.first
	}
	if n == end.Line {
		to = end.Column - 1 - p.first
	}
	from = min(from, len(p.cells))
	to = min(max(to, from), len(p.cells))
	if n == start.Line && to == from {
		p.cells = append(p.cells, cell{" ", 1}) // for a mark at the end of a line
		to = from + 1
	}
	text, offset, length := p.clip(from, to, columns)
	return snippetLine{number: n, text: text, offset: offset, length: length}
}

// part is the part of a line that may be shown.
type part struct {
	cells         []cell
	first         int  // the column of the first cell, from 0
	before, after bool // the line has more text there
}

// partOf returns the part of a line around a column, without its newline and byte order mark. For a line that does not exist it is
// empty.
func partOf(f *model.File, n, column int) part {
	if n < 1 || n > f.Lines() {
		return part{}
	}
	start, end := f.Offset(model.Position{Line: n, Column: 1}), f.LineSpan(n).End
	p, middle := part{}, f.Offset(model.Position{Line: n, Column: column + 1})
	if middle-start > maxBytes {
		p.first = max(column-maxBytes/utf8.UTFMax, 0)
		start = f.Offset(model.Position{Line: n, Column: p.first + 1})
		p.before = true
	}
	if end-middle > maxBytes {
		end = middle + maxBytes
		p.after = true
	}
	p.cells = cells(f.Data[start:end])
	return p
}

func (p *part) text() string {
	var b strings.Builder
	for _, c := range p.cells {
		b.WriteString(c.text)
	}
	return b.String()
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
	return cell{string(r), terminal.RuneWidth(r)}
}

func countBlanks(line []cell) int {
	for i, c := range line {
		if strings.TrimSpace(c.text) != "" {
			return i
		}
	}
	return 0
}

// clip returns at most so many columns of the line around the marked cells [from, to), as text, and the position of the mark in that
// text.
func (p *part) clip(from, to, columns int) (text string, offset, length int) {
	start, end := p.visible(from, to, columns)
	to = min(to, end)
	shown := part{cells: p.cells[start:end]}
	text = shown.text()
	if p.before || start > 0 {
		text, offset = "…"+text, 1
	}
	if p.after || end < len(p.cells) {
		text += "…"
	}
	return text, offset + totalWidth(p.cells[start:from]), totalWidth(p.cells[from:to])
}

// visible returns the range of cells to show if those in [from, to) are marked.
func (p *part) visible(from, to, columns int) (start, end int) {
	if !p.before && !p.after && totalWidth(p.cells) <= columns {
		return 0, len(p.cells)
	}
	room := columns - 2 // two cells are for the dots
	if p.before || totalWidth(p.cells[:to]) > room {
		start = from
		for start > 0 && totalWidth(p.cells[start-1:from]) < room/4 {
			start--
		}
	}
	end = start
	for used := 0; end < len(p.cells) && used+p.cells[end].width <= room; end++ {
		used += p.cells[end].width
	}
	return start, end
}

func totalWidth(line []cell) int {
	n := 0
	for _, c := range line {
		n += c.width
	}
	return n
}

// gutter returns the width of the numbers of lines up to n.
func gutter(n int) int { return max(2, len(strconv.Itoa(n))) }
