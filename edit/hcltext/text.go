package hcltext

import (
	"bytes"
	"sort"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// hclText is a Terraform file while a plan is made.
type hclText struct {
	*model.File
	source  *hcl.Source
	tokens  hclsyntax.Tokens
	newline string
	offset  int // of the text in its file

	usualUnit string // one step of indentation, as the file has it

	comments func() []hcl.Comment // in order
	spacing  func() *spacing
}

func newHCLText(f *model.File) (*hclText, error) {
	source, err := layout.ReadHCL(f)
	if err != nil {
		return nil, err
	}
	t := &hclText{File: f, source: source, tokens: tokensOf(f.Data), newline: layout.NewlineOf(f.Data), usualUnit: unitOf(source.Document)}
	t.comments = sync.OnceValue(func() []hcl.Comment { return hcl.CommentsIn(t.tokens) })
	t.spacing = sync.OnceValue(func() *spacing {
		return model.Trees(f, func(*model.File) *spacing { return spacingOf(string(f.Data), t.tokens) })
	})
	return t, nil
}

// lineStart returns the offset of the first byte of the line that offset is on, behind a byte order mark.
func (t *hclText) lineStart(offset int) int {
	start := bytes.LastIndexByte(t.Data[:offset], '\n') + 1
	if start == 0 && offset >= 3 && bytes.HasPrefix(t.Data, []byte("\xef\xbb\xbf")) {
		return 3
	}
	return start
}

// blanksAt returns the blanks that the line of offset starts with.
func (t *hclText) blanksAt(offset int) string {
	from := t.lineStart(offset)
	return string(t.Data[from : from+textline.LeadingBlanks(t.Data[from:])])
}

// ownLine reports whether only blanks precede offset on its line.
func (t *hclText) ownLine(offset int) bool {
	from := t.lineStart(offset)
	return textline.LeadingBlanks(t.Data[from:offset]) == offset-from
}

// oneLine reports whether a span contains no line break.
func (t *hclText) oneLine(s model.Span) bool {
	return bytes.IndexByte(t.Data[s.Start:s.End], '\n') < 0
}

// next returns the index of the first token at or behind offset.
func (t *hclText) next(offset int) int {
	return sort.Search(len(t.tokens), func(i int) bool { return t.tokens[i].Range.Start.Byte >= offset })
}

// lineBreakAfter returns the offset after the line break that follows offset, if only a comma and comments come between.
func (t *hclText) lineBreakAfter(offset int) (int, bool) {
	for _, tok := range t.tokens[t.next(offset):] {
		switch {
		case endsLine(tok):
			return tok.Range.End.Byte, true
		case tok.Type == hclsyntax.TokenEOF:
			return tok.Range.Start.Byte, true
		case tok.Type != hclsyntax.TokenComma && tok.Type != hclsyntax.TokenComment:
			return 0, false
		}
	}
	return len(t.Data), true
}

// endsLine reports whether the token is a line break, or ends with one as a comment does.
func endsLine(tok hclsyntax.Token) bool {
	return tok.Type == hclsyntax.TokenNewline || tok.Type == hclsyntax.TokenComment && bytes.HasSuffix(tok.Bytes, []byte("\n"))
}

// commaAfter returns the offset after the comma that follows offset, or 0. Comments and, in collections, line breaks may come
// between.
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

// brace returns the offset of the opening brace of a block whose header ends at offset.
func (t *hclText) brace(offset int) int {
	for _, tok := range t.tokens[t.next(offset):] {
		if tok.Type == hclsyntax.TokenOBrace {
			return tok.Range.Start.Byte
		}
	}
	return offset
}

// lead returns the start of the comments directly above the code that begins at offset.
func (t *hclText) lead(offset int) int {
	start := t.lineStart(offset)
	comments := t.comments()
	for i := sort.Search(len(comments), func(i int) bool { return comments[i].Span.Start >= start }) - 1; i >= 0; i-- {
		c := comments[i].Span
		gap := t.Data[c.End:start]
		if !t.ownLine(c.Start) || len(bytes.TrimSpace(gap)) > 0 || bytes.Count(gap, []byte("\n")) != 1 {
			break
		}
		start = t.lineStart(c.Start)
	}
	return start
}

// lineAfter returns the offset of the line below an entry or item and its comma, which may be on a later line.
func (t *hclText) lineAfter(child model.Span) (int, bool) {
	if comma := t.commaAfter(child.End); comma > 0 {
		return t.lineBreakAfter(comma)
	}
	return t.lineBreakAfter(child.End)
}

// unit returns one step of indentation: by how much the lines of a body or collection are indented more than the line that opens
// it.
func (t *hclText) unit(outer, inner int) string {
	indent := strings.TrimPrefix(t.blanksAt(inner), t.blanksAt(outer))
	if indent == "" || indent == t.blanksAt(inner) && t.blanksAt(outer) != "" {
		return t.usualUnit
	}
	return indent
}

// inPlainHeredoc reports whether the line that starts at offset is in a heredoc whose indentation is part of its text: << and not
// <<-.
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
