package hcltext

import (
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// Terraform's formatter aligns the "=" and the comments of neighbouring lines. If the lines around a change were formatted before
// it, they are formatted after it too.

// spacing holds the lines of a text, and for each line the edits that space it as the formatter does. Lines keep their
// indentation, which many authors choose themselves. A heredoc is part of the line that it begins on.
type spacing struct {
	lines []string
	moves [][]edit.Edit
}

// spacingOf returns the lines of a text with these tokens.
func spacingOf(text string, tokens hclsyntax.Tokens) *spacing {
	s := &spacing{lines: logicalLines(text, tokens)}
	formatted := hclwrite.Format([]byte(text))
	for i, l := range logicalLines(string(formatted), tokensOf(formatted)) {
		s.moves = append(s.moves, alignment(s.lines[i], l))
	}
	return s
}

func tokensOf(text []byte) hclsyntax.Tokens {
	tokens, _ := hclsyntax.LexConfig(text, "", hcl2.InitialPos)
	return tokens
}

// alignment returns the edits that give a line the blanks of another one around its "=" and before its comment. It returns none if
// the lines differ in more than blanks.
func alignment(from, to string) []edit.Edit {
	var edits []edit.Edit
	for i, j := 0, 0; i < len(from) || j < len(to); i, j = i+1, j+1 {
		a, b := textline.LeadingBlanks([]byte(from[i:])), textline.LeadingBlanks([]byte(to[j:]))
		isAligned := strings.HasSuffix(from[:i], "=") || strings.ContainsAny(from[i+a:min(i+a+1, len(from))], "=#/")
		if isAligned && i > 0 && from[i:i+a] != to[j:j+b] {
			edits = append(edits, edit.Edit{Start: i, End: i + a, New: to[j : j+b]})
		}
		i, j = i+a, j+b
		if i < len(from) != (j < len(to)) || i < len(from) && from[i] != to[j] {
			return nil
		}
	}
	return edits
}

// logicalLines cuts a text after the tokens that end a line. The rest of the text is a line as well.
func logicalLines(text string, tokens hclsyntax.Tokens) []string {
	var lines []string
	start := 0
	for _, tok := range tokens {
		if endsLine(tok) {
			lines = append(lines, text[start:tok.Range.End.Byte])
			start = tok.Range.End.Byte
		}
	}
	return append(lines, text[start:])
}

// lineOf returns the index of the line that holds offset.
func (s spacing) lineOf(offset int) int {
	for i, l := range s.lines {
		if offset -= len(l); offset < 0 {
			return i
		}
	}
	return len(s.lines) - 1
}

// lineRange is a range of lines: lines[first] to lines[last].
type lineRange struct{ first, last int }

// groups returns runs of lines with the same indentation, which the formatter may align with each
// other.
func (s spacing) groups() []lineRange {
	var groups []lineRange
	for i, l := range s.lines {
		if i > 0 && depth(l) >= 0 && depth(l) == depth(s.lines[i-1]) {
			groups[len(groups)-1].last = i
		} else {
			groups = append(groups, lineRange{i, i})
		}
	}
	return groups
}

// depth returns the number of blanks with which a line starts, -1 for a line that is not aligned with
// others.
func depth(line string) int {
	text := strings.TrimSpace(line)
	if text == "" || strings.IndexByte("{[(", text[len(text)-1]) >= 0 {
		return -1
	}
	return textline.LeadingBlanks([]byte(line))
}

// format formats a text of pieces of t. It formats only groups in which every line from t was formatted in t.
func (t *hclText) format(text []textline.Piece) []textline.Piece {
	text = textline.JoinPieces(text)
	written := textline.PieceText(t.Data, text)
	now := spacingOf(written, tokensOf([]byte(written)))
	odd := t.spacing().unformatted()
	isOdd := func(p textline.Piece) bool {
		i := sort.Search(len(odd), func(i int) bool { return odd[i].End > p.Start })
		return i < len(odd) && odd[i].Start < p.End
	}
	var out []textline.Piece
	for _, g := range now.groups() {
		var unformatted, formatted []textline.Piece
		for i := g.first; i <= g.last; i++ {
			var line []textline.Piece
			line, text = textline.CutPieces(text, len(now.lines[i]))
			unformatted = append(unformatted, line...)
			formatted = append(formatted, textline.SplicePieces(line, now.moves[i])...)
		}
		if slices.ContainsFunc(unformatted, isOdd) {
			formatted = unformatted
		}
		out = append(out, formatted...)
	}
	return out
}

// unformatted returns the lines that are not spaced as the formatter does.
func (s spacing) unformatted() []model.Span {
	var odd []model.Span
	offset := 0
	for i, l := range s.lines {
		if len(s.moves[i]) > 0 {
			odd = append(odd, model.Span{Start: offset, End: offset + len(l)})
		}
		offset += len(l)
	}
	return odd
}

// room returns the number of columns from offset, where a key starts, to its "=". If the lines there are not formatted, the number
// is unlimited.
func (t *hclText) room(offset int) int {
	s := t.spacing()
	line := s.lineOf(offset)
	for _, g := range s.groups() {
		for i := g.first; i <= g.last && g.first <= line && line <= g.last; i++ {
			if len(s.moves[i]) > 0 {
				return math.MaxInt
			}
		}
	}
	for _, tok := range t.tokens[t.next(offset):] {
		switch tok.Type {
		case hclsyntax.TokenEqual:
			return utf8.RuneCount(t.Data[offset:tok.Range.Start.Byte])
		case hclsyntax.TokenNewline:
			return math.MaxInt
		}
	}
	return math.MaxInt
}
