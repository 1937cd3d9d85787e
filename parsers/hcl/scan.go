package hcl

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/karplint/karplint/model"
)

// Bounds on what is read, so that no input can take all memory, stack or time.
const (
	maxFile   = 8 << 20   // bytes
	maxTokens = 1_000_000 // words, marks and lines of text; the reader needs about 200 bytes for each
	maxDepth  = 1000      // brackets within each other, and operators between them
	maxNumber = 400       // digits
	maxJoined = 1 << 29   // bytes that the reader copies to join the pieces of texts, which it does one at a time
)

// scanner looks over a file of the native syntax before the reader does, which has no bounds. It knows as much of the
// syntax as it takes to tell code, strings, heredocs and comments apart.
type scanner struct {
	file     *model.File
	data     []byte
	pos      int
	frames   []frame // what is open, the file itself first
	depth    int
	tokens   int
	joined   int
	comments []Comment
	long     []*heredoc // those that the reader would take too long for
	foreign  string     // the template language whose marks stand in the code
	failed   *ParseError
}

// frame is a bracket, string, heredoc or template that is open.
type frame struct {
	kind  frameKind
	start int
	chain int  // operators and brackets since the last separator
	words int  // tokens since the start
	loose bool // line breaks separate nothing

	literals int // pieces of text since the last template, and their bytes
	bytes    int
	joined   int

	doc *heredoc // nil for anything else
}

type frameKind byte

const (
	inFile frameKind = iota
	inBraces
	inBrackets // or parentheses
	inTemplate // ${ or %{
	inString
	inHeredoc
)

// scan returns the comments of a file and the template language whose marks stand in its code, or the reason why the
// file is not read. A file without an error need not be one that the reader can read.
func scan(f *model.File) *scanner {
	s := &scanner{file: f, data: f.Data, frames: []frame{{}}}
	if bytes.HasPrefix(s.data, []byte("\uFEFF")) {
		s.pos = 3
	}
	s.run()
	return s
}

// bounded says whether the reader may be given the text of an expression.
func bounded(text string) bool {
	s := &scanner{file: &model.File{}, data: []byte(text), frames: []frame{{loose: true}}}
	s.run()
	return s.failed == nil
}

// boundedTemplate says whether the reader may be given the text of a template.
func boundedTemplate(text string) bool {
	s := &scanner{file: &model.File{}, data: []byte(text), frames: []frame{{kind: inHeredoc, doc: &heredoc{}}}}
	s.run()
	return s.failed == nil
}

func (s *scanner) run() {
	for s.pos < len(s.data) && s.failed == nil {
		switch s.top().kind {
		case inString:
			s.inString()
		case inHeredoc:
			s.heredocLine()
		default:
			s.code()
		}
		if s.tokens > maxTokens {
			s.fail(s.pos, s.pos, "the file has more than %d words and marks; larger ones are not read", maxTokens)
		}
	}
	if s.failed == nil {
		s.unclosed()
	}
}

func (s *scanner) fail(start, end int, format string, args ...any) {
	if s.failed == nil {
		s.failed = errorAt(s.file, model.Span{Start: start, End: min(end, len(s.data))}, format, args...)
	}
}

// unclosed reports a string or heredoc that is open at the end: the reader's message names the end of the file only.
func (s *scanner) unclosed() {
	for i := range s.frames[1:] {
		f := &s.frames[i+1]
		switch f.kind {
		case inString:
			s.fail(f.start, f.start+1, "a string has no end")
		case inHeredoc:
			s.fail(f.start, lineBreak(s.data, f.start), "a heredoc has no end: no line holds only %s", f.doc.marker)
		}
	}
}

func (s *scanner) top() *frame { return &s.frames[len(s.frames)-1] }

func (s *scanner) push(f frame) {
	if f.kind != inTemplate { // templates of a string stand beside each other
		s.link()
	}
	s.depth++
	s.frames = append(s.frames, f)
	if s.depth > maxDepth {
		s.fail(f.start, f.start+1, "more than %d brackets and operators stand within each other", maxDepth)
	}
}

// pop closes the innermost frame, and returns what its operators added to the depth.
func (s *scanner) pop() {
	s.depth -= 1 + s.top().chain
	s.frames = s.frames[:len(s.frames)-1]
}

// link counts one more operator in the expression that is open: the reader nests what it joins.
func (s *scanner) link() {
	s.top().chain++
	s.depth++
	if s.depth > maxDepth {
		s.fail(s.pos, s.pos+1, "more than %d brackets and operators stand within each other", maxDepth)
	}
}

// separate starts a new expression in the innermost frame.
func (s *scanner) separate() {
	s.depth -= s.top().chain
	s.top().chain = 0
}

