package text

import (
	"strings"
	"unicode/utf8"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/internal/terminal"
)

// style holds the differences between text and Markdown.
type style struct {
	heading       func(level int, text string) []string
	table         func(rows [][]string) []string
	code, strong  func(text string) string
	task          string // before a step; "" if steps are numbered instead
	fence         string // around commands
	commandIndent string
	fill          func(lead, text string) []string // a paragraph in lines
}

func plain(t terminal.Terminal) style {
	return style{
		heading: func(level int, text string) []string {
			line := map[int]string{1: "=", 2: "-"}[level]
			if line == "" {
				return []string{t.Strong(text + ":")}
			}
			return []string{t.Strong(text), strings.Repeat(line, utf8.RuneCountInString(text))}
		},
		table:         alignedTable,
		code:          t.Strong,
		strong:        t.Strong,
		commandIndent: "  ",
		fill:          t.Fill,
	}
}

var markdown = style{
	heading: func(level int, text string) []string { return []string{strings.Repeat("#", level) + " " + text} },
	table:   markdownTable,
	code:    func(text string) string { return "`" + text + "`" },
	strong:  func(text string) string { return "**" + text + "**" },
	task:    "- [ ] ",
	fence:   "```",
	fill:    func(lead, text string) []string { return []string{printable.Line(lead + text)} },
}

// alignedTable returns the rows with columns of equal width, except the last one.
func alignedTable(rows [][]string) (lines []string) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			line += cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

func markdownTable(rows [][]string) (lines []string) {
	for i, row := range rows {
		lines = append(lines, "| "+strings.Join(row, " | ")+" |")
		if i == 0 {
			lines = append(lines, strings.Repeat("|---", len(row))+"|")
		}
	}
	return lines
}
