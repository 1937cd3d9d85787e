package terminal

import (
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// page writes Markdown: the paragraphs, lists, tables, code and emphasis that the pages of rules have.
type page struct {
	Terminal
	source []byte
	lines  []string
}

// Markdown returns the lines of a Markdown text for the terminal.
func Markdown(t Terminal, markdown string) []string {
	p := &page{Terminal: t, source: []byte(markdown)}
	p.blocks(goldmark.DefaultParser().Parse(text.NewReader(p.source)), t.Columns(), "", "")
	return p.lines
}

// blocks writes the blocks in a node, with a blank line between them. The first line has one prefix, the others another one of the same width.
func (p *page) blocks(parent ast.Node, columns int, first, rest string) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if len(p.lines) > 0 && n != parent.FirstChild() && n.Kind() != ast.KindListItem {
			p.lines = append(p.lines, "")
		}
		switch n := n.(type) {
		case *ast.List:
			p.blocks(n, columns, first, rest)
		case *ast.ListItem:
			p.blocks(n, columns-2, first+"- ", rest+"  ")
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				p.lines = append(p.lines, rest+"    "+strings.TrimRight(string(line.Value(p.source)), "\n"))
			}
		default:
			if rows := p.rows(n); rows != nil {
				p.table(rows, columns)
				break
			}
			for _, line := range Wrap(p.inline(n, Plain), columns, 0) {
				p.lines = append(p.lines, first+line)
				first = rest
			}
		}
		first = rest
	}
}

// inline returns the text in a node; each word is painted alone, so that a line may end after it.
func (p *page) inline(parent ast.Node, style string) string {
	var out strings.Builder
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Text:
			out.WriteString(p.words(style, string(n.Value(p.source))))
			if n.SoftLineBreak() || n.HardLineBreak() {
				out.WriteString(" ")
			}
		case *ast.CodeSpan:
			out.WriteString(p.inline(n, Cyan))
		case *ast.Emphasis:
			out.WriteString(p.inline(n, Bold))
		case *ast.Link:
			out.WriteString(p.inline(n, style))
		case *ast.AutoLink:
			out.WriteString(string(n.URL(p.source)))
		default:
			out.WriteString(p.inline(n, style))
		}
	}
	return out.String()
}

// rows returns the rows of the table in a paragraph, nil if it is none. goldmark's extension for tables would take 5 ms of the start of every run.
func (p *page) rows(paragraph ast.Node) (rows [][]string) {
	lines := strings.Split(strings.TrimSpace(string(paragraph.Lines().Value(p.source))), "\n")
	if len(lines) < 2 || !strings.HasPrefix(lines[1], "|--") {
		return nil
	}
	for i, line := range slices.Delete(lines, 1, 2) {
		style := Plain
		if i == 0 {
			style = Bold
		}
		var cells []string
		for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
			inner := &page{Terminal: p.Terminal, source: []byte(strings.TrimSpace(cell))}
			cells = append(cells, inner.inline(goldmark.DefaultParser().Parse(text.NewReader(inner.source)), style))
		}
		rows = append(rows, cells)
	}
	return rows
}

// table writes a table whose cells are wrapped, so that it is as wide as the terminal at most.
func (p *page) table(rows [][]string, columns int) {
	widths := tableWidths(rows, columns)
	for _, cells := range rows {
		p.row(cells, widths)
	}
}

const columnGap = "  "

// row writes the cells of a row next to each other.
func (p *page) row(cells []string, widths []int) {
	wrapped, height := make([][]string, len(cells)), 0
	for i, cell := range cells {
		wrapped[i] = Wrap(cell, widths[i], 0)
		height = max(height, len(wrapped[i]))
	}
	for line := range height {
		var out strings.Builder
		for i := range cells {
			text := ""
			if line < len(wrapped[i]) {
				text = wrapped[i][line]
			}
			out.WriteString(text + strings.Repeat(" ", max(widths[i]-VisibleWidth(text), 0)) + columnGap)
		}
		p.lines = append(p.lines, strings.TrimRight(out.String(), " "))
	}
}

// tableWidths returns the widths of the columns of a table. The widest lose what is too much.
func tableWidths(rows [][]string, columns int) []int {
	var widths []int
	for _, cells := range rows {
		for i, cell := range cells {
			if i == len(widths) {
				widths = append(widths, 1)
			}
			widths[i] = max(widths[i], VisibleWidth(cell))
		}
	}
	total := -len(columnGap)
	for _, w := range widths {
		total += w + len(columnGap)
	}
	for ; total > columns; total-- {
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		if widths[widest] <= 1 {
			break
		}
		widths[widest]--
	}
	return widths
}

// style is a code that paint or link writes.
var style = regexp.MustCompile("\x1b\\[[0-9;]*m|\x1b]8;;[^\x1b]*\x1b\\\\")

// VisibleWidth returns how many columns a painted text takes.
func VisibleWidth(text string) int {
	if strings.Contains(text, "\x1b") {
		text = style.ReplaceAllString(text, "")
	}
	return width.StringWidth(text)
}
