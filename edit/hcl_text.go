package edit

import (
	"bytes"
	"sort"
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// hclText is a Terraform file in the middle of a plan.
type hclText struct {
	path    string
	data    []byte
	source  *hcl.Source
	tokens  hclsyntax.Tokens
	newline string

	usualUnit string   // one step of indentation, as the file has it
	spaced    *spacing // of the text, once it is asked for
}

func newHCLText(name string, data []byte) (*hclText, error) {
	source, err := parseHCL(name, data)
	if err != nil {
		return nil, err
	}
	t := &hclText{path: name, data: data, source: source, newline: newlineOf(data), usualUnit: unitOf(source.Document)}
	t.tokens, _ = hclsyntax.LexConfig(data, name, hcl2.InitialPos)
	return t, nil
}

// newlineOf returns the line break of a file's first line.
func newlineOf(data []byte) string {
	if i := bytes.IndexByte(data, '\n'); i > 0 && data[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineStart returns the offset of the first byte of the line that offset is on.
func (t *hclText) lineStart(offset int) int { return bytes.LastIndexByte(t.data[:offset], '\n') + 1 }

// blanksAt returns the blanks that the line of offset starts with.
func (t *hclText) blanksAt(offset int) string {
	from := t.lineStart(offset)
	return string(t.data[from : from+blanks(t.data[from:])])
}

// ownLine says whether only blanks stand in front of offset on its line.
func (t *hclText) ownLine(offset int) bool {
	from := t.lineStart(offset)
	return blanks(t.data[from:offset]) == offset-from
}

// oneLine says whether a span holds no line break.
func (t *hclText) oneLine(s model.Span) bool {
	return bytes.IndexByte(t.data[s.Start:s.End], '\n') < 0
}

// next returns the index of the first token at or behind offset.
func (t *hclText) next(offset int) int {
	return sort.Search(len(t.tokens), func(i int) bool { return t.tokens[i].Range.Start.Byte >= offset })
}

// after returns the offset behind the line break that follows what ends at offset, where only a comma and
// comments stand in between.
func (t *hclText) after(offset int) (int, bool) {
	for _, tok := range t.tokens[t.next(offset):] {
		switch {
		case endsLine(tok):
			return tok.Range.End.Byte, true
		case tok.Type == hclsyntax.TokenEOF:
			return len(t.data), true
		case tok.Type != hclsyntax.TokenComma && tok.Type != hclsyntax.TokenComment:
			return 0, false
		}
	}
	return len(t.data), true
}

// endsLine says whether the token is a line break or holds one at its end, as a comment does.
func endsLine(tok hclsyntax.Token) bool {
	return tok.Type == hclsyntax.TokenNewline || tok.Type == hclsyntax.TokenComment && bytes.HasSuffix(tok.Bytes, []byte("\n"))
}

// commaAfter returns the offset behind the comma that follows offset, or 0. Comments and, in
// collections, line breaks may stand in between.
func (t *hclText) commaAfter(offset int) int {
	for _, tok := range t.tokens[t.next(offset):] {
		switch tok.Type {
		case hclsyntax.TokenComma:
			return tok.Range.End.Byte
		case hclsyntax.TokenComment, hclsyntax.TokenNewline:
		default:
			return 0
		}
	}
	return 0
}

// brace returns the offset of a block's opening brace.
func (t *hclText) brace(b *hcl.Block) int {
	for _, tok := range t.tokens[t.next(b.Header.End):] {
		if tok.Type == hclsyntax.TokenOBrace {
			return tok.Range.Start.Byte
		}
	}
	return b.Header.End
}

// commentsIn returns the comments that start within a span.
func (t *hclText) commentsIn(s model.Span) []hcl.Comment {
	all := t.source.Comments()
	from := sort.Search(len(all), func(i int) bool { return all[i].Span.Start >= s.Start })
	to := from
	for to < len(all) && all[to].Span.Start < s.End {
		to++
	}
	return all[from:to]
}

// lead returns the start of the line of the first of the comments directly above what starts its line at offset.
func (t *hclText) lead(offset int) int {
	at := t.lineStart(offset)
	all := t.source.Comments()
	for i := sort.Search(len(all), func(i int) bool { return all[i].Span.Start >= at }) - 1; i >= 0; i-- {
		c := all[i].Span
		rest := t.data[c.End:at]
		if !t.ownLine(c.Start) || len(bytes.TrimSpace(rest)) > 0 || bytes.Count(rest, []byte("\n")) != 1 {
			break
		}
		at = t.lineStart(c.Start)
	}
	return at
}

// blankLine says whether the line that starts at offset is there and blank.
func (t *hclText) blankLine(offset int) bool {
	if offset >= len(t.data) {
		return false
	}
	line := t.data[offset:]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	return len(bytes.TrimSpace(line)) == 0
}

// blankAbove says whether the line above the one that starts at offset is blank.
func (t *hclText) blankAbove(offset int) bool {
	return offset > 0 && t.blankLine(t.lineStart(offset-1))
}

// unit returns one step of indentation: what the lines of a body or collection have beyond the line that opens it.
func (t *hclText) unit(outer, inner int) string {
	by := strings.TrimPrefix(t.blanksAt(inner), t.blanksAt(outer))
	if by == "" || by == t.blanksAt(inner) && t.blanksAt(outer) != "" {
		return t.usualUnit
	}
	return by
}

// isUnit says whether the indentation of a block's attribute shows what one step is.
func (t *hclText) isUnit(block, attribute int) bool {
	return t.blanksAt(attribute) != "" && t.blanksAt(block) == "" && t.ownLine(attribute)
}

var identifier = pattern.New(`^[\pL_][\pL\pN_-]*$`)

// inPlainHeredoc says whether the line that starts at offset stands in a heredoc that counts its indentation as text: <<, not <<-.
func (t *hclText) inPlainHeredoc(offset int) bool {
	i := t.next(offset)
	for i--; i >= 0; i-- {
		switch tok := t.tokens[i]; tok.Type {
		case hclsyntax.TokenCHeredoc:
			return false
		case hclsyntax.TokenOHeredoc:
			return !bytes.HasPrefix(tok.Bytes, []byte("<<-"))
		case hclsyntax.TokenNewline, hclsyntax.TokenOBrace, hclsyntax.TokenOBrack:
			return false
		}
	}
	return false
}
