package hcl

import (
	"bytes"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// Bounds on the input, so that no input can exhaust memory, stack or time. They are necessary because the HCL library has none: it
// recurses for each bracket and operator, and it joins the lines of a text one by one, copying all previous lines each time.
const (
	harmless  = 8 << 10   // bytes; smaller files need no examination
	maxFile   = 4 << 20   // bytes; the HCL library needs 60 to 130 nanoseconds for each, each time that it reads them
	maxTokens = 1_000_000 // of a file
	maxPiece  = 600_000   // tokens of a text that is parsed by itself; the HCL library needs about 200 bytes for each at once
	maxValues = 200_000   // keys and values of a file in JSON syntax, and tokens of its templates: about 700 bytes and 30 microseconds for each
	maxDepth  = 1000      // nested brackets, and chained operators inside them
	maxNumber = 400       // digits
	maxName   = harmless  // bytes of an identifier, a label or a key of JSON: each message and plan has it
	maxJoined = 1 << 30   // bytes that are copied to join the lines of texts: about half a second
)

const longName = "a name has more than %d KiB; files with such names are not read"

// lexer is a function of the HCL library: LexConfig, LexExpression or LexTemplate.
type lexer func(data []byte, name string, start hcl2.Pos) (hclsyntax.Tokens, hcl2.Diagnostics)

// exceeds returns the error for a text above a bound, nil if it may be parsed.
func exceeds(f *model.File, lex lexer) *ParseError {
	if Words(f.Data) > maxPiece {
		return ErrorAt(f, model.Span{End: 1}, "the file has more than %d words and marks, and a block of it has as many or does not parse; such files are not read", maxPiece)
	}
	return examine(f, lex)
}

// Words returns an upper bound on the number of tokens in a text.
func Words(data []byte) int {
	n, _ := firstWords(data, 2*len(data))
	return n
}

// firstWords returns an upper bound on the number of tokens in a text, and where these end: only most tokens are counted. A "*" counts as two, because
// the tree of a splat takes twice as much memory as that of other tokens.
func firstWords(data []byte, most int) (n, end int) {
	inWord := false
	for i, c := range data {
		wasInWord := inWord
		inWord = isWord(c) && c != '-'
		continues := wasInWord && inWord
		if c == ' ' || c == '\t' || continues {
			continue
		}
		weight := 1
		if c == '*' {
			weight = 2
		}
		if n+weight > most {
			return n, i
		}
		n += weight
	}
	return n, len(data)
}

// examination checks the tokens of a text against the bounds.
type examination struct {
	file   *model.File
	open   []bracket // the text itself first
	depth  int
	joined int

	comments []Comment
	joinable int       // a heredoc is one of heredocs if the library would copy more bytes
	heredocs []heredoc // which can be parsed as one line
}

// bracket is a bracket, string, heredoc or template that has not been closed yet.
type bracket struct {
	hclsyntax.Token
	closedBy hclsyntax.TokenType
	chain    int  // operators and brackets since the last separator; the library recurses for each
	loose    bool // line breaks do not separate expressions

	pieces int // pieces of text, and templates
	joins  int // pieces that directly follow another piece
	bytes  int // of the pieces since the last template
	copied int
	breaks []int // of the lines of a heredoc
	mixed  bool  // the heredoc has something that is not only lines and ${ }
}

// joining returns how many bytes the library copies to join the pieces of a text: those of the pieces, and those of the list of pieces,
// which it shifts after each join.
func (b *bracket) joining() int { return b.copied + 8*b.joins*b.pieces }

var closedBy = map[hclsyntax.TokenType]hclsyntax.TokenType{
	hclsyntax.TokenOBrace: hclsyntax.TokenCBrace, hclsyntax.TokenOBrack: hclsyntax.TokenCBrack, hclsyntax.TokenOParen: hclsyntax.TokenCParen,
	hclsyntax.TokenOQuote: hclsyntax.TokenCQuote, hclsyntax.TokenOHeredoc: hclsyntax.TokenCHeredoc,
	hclsyntax.TokenTemplateInterp: hclsyntax.TokenTemplateSeqEnd, hclsyntax.TokenTemplateControl: hclsyntax.TokenTemplateSeqEnd,
}

// examine returns an error for a text that exceeds a bound, or in which a string or heredoc has no end. For the latter, the
// library would only report the end of the file.
func examine(f *model.File, lex lexer) *ParseError {
	x := newExamination(f)
	if err := x.read(f.Data, hcl2.InitialPos, lex); err != nil {
		return err
	}
	for _, b := range x.open {
		switch b.Type {
		case hclsyntax.TokenOQuote:
			return x.errorAt(b.Token, "a string has no end")
		case hclsyntax.TokenOHeredoc:
			marker := strings.TrimLeft(strings.TrimSpace(string(b.Bytes)), "<-")
			return x.errorAt(b.Token, "a heredoc has no end: no line contains only %s", marker)
		}
	}
	return nil
}

func newExamination(f *model.File) *examination {
	return &examination{file: f, open: []bracket{{}}, joinable: math.MaxInt}
}

// read examines a part of the file. It returns an error if that exceeds a bound.
func (x *examination) read(text []byte, start hcl2.Pos, lex lexer) *ParseError {
	tokens, _ := lex(text, x.file.Path, start)
	for i, token := range tokens {
		next := hclsyntax.Token{}
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		if err := x.token(token, next); err != nil {
			return err
		}
	}
	return nil
}

func (x *examination) errorAt(t hclsyntax.Token, format string, args ...any) *ParseError {
	return ErrorAt(x.file, SpanOf(t.Range), format, args...)
}

func (x *examination) top() *bracket { return &x.open[len(x.open)-1] }

func (x *examination) token(t, next hclsyntax.Token) *ParseError {
	switch t.Type {
	case hclsyntax.TokenDot, hclsyntax.TokenEqual, hclsyntax.TokenEOF:
	case hclsyntax.TokenIdent:
		if len(t.Bytes) > maxName {
			return x.errorAt(t, longName, maxName>>10)
		}
	case hclsyntax.TokenComment:
		x.comments = append(x.comments, newComment(string(t.Bytes), t.Range.Start.Byte))
	case hclsyntax.TokenNumberLit:
		if len(t.Bytes) > maxNumber {
			return x.errorAt(t, "a number is too large to be read")
		}
	case hclsyntax.TokenNewline:
		if !x.top().loose {
			x.link(-x.top().chain)
		}
	case hclsyntax.TokenComma:
		x.link(-x.top().chain)
	case hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit:
		x.literal(t)
	case hclsyntax.TokenQuotedNewline:
		return x.errorAt(x.top().Token, "a string has no end on its line")
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc, hclsyntax.TokenTemplateSeqEnd:
		if isLabel := t.Type == hclsyntax.TokenCQuote && (next.Type == hclsyntax.TokenOBrace || next.Type == hclsyntax.TokenOQuote); isLabel && x.top().bytes > maxName {
			return x.errorAt(x.top().Token, longName, maxName>>10)
		}
		x.close(t)
	case hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
		x.template(t, next)
	default:
		x.link(1)
		if closedBy[t.Type] != 0 {
			x.push(t, next)
		}
	}
	switch top := x.top(); {
	case x.joined+top.joining() > maxJoined && !x.canJoin(top):
		return x.errorAt(top.Token, "a text has more lines, $ or %% than can be read")
	case x.depth > maxDepth:
		return x.errorAt(t, "brackets and operators are nested more than %d deep", maxDepth)
	}
	return nil
}

// link counts operators in the innermost open bracket.
func (x *examination) link(n int) {
	x.top().chain += n
	x.depth += n
}

func (x *examination) push(t, next hclsyntax.Token) {
	loose := t.Type != hclsyntax.TokenOBrace || string(next.Bytes) == "for"
	x.open = append(x.open, bracket{Token: t, closedBy: closedBy[t.Type], loose: loose})
	x.depth++
}

// template opens a template. The templates of a text are siblings, but the text after %{ if } and %{ for } is
// nested in them.
func (x *examination) template(t, next hclsyntax.Token) {
	top := x.top()
	top.pieces++
	top.bytes = 0
	top.mixed = top.mixed || t.Type == hclsyntax.TokenTemplateControl || bytes.IndexByte(t.Bytes, '~') >= 0
	switch word := string(next.Bytes); {
	case t.Type == hclsyntax.TokenTemplateInterp:
	case word == "if" || word == "for":
		x.link(1)
	case (word == "endif" || word == "endfor") && top.chain > 0:
		x.link(-1)
	}
	x.push(t, next)
}

// close closes the innermost bracket of the kind and, as the library does, everything that is still
// open inside it.
func (x *examination) close(closer hclsyntax.Token) {
	for i := len(x.open) - 1; i > 0; i-- {
		if x.open[i].closedBy != closer.Type {
			continue
		}
		for len(x.open) > i {
			x.depth -= 1 + x.top().chain
			x.leave(x.top())
			x.open = x.open[:len(x.open)-1]
		}
		x.top().mixed = x.top().mixed || closer.Type == hclsyntax.TokenTemplateSeqEnd && bytes.IndexByte(closer.Bytes, '~') >= 0
		return
	}
}

// canJoin reports whether the lines of a text are joined before the library parses it.
func (x *examination) canJoin(b *bracket) bool {
	return !b.mixed && len(b.breaks) > 1 && b.joining() > x.joinable
}

// leave notes what it costs to join the lines of a text.
func (x *examination) leave(b *bracket) {
	if !x.canJoin(b) {
		x.joined += b.joining()
		return
	}
	marker := b.Range
	x.heredocs = append(x.heredocs, heredoc{
		start: marker.Start.Byte, body: marker.End.Byte, flush: bytes.HasPrefix(b.Bytes, []byte("<<-")), breaks: b.breaks[:len(b.breaks)-1],
	})
}

// literal counts a piece of text. The library joins the pieces between two templates one by one.
func (x *examination) literal(t hclsyntax.Token) {
	top := x.top()
	top.pieces++
	if top.bytes > 0 {
		top.joins++
		top.copied += top.bytes
	}
	top.bytes += len(t.Bytes)
	if top.Type == hclsyntax.TokenOHeredoc {
		top.line(t)
	}
}

// line notes a line of a heredoc, or a part of one.
func (b *bracket) line(t hclsyntax.Token) {
	text := bytes.TrimRight(t.Bytes, "\n")
	start := bytes.TrimLeft(text, " \t")
	if len(text) < len(t.Bytes) {
		b.breaks = append(b.breaks, t.Range.End.Byte-1)
	}
	first, _ := utf8.DecodeRune(start)
	hasOdd := bytes.IndexByte(text, joinedLine) >= 0 || bytes.IndexByte(text, '\r') >= 0 || unicode.IsSpace(first)
	b.mixed = b.mixed || hasOdd
}

// readComments returns the comments of a file of the native syntax, which was parsed in pieces.
func readComments(f *model.File, pieces []piece) []Comment {
	var comments []Comment
	for _, p := range pieces {
		if p.examined {
			comments = append(comments, p.comments...)
			continue
		}
		tokens, _ := hclsyntax.LexConfig(f.Data[p.Start:p.End], f.Path, hcl2.Pos{Line: 1, Column: 1, Byte: p.Start})
		for _, t := range tokens {
			if t.Type == hclsyntax.TokenComment {
				comments = append(comments, newComment(string(t.Bytes), t.Range.Start.Byte))
			}
		}
	}
	return comments
}

func newComment(text string, start int) Comment {
	text = strings.TrimRight(text, "\r\n")
	span := model.Span{Start: start, End: start + len(text)}
	switch {
	case strings.HasPrefix(text, "/*"):
		text = strings.TrimSuffix(text[2:], "*/")
	case strings.HasPrefix(text, "//"):
		text = strings.TrimLeft(text, "/")
	default:
		text = strings.TrimLeft(text, "#")
	}
	return Comment{Span: span, Text: strings.TrimSpace(text)}
}

// isWord reports whether c may be part of a name.
func isWord(c byte) bool {
	isASCIIWord := unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) || c == '_'
	return isASCIIWord || c == '-' || c >= utf8.RuneSelf
}
