package hcl

import (
	"bytes"
	"unicode/utf8"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
)

// inString reads the string on top up to its end or its next template.
func (s *scanner) inString() {
	for s.pos < len(s.data) && s.failed == nil {
		switch c := s.data[s.pos]; c {
		case '"':
			s.literal(0)
			s.join()
			s.pos++
			s.pop()
			return
		case '\\':
			s.pos++
			s.character()
		case '\n', '\r':
			start := s.top().start
			s.fail(start, s.pos, "a string has no end on its line")
		case '$', '%':
			if s.template() {
				return
			}
		default:
			s.character()
		}
	}
}

// openHeredoc opens the heredoc that starts here, if one does: <<, perhaps -, and a name that ends its line.
func (s *scanner) openHeredoc() bool {
	end := lineBreak(s.data, s.pos)
	marker, ok := bytes.CutPrefix(s.data[s.pos:end], []byte("<<"))
	marker = bytes.TrimPrefix(marker, []byte("-"))
	if !ok || end == len(s.data) || len(marker) == 0 || marker[0] == '-' || marker[0] >= '0' && marker[0] <= '9' {
		return false
	}
	for _, c := range marker {
		if !isWord(c) {
			return false
		}
	}
	doc := &heredoc{marker: marker, span: model.Span{Start: s.pos}, body: end + bytes.IndexByte(s.data[end:], '\n') + 1, plain: true}
	s.push(frame{kind: inHeredoc, start: s.pos, doc: doc})
	s.pos = doc.body
	return true
}

// heredocLine reads what is left of a line of the heredoc on top, up to its next template.
func (s *scanner) heredocLine() {
	start := s.pos
	lineStart := start == 0 || s.data[start-1] == '\n'
	for s.pos < len(s.data) && s.failed == nil {
		switch c := s.data[s.pos]; c {
		case '\n':
			doc := s.top().doc
			if line := bytes.TrimSpace(s.data[start:s.pos]); lineStart && doc.marker != nil && bytes.Equal(line, doc.marker) {
				doc.span.End = lineBreak(s.data, start)
				s.closeHeredoc()
				return
			}
			doc.lines++
			s.pos++
			s.literal(s.pos - start)
			start, lineStart = s.pos, true
		case '$', '%':
			before := s.pos
			if s.template() {
				s.literal(before - start)
				return
			}
		default:
			s.character()
		}
	}
}

// closeHeredoc closes the heredoc on top.
func (s *scanner) closeHeredoc() {
	doc := s.top().doc
	if doc.isLong(s.data) {
		s.long = append(s.long, doc)
	} else {
		s.join()
	}
	s.pop()
}

// template reads a $ or %: it opens a template, and true is returned, or it is text.
func (s *scanner) template() bool {
	rest := s.data[s.pos:]
	if len(rest) > 2 && rest[1] == rest[0] && rest[2] == '{' {
		s.literal(3)
		s.pos += 3
		return false
	}
	if len(rest) < 2 || rest[1] != '{' {
		s.tokens++
		s.literal(1)
		s.pos++
		return false
	}
	s.tokens++
	s.directive(rest)
	s.top().literals, s.top().bytes = 0, 0
	if doc := s.top().doc; doc != nil && rest[0] == '%' {
		doc.plain = false
	}
	s.push(frame{kind: inTemplate, start: s.pos})
	s.pos += 2
	return true
}

var directive = pattern.New(`^%\{~?[ \t\r\n]*(if|for|endif|endfor)\b`)

// directive counts %{ if } and %{ for }, which nest, in the string they stand in.
func (s *scanner) directive(text []byte) {
	match := directive().FindSubmatch(text[:min(len(text), 64)])
	if match == nil {
		return
	}
	switch string(match[1]) {
	case "if", "for":
		s.link()
	default:
		if s.top().chain > 0 {
			s.top().chain--
			s.depth--
		}
	}
}

// literal notes a piece of text of n bytes. The reader joins the pieces between two templates one after the other.
func (s *scanner) literal(n int) {
	s.tokens++
	top := s.top()
	top.literals++
	top.bytes += n
	top.joined += top.bytes + 16*top.literals
}

// join notes what it takes to join the pieces of the text on top.
func (s *scanner) join() {
	top := s.top()
	s.joined += top.joined
	if s.joined > maxJoined {
		s.fail(top.start, lineBreak(s.data, top.start), "a text has more lines, $ or %% than can be read")
	}
}

// character passes one character of text.
func (s *scanner) character() {
	if s.pos >= len(s.data) {
		return
	}
	if s.data[s.pos] < utf8.RuneSelf {
		s.pos++
		return
	}
	r, size := utf8.DecodeRune(s.data[s.pos:])
	if r == utf8.RuneError && size <= 1 {
		s.fail(s.pos, s.pos+1, "invalid UTF-8: byte 0x%02x", s.data[s.pos])
	}
	s.pos += size
}

var goTemplate = pattern.New(`^\{\{-?\s*([.$]|(if|else|end|range|with|define|include|template|block)\b|/\*)`)

// The template languages that files of Terraform's are made with.
const (
	jinja  = "Jinja"
	goText = "Go template"
)

// noteForeign notes a {% or {{ in the code: neither can stand in Terraform.
func (s *scanner) noteForeign() {
	rest := s.data[s.pos:]
	switch {
	case s.foreign != "" || len(rest) < 2:
	case rest[1] == '%':
		s.foreign = jinja
	case rest[1] == '{':
		s.foreign = languageOf(rest)
	}
}

// explain adds to an error the template language that the file seems to be written in.
func (s *scanner) explain(err *ParseError) *ParseError {
	err.Foreign = s.foreign
	if err.Foreign == "" {
		err.Foreign = foreignAt(s.file, err.Span.Start)
	}
	return err
}

// languageOf returns the language of the text that starts with {{.
func languageOf(text []byte) string {
	if goTemplate().Match(text[:min(len(text), 64)]) {
		return goText
	}
	return jinja
}
