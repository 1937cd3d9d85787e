package cel

import (
	"fmt"
	"strings"
)

// tokenKind is the kind of a token.
type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenNumber
	tokenText
	tokenSign // an operator or bracket
)

type token struct {
	kind   tokenKind
	text   string // of a text, without its quotes
	offset int
}

// lexer splits the source of a rule into tokens.
type lexer struct {
	source string
	offset int
}

func (l *lexer) next() (token, error) {
	l.skip(isSpace)
	start := l.offset
	if start == len(l.source) {
		return token{tokenEnd, "", start}, nil
	}
	switch c := l.source[start]; {
	case c == '\'' || c == '"':
		return l.quoted(c)
	case isDigit(c):
		l.skip(isDigit)
		return token{tokenNumber, l.source[start:l.offset], start}, nil
	case isLetter(c):
		l.skip(func(c byte) bool { return isLetter(c) || isDigit(c) })
		return token{tokenName, l.source[start:l.offset], start}, nil
	}
	return l.sign()
}

// quoted reads a text. Escapes are not supported, because no rule has one.
func (l *lexer) quoted(quote byte) (token, error) {
	start := l.offset
	length := strings.IndexByte(l.source[start+1:], quote)
	if length < 0 {
		return token{}, fmt.Errorf("offset %d: the text has no end", start)
	}
	text := l.source[start+1 : start+1+length]
	if strings.Contains(text, `\`) {
		return token{}, fmt.Errorf("offset %d: %q has an escape", start, text)
	}
	l.offset += length + 2
	return token{tokenText, text, start}, nil
}

// isDoubleSign reports whether an operator of two characters begins here.
func (l *lexer) isDoubleSign() bool {
	if len(l.source) < l.offset+2 {
		return false
	}
	switch l.source[l.offset : l.offset+2] {
	case "==", "!=", "<=", ">=", "&&", "||":
		return true
	}
	return false
}

func (l *lexer) sign() (token, error) {
	start := l.offset
	c := l.source[start]
	switch {
	case l.isDoubleSign():
		l.offset += 2
	case strings.IndexByte("<>!?:()[],.", c) >= 0:
		l.offset++
	default:
		return token{}, fmt.Errorf("offset %d: %q does not start an operator", start, c)
	}
	return token{tokenSign, l.source[start:l.offset], start}, nil
}

func (l *lexer) skip(accepts func(byte) bool) {
	for l.offset < len(l.source) && accepts(l.source[l.offset]) {
		l.offset++
	}
}

func isSpace(c byte) bool  { return strings.IndexByte(" \t\n\r", c) >= 0 }
func isDigit(c byte) bool  { return isBetween('0', c, '9') }
func isLetter(c byte) bool { return isBetween('a', c, 'z') || isBetween('A', c, 'Z') || c == '_' }

func isBetween(first, c, last byte) bool { return first <= c && c <= last }