// code reads one token outside of strings.
func (s *scanner) code() {
	c := s.data[s.pos]
	if c == ' ' || c == '\t' {
		s.pos++
		return
	}
	if s.comment() {
		return
	}
	s.tokens++
	if c != '\n' && c != '\r' {
		s.top().words++
	}
	switch {
	case c >= '0' && c <= '9':
		s.number()
	case isWord(c) && c != '-':
		s.word()
	case c == '"':
		s.push(frame{kind: inString, start: s.pos})
		s.pos++
	case c == '<' && s.openHeredoc():
	default:
		s.mark(c)
		s.pos++
	}
}

// mark reads a character that is no part of a word.
func (s *scanner) mark(c byte) {
	switch c {
	case '\n':
		if k := s.top().kind; (k == inFile || k == inBraces) && !s.top().loose {
			s.separate()
		}
	case ',':
		s.separate()
	case '{':
		s.noteForeign()
		s.push(frame{kind: inBraces, start: s.pos})
	case '[', '(':
		s.push(frame{kind: inBrackets, start: s.pos})
	case '}':
		s.closeBrace()
	case ']', ')':
		if s.top().kind == inBrackets {
			s.pop()
		}
	case '.', '=', '\r':
	default:
		if c < ' ' || c == 0x7F {
			s.fail(s.pos, s.pos+1, "control character U+%04X is not allowed", c)
		}
		s.link()
	}
}

// closeBrace closes the innermost brace or template and, as the reader does, whatever is open in it.
func (s *scanner) closeBrace() {
	for i := len(s.frames) - 1; i > 0; i-- {
		switch s.frames[i].kind {
		case inBraces, inTemplate:
			if doc := s.frames[i-1].doc; doc != nil && s.frames[i].kind == inTemplate {
				doc.addTemplate(s.data, model.Span{Start: s.frames[i].start, End: s.pos + 1})
			}
			for len(s.frames) > i {
				s.pop()
			}
			return
		case inString, inHeredoc:
			return
		}
	}
}

// comment reads a comment, if one starts here.
func (s *scanner) comment() bool {
	rest := s.data[s.pos:]
	var end int
	switch {
	case rest[0] == '#' || bytes.HasPrefix(rest, []byte("//")):
		end = lineBreak(s.data, s.pos)
	case bytes.HasPrefix(rest, []byte("/*")):
		n := bytes.Index(rest[2:], []byte("*/"))
		if n < 0 {
			s.fail(s.pos, s.pos+2, "a comment has no end")
			s.pos = len(s.data)
			return true
		}
		end = s.pos + 2 + n + 2
	default:
		return false
	}
	s.tokens++
	s.comments = append(s.comments, newComment(s.data, model.Span{Start: s.pos, End: end}))
	s.pos = end
	return true
}

func (s *scanner) number() {
	start := s.pos
	defer func() {
		if !readableNumber(string(s.data[start:min(s.pos, start+maxNumber+1)])) {
			s.fail(start, s.pos, "a number is too large to be read")
		}
	}()
	for s.pos++; s.pos < len(s.data); s.pos++ {
		c := s.data[s.pos]
		if fraction := c == '.' && s.digit(s.pos+1); !fraction && !s.digit(s.pos) && !s.exponent() {
			return
		}
	}
}

func (s *scanner) digit(at int) bool {
	return at < len(s.data) && s.data[at] >= '0' && s.data[at] <= '9'
}

// readableNumber says whether a number is one that can be worked with: it may be written out in full later.
func readableNumber(text string) bool {
	_, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	return len(text) <= maxNumber && len(strings.TrimLeft(exponent, "+-0")) <= 3
}

// exponent says whether an e that a digit follows stands here, and passes its sign.
func (s *scanner) exponent() bool {
	if s.data[s.pos]|0x20 != 'e' {
		return false
	}
	if s.digit(s.pos + 1) {
		return true
	}
	if s.pos+1 < len(s.data) && (s.data[s.pos+1] == '+' || s.data[s.pos+1] == '-') && s.digit(s.pos+2) {
		s.pos++
		return true
	}
	return false
}

func (s *scanner) word() {
	start := s.pos
	for s.pos < len(s.data) && isWord(s.data[s.pos]) {
		if s.data[s.pos] >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(s.data[s.pos:])
			if r == utf8.RuneError && size <= 1 {
				s.fail(s.pos, s.pos+1, "invalid UTF-8: byte 0x%02x", s.data[s.pos])
			}
			s.pos += size
			continue
		}
		s.pos++
	}
	if top := s.top(); top.kind == inBraces && top.words == 1 && string(s.data[start:s.pos]) == "for" {
		top.loose = true
	}
}

// isWord says whether c may be part of a name.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c >= utf8.RuneSelf
}

// lineBreak returns the offset of the line break that ends the line of offset i, or the end of the text.
func lineBreak(text []byte, i int) int {
	n := bytes.IndexByte(text[i:], '\n')
	if n < 0 {
		return len(text)
	}
	if n > 0 && text[i+n-1] == '\r' {
		n--
	}
	return i + n
}
