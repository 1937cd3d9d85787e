package hcl

import (
	"bytes"
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// Bounds on the input. The HCL library recurses for each bracket and operator. It also joins the lines of a text one by one, and copies all previous
// ones each time: meldConsecutiveStringLiterals in hclsyntax/parser_template.go.
const (
	harmless  = 8 << 10        // brackets and operators; files with fewer need no examination
	maxDepth  = 1000           // nested brackets, and chained operators inside them
	maxNumber = 400            // digits
	maxJoined = int64(8) << 30 // bytes that are copied to join the lines of a text: about four seconds
)

// lexer is a function of the HCL library: LexConfig, LexExpression or LexTemplate.
type lexer func(data []byte, name string, start hcl2.Pos) (hclsyntax.Tokens, hcl2.Diagnostics)

// examination checks the tokens of a text against the bounds.
type examination struct {
	file  *model.File
	open  []bracket // the text itself first
	depth int
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
	copied int64
}

// joining returns how many bytes the library copies to join the pieces of a text: those of the pieces, and those of the list of pieces,
// which it shifts after each join.
func (b *bracket) joining() int64 { return b.copied + 8*int64(b.joins)*int64(b.pieces) }

var closedBy = map[hclsyntax.TokenType]hclsyntax.TokenType{
	hclsyntax.TokenOBrace: hclsyntax.TokenCBrace, hclsyntax.TokenOBrack: hclsyntax.TokenCBrack, hclsyntax.TokenOParen: hclsyntax.TokenCParen,
	hclsyntax.TokenOQuote: hclsyntax.TokenCQuote, hclsyntax.TokenOHeredoc: hclsyntax.TokenCHeredoc,
	hclsyntax.TokenTemplateInterp: hclsyntax.TokenTemplateSeqEnd, hclsyntax.TokenTemplateControl: hclsyntax.TokenTemplateSeqEnd,
}

// mayExceed reports whether a text may exceed a bound. It takes much less time than to read the tokens.
func mayExceed(text []byte) bool {
	nesting, digits := 0, 0 // bytes that may open something or be an operator, and digits in a row
	for _, c := range text {
		switch {
		case c >= '0' && c <= '9':
			if digits++; digits > maxNumber {
				return true
			}
			continue
		case c > ' ' && c != '.' && c != ',' && !isLetter(c):
			nesting++
		}
		digits = 0
	}
	marks := int64(bytes.Count(text, []byte("$")) + bytes.Count(text, []byte("%")))
	if bytes.Contains(text, []byte("<<")) {
		marks += int64(bytes.Count(text, []byte("\n")))
	}
	return nesting > harmless || marks*int64(len(text))+8*marks*marks > maxJoined
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

// examine returns an error for a text that exceeds a bound, or in which a string or heredoc has no end. For the latter, the
// library would only report the end of the file.
func examine(f *model.File, lex lexer) *ParseError {
	x := &examination{file: f, open: []bracket{{}}}
	tokens, _ := lex(f.Data, f.Path, hcl2.InitialPos)
	for i, token := range tokens {
		next := hclsyntax.Token{}
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		if err := x.token(token, next); err != nil {
			return err
		}
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

func (x *examination) errorAt(t hclsyntax.Token, format string, args ...any) *ParseError {
	return ErrorAt(x.file, SpanOf(t.Range), format, args...)
}

func (x *examination) top() *bracket { return &x.open[len(x.open)-1] }

func (x *examination) token(t, next hclsyntax.Token) *ParseError {
	switch t.Type {
	case hclsyntax.TokenIdent, hclsyntax.TokenDot, hclsyntax.TokenEqual, hclsyntax.TokenEOF, hclsyntax.TokenComment:
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
	case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc,
		hclsyntax.TokenTemplateSeqEnd:
		x.close(t.Type)
	case hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
		x.template(t, next)
	default:
		x.link(1)
		if closedBy[t.Type] != 0 {
			x.push(t, next)
		}
	}
	switch {
	case x.top().joining() > maxJoined:
		return x.errorAt(x.top().Token, "a text has more lines, $ or %% than can be read; divide it")
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
func (x *examination) close(closer hclsyntax.TokenType) {
	for i := len(x.open) - 1; i > 0; i-- {
		if x.open[i].closedBy != closer {
			continue
		}
		for len(x.open) > i {
			x.depth -= 1 + x.top().chain
			x.open = x.open[:len(x.open)-1]
		}
		return
	}
}

// literal counts a piece of text. The library joins the pieces between two templates one by one.
func (x *examination) literal(t hclsyntax.Token) {
	top := x.top()
	top.pieces++
	if top.bytes > 0 {
		top.joins++
		top.copied += int64(top.bytes)
	}
	top.bytes += len(t.Bytes)
}

// readComments returns the comments of a file of the native syntax.
func readComments(f *model.File) []Comment {
	tokens, _ := hclsyntax.LexConfig(f.Data, f.Path, hcl2.InitialPos)
	return CommentsIn(tokens)
}

// CommentsIn returns the comments among the tokens of a file, in order.
func CommentsIn(tokens hclsyntax.Tokens) []Comment {
	var comments []Comment
	for _, t := range tokens {
		if t.Type == hclsyntax.TokenComment {
			comments = append(comments, newComment(string(t.Bytes), t.Range.Start.Byte))
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
