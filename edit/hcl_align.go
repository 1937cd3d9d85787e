package edit

import (
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// The formatter of Terraform lines up what is assigned, and the comments behind it, on neighbouring lines. Where the
// lines around a change were lined up before it, they are again after it.

// hclLine is a line as the formatter sees it: a heredoc belongs to the line it begins on.
type hclLine struct {
	start, end int  // offsets
	assign     cell // the "=" of an attribute or entry that ends on its line
	opens      cell // the "=" of one that does not, which is lined up with nothing
	comment    cell // the comment at the end
}

// cell is a part of a line that is lined up with its neighbours. Columns count from 0, in characters.
type cell struct {
	at     int // its offset, 0 where there is none
	gap    int // offset of the blanks in front of it
	left   int // column of the blanks
	column int
}

func assignCell(l hclLine) cell  { return l.assign }
func commentCell(l hclLine) cell { return l.comment }

func (t *hclText) lines() []hclLine {
	var lines []hclLine
	first := 0
	for i, tok := range t.tokens {
		if !endsLine(tok) && tok.Type != hclsyntax.TokenEOF {
			continue
		}
		end := i + 1
		if tok.Type == hclsyntax.TokenEOF {
			end = i
		}
		lines = append(lines, t.line(t.tokens[first:end], tok.Range.End.Byte))
		first = i + 1
	}
	return lines
}

func (t *hclText) line(tokens hclsyntax.Tokens, end int) hclLine {
	l := hclLine{start: end, end: end}
	if len(tokens) == 0 {
		return l
	}
	l.start = t.lineStart(tokens[0].Range.Start.Byte)
	if n := len(tokens) - 1; n > 0 && tokens[n].Type == hclsyntax.TokenComment {
		l.comment = newCell(tokens, n)
		tokens = tokens[:n]
	}
	for i, tok := range tokens {
		if i == 0 || tok.Type != hclsyntax.TokenEqual {
			continue
		}
		open := 0
		for _, rest := range tokens[i:] {
			open += bracket(rest)
		}
		if open == 0 {
			l.assign = newCell(tokens, i)
		} else {
			l.opens = newCell(tokens, i)
		}
		break
	}
	return l
}

func newCell(tokens hclsyntax.Tokens, i int) cell {
	at, before := tokens[i].Range.Start, tokens[i-1].Range.End
	return cell{at: at.Byte, gap: before.Byte, left: before.Column - 1, column: at.Column - 1}
}

func bracket(tok hclsyntax.Token) int {
	switch tok.Type {
	case hclsyntax.TokenOBrace, hclsyntax.TokenOBrack, hclsyntax.TokenOParen, hclsyntax.TokenTemplateControl, hclsyntax.TokenTemplateInterp:
		return 1
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd:
		return -1
	}
	return 0
}

// chain is a run of lines that all have a cell: lines[first] to lines[last].
type chain struct{ first, last int }

// chainAt returns the chain that the line is in; false if its line has no such cell.
func chainAt(lines []hclLine, i int, column func(hclLine) cell) (chain, bool) {
	if i < 0 || i >= len(lines) || column(lines[i]).at == 0 {
		return chain{}, false
	}
	c := chain{i, i}
	for c.first > 0 && column(lines[c.first-1]).at > 0 {
		c.first--
	}
	for c.last+1 < len(lines) && column(lines[c.last+1]).at > 0 {
		c.last++
	}
	return c, true
}

// target returns the column that a chain's cells belong in.
func (c chain) target(lines []hclLine, column func(hclLine) cell) int {
	most := 0
	for _, l := range lines[c.first : c.last+1] {
		most = max(most, column(l).left)
	}
	return most + 1
}

// linedUp says whether all cells of a chain stand where the formatter puts them.
func (c chain) linedUp(lines []hclLine, column func(hclLine) cell) bool {
	target := c.target(lines, column)
	for _, l := range lines[c.first : c.last+1] {
		if column(l).column != target {
			return false
		}
	}
	return true
}

// lineAt returns the index of the line that holds offset.
func lineAt(lines []hclLine, offset int) int {
	lo, hi := 0, len(lines)
	for lo < hi {
		if mid := (lo + hi) / 2; lines[mid].end <= offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// window is a range of lines around an edit, before and after it, with the lines that the edit itself made.
type window struct{ old, new, made chain }

// windows returns the lines around edits, which make after of t.
func (t *hclText) windows(after *hclText, edits []Edit) []window {
	old, lines := t.lines(), after.lines()
	var all []window
	shift := 0
	for _, e := range edits {
		start := e.Start + shift
		shift += len(e.New) - (e.End - e.Start)
		all = append(all, window{
			old:  chain{lineAt(old, e.Start) - 1, lineAt(old, e.End) + 1},
			new:  chain{lineAt(lines, start) - 1, lineAt(lines, start+len(e.New)) + 1},
			made: chain{lineAt(lines, start), min(lineAt(lines, start+len(e.New)), len(lines)-1)},
		})
	}
	return all
}

// realign returns the edits of after that line up again the cells in the windows, which it widens by the lines that
// moved. There are none where the cells in the windows of t were not lined up.
func (t *hclText) realign(after *hclText, windows []window, column func(hclLine) cell) []Edit {
	old, lines := t.lines(), after.lines()
	var moves []Edit
	done, opened := map[int]bool{}, map[int]bool{}
	for i := range windows {
		w := &windows[i]
		linedUp := true
		w.old = w.old.widened(old, column, func(c chain) { linedUp = linedUp && c.linedUp(old, column) })
		if !linedUp {
			return nil
		}
		for j := w.made.first; j <= w.made.last && !opened[j]; j++ {
			opened[j] = true
			if p := lines[j].opens; p.column > p.left+1 {
				moves = append(moves, Edit{Start: p.gap, End: p.at, New: " "})
			}
		}
		w.new = w.new.widened(lines, column, func(c chain) {
			if !done[c.first] {
				done[c.first] = true
				moves = append(moves, c.lineUp(lines, column)...)
			}
		})
	}
	return moves
}

// widened calls f for each chain that has a line in c and returns c with the lines of those and their neighbours.
func (c chain) widened(lines []hclLine, column func(hclLine) cell, f func(chain)) chain {
	wide := c
	for i := c.first; i <= c.last; i++ {
		if other, ok := chainAt(lines, i, column); ok {
			f(other)
			wide = chain{min(wide.first, other.first-1), max(wide.last, other.last+1)}
			i = other.last
		}
	}
	return wide
}

func (c chain) lineUp(lines []hclLine, column func(hclLine) cell) []Edit {
	var moves []Edit
	target := c.target(lines, column)
	for _, l := range lines[c.first : c.last+1] {
		if p := column(l); p.column != target {
			moves = append(moves, Edit{Start: p.gap, End: p.at, New: strings.Repeat(" ", target-p.left)})
		}
	}
	return moves
}
