package edit

import (
	"strings"
	"unicode/utf8"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

// The formatter of Terraform lines up what is assigned, and the comments behind it, on neighbouring lines. Where the lines around a
// change were formatted before it, they are again after it.

// spacing is the lines of a text, and the same lines as the formatter spaces them. They keep their indentation, which many authors
// choose themselves. A heredoc belongs to the line that it begins on.
type spacing struct{ lines, want []string }

// spacing returns the lines of t, which are split when first asked for.
func (t *hclText) spacing() spacing {
	if t.spaced != nil {
		return *t.spaced
	}
	t.spaced = &spacing{lines: logicalLines(t.data, t.tokens)}
	formatted := hclwrite.Format(t.data)
	tokens, _ := hclsyntax.LexConfig(formatted, t.path, hcl2.InitialPos)
	for i, l := range logicalLines(formatted, tokens) {
		if i == len(t.spaced.lines) {
			break
		}
		own := t.spaced.lines[i]
		t.spaced.want = append(t.spaced.want, own[:blanks([]byte(own))]+strings.TrimLeft(l, " \t"))
	}
	return *t.spaced
}

// aligned returns a new value of several lines as the formatter lines it up.
func aligned(value string) string {
	t := &hclText{data: []byte(value)}
	t.tokens, _ = hclsyntax.LexConfig(t.data, "", hcl2.InitialPos)
	return strings.Join(t.spacing().want, "")
}

// logicalLines cuts a text behind the tokens that end a line. What follows the last one is a line as well.
func logicalLines(text []byte, tokens hclsyntax.Tokens) []string {
	var lines []string
	start := 0
	for _, tok := range tokens {
		if endsLine(tok) {
			lines = append(lines, string(text[start:tok.Range.End.Byte]))
			start = tok.Range.End.Byte
		}
	}
	return append(lines, string(text[start:]))
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

// formatted says whether what is assigned on the lines, and the comments behind it, are where the formatter puts them.
func (s spacing) formatted(r lineRange) bool {
	for i := r.first; i <= r.last; i++ {
		if len(alignment(s.lines[i], s.want[i], 0)) > 0 {
			return false
		}
	}
	return true
}

// lineRange is a range of lines: lines[first] to lines[last].
type lineRange struct{ first, last int }

// around widens a range by the lines next to it, and by those next to them of the same indentation: what could be lined up with it.
func (s spacing) around(r lineRange) lineRange {
	r.first, r.last = max(r.first-1, 0), min(r.last+1, len(s.lines)-1)
	for next := r.first - 1; next >= 0 && s.joins(next, next+1); next-- {
		r.first = next
	}
	for next := r.last + 1; next < len(s.lines) && s.joins(next, next-1); next++ {
		r.last = next
	}
	return r
}

// joins says whether two neighbouring lines have the same indentation and could be lined up: neither is blank, nor ends with an opening
// bracket.
func (s spacing) joins(i, j int) bool {
	return depth(s.lines[i]) >= 0 && depth(s.lines[i]) == depth(s.lines[j])
}

// depth returns the number of blanks that a line starts with, -1 for one that is lined up with nothing.
func depth(line string) int {
	text := strings.TrimSpace(line)
	if text == "" || strings.IndexByte("{[(", text[len(text)-1]) >= 0 {
		return -1
	}
	return blanks([]byte(line))
}

// respace returns the edits of after, which the edits made of t, that format the lines around them which were formatted.
func (t *hclText) respace(after *hclText, edits []Edit) []Edit {
	old, now := t.spacing(), after.spacing()
	free, held := map[int]bool{}, map[int]bool{}
	grown := 0
	for _, e := range edits {
		start := e.Start + grown
		grown += len(e.New) - (e.End - e.Start)
		lines := free
		if !old.formatted(old.around(lineRange{old.lineOf(e.Start), old.lineOf(e.End)})) {
			lines = held
		}
		made := now.around(lineRange{now.lineOf(start), now.lineOf(start + len(e.New))})
		for i := made.first; i <= made.last; i++ {
			lines[i] = true
		}
	}
	var moves []Edit
	offset := 0
	for i, l := range now.lines {
		if free[i] && !held[i] {
			moves = append(moves, alignment(l, now.want[i], offset)...)
		}
		offset += len(l)
	}
	return moves
}

// alignment returns the edits that give a line the blanks that another one has around its "=" and in front of its comment; none where
// they differ in more than blanks. The line starts at offset.
func alignment(from, to string, offset int) []Edit {
	var edits []Edit
	for i, j := 0, 0; i < len(from) || j < len(to); i, j = i+1, j+1 {
		a, b := blanks([]byte(from[i:])), blanks([]byte(to[j:]))
		isAligned := strings.HasSuffix(from[:i], "=") || strings.ContainsAny(from[i+a:min(i+a+1, len(from))], "=#/")
		if isAligned && from[i:i+a] != to[j:j+b] {
			edits = append(edits, Edit{Start: offset + i, End: offset + i + a, New: to[j : j+b]})
		}
		i, j = i+a, j+b
		if i < len(from) != (j < len(to)) || i < len(from) && from[i] != to[j] {
			return nil
		}
	}
	return edits
}

// fits says whether a new key may stand on the line below or above that of the key at offset without moving its "=". Where the lines
// there are not formatted, it may.
func (t *hclText) fits(offset int, key string) bool {
	s := t.spacing()
	line := s.lineOf(offset)
	if !s.formatted(s.around(lineRange{line, line})) {
		return true
	}
	for _, tok := range t.tokens[t.next(offset):] {
		switch tok.Type {
		case hclsyntax.TokenEqual:
			return utf8.RuneCountInString(key) < utf8.RuneCount(t.data[offset:tok.Range.Start.Byte])
		case hclsyntax.TokenNewline:
			return true
		}
	}
	return true
}
