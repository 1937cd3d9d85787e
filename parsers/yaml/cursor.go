package yaml

import (
	"bytes"
	"strings"
	"unicode/utf8"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/model"
)

func (b *builder) follows(c byte) bool { return b.pos < len(b.text) && b.text[b.pos] == c }

// blankAt reports whether a blank, a line break or the end is at offset i.
func (b *builder) blankAt(i int) bool {
	if i >= len(b.text) {
		return true
	}
	return b.text[i] == ' ' || b.text[i] == '\t' || breakAt(b.text, i) > 0
}

// breakAt returns the length of the line break at offset i, 0 if there is none. YAML 1.1 has
// five: CR, LF, and the characters NEL, LS and PS.
func breakAt(text []byte, i int) int {
	switch text[i] {
	case '\n', '\r':
		return 1
	case 0xC2:
		if i+1 < len(text) && text[i+1] == 0x85 {
			return 2
		}
	case 0xE2:
		if rest := string(text[i:min(i+3, len(text))]); rest == "\u2028" || rest == "\u2029" {
			return 3
		}
	}
	return 0
}

// skipBlanks steps over blanks, line breaks and comments.
func (b *builder) skipBlanks() {
	for b.pos < len(b.text) {
		switch c := b.text[b.pos]; {
		case c == ' ' || c == '\t':
			b.pos++
		case c == '#':
			b.pos = b.lineEnd(b.pos)
		case breakAt(b.text, b.pos) > 0:
			b.pos += breakAt(b.text, b.pos)
		case bytes.HasPrefix(b.text[b.pos:], []byte("\uFEFF")):
			b.pos += 3
		default:
			return
		}
	}
}

// lineEnd returns the offset of the line break, or the end, at or after offset i.
func (b *builder) lineEnd(i int) int {
	for i < len(b.text) && breakAt(b.text, i) == 0 {
		i++
	}
	return i
}

func (b *builder) atMarker() bool {
	if b.pos > 0 && breakAt(b.text, b.pos-1) == 0 {
		return false
	}
	return isMarker(b.text[b.pos:b.lineEnd(b.pos)], "...")
}

func (b *builder) scalar(n *kyaml.Node, v *model.Value) *ParseError {
	start := b.pos
	var err *ParseError
	switch {
	case n.Style&kyaml.DoubleQuotedStyle != 0:
		v.Style, err = model.DoubleQuoted, b.quoted('"')
	case n.Style&kyaml.SingleQuotedStyle != 0:
		v.Style, err = model.SingleQuoted, b.quoted('\'')
	case n.Style&kyaml.LiteralStyle != 0:
		v.Style, err = model.Literal, b.block(n.Value)
	case n.Style&kyaml.FoldedStyle != 0:
		v.Style, err = model.Folded, b.block(n.Value)
	case n.Value != "":
		v.Style, err = model.Plain, b.plain(n.Value)
	}
	v.Span = model.Span{Start: start, End: b.pos}
	if err != nil {
		return err
	}
	if b.m.templated(v.Span) {
		if v.Style == model.Plain {
			v.Span = b.m.widen(v.Span)
			b.pos = v.Span.End
		}
		v.Kind, v.Text = model.Unknown, b.m.expression(v)
		return nil
	}
	if v.Kind, v.Text = resolve(n); b.bareTag {
		v.Kind, v.Text = model.String, n.Value
	}
	return nil
}

// quoted steps over a quoted scalar: backslashes escape within double quotes, a doubled
// quote within single ones.
func (b *builder) quoted(quote byte) *ParseError {
	if !b.follows(quote) {
		return b.unexpected(string(quote))
	}
	for i := b.pos + 1; i < len(b.text); i++ {
		switch {
		case b.text[i] == '\\' && quote == '"':
			i++
		case b.text[i] != quote:
		case quote == '\'' && i+1 < len(b.text) && b.text[i+1] == '\'':
			i++
		default:
			b.pos = i + 1
			return nil
		}
	}
	return b.unexpected(string(quote))
}

// plain steps over a plain scalar. Because it has no escapes, the decoded text
// is the same as the written one, but for folded line breaks.
func (b *builder) plain(text string) *ParseError {
	for len(text) > 0 {
		r, size := utf8.DecodeRuneInString(text)
		if isSpace(r) {
			b.skipSpace()
			text = strings.TrimLeftFunc(text, isSpace)
			continue
		}
		if !bytes.HasPrefix(b.text[b.pos:], []byte(text[:size])) {
			return b.unexpected(text[:size])
		}
		b.pos += size
		text = text[size:]
	}
	return nil
}

func isSpace(r rune) bool {
	return strings.ContainsRune(" \t\n\r\u0085\u2028\u2029", r)
}

func (b *builder) skipSpace() {
	for b.pos < len(b.text) && b.blankAt(b.pos) {
		b.pos += max(1, breakAt(b.text, b.pos))
	}
}

// block steps over a block scalar, to the end of its last line that is not blank. The indentation
// of its content is found by comparing its first line that is not blank with the first line of the
// decoded text.
func (b *builder) block(text string) *ParseError {
	if !b.follows('|') && !b.follows('>') {
		return b.unexpected("|")
	}
	header := b.pos + 1
	for header < len(b.text) && strings.IndexByte("+-0123456789", b.text[header]) >= 0 {
		header++
	}
	if header < len(b.text) && b.text[header] == '#' { // go-yaml reads that, unlike YAML
		return errorAt(b.pos, header+1, "the comment behind %q has no space before it", b.text[b.pos:header]).
			withHelp("write %q", string(b.text[b.pos:header])+" #")
	}
	headerEnd := b.lineEnd(b.pos)
	b.pos = header
	indent := -1
	for i := headerEnd; i < len(b.text); {
		i += breakAt(b.text, i)
		if i < len(b.text) && b.text[i-1] == '\r' && b.text[i] == '\n' {
			i++
		}
		end := b.lineEnd(i)
		line := b.text[i:end]
		if len(bytes.TrimLeft(line, " \t")) > 0 {
			if indent < 0 {
				first, ok := firstLine(text)
				if !ok {
					return nil
				}
				indent = leadingSpaces(line) - leadingSpaces(first)
			}
			if leadingSpaces(line) < indent {
				break
			}
			b.pos = end
		}
		i = end
	}
	return nil
}

// firstLine returns the first line of text that is not blank.
func firstLine(text string) ([]byte, bool) {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimLeft(line, " \t") != "" {
			return []byte(line), true
		}
	}
	return nil, false
}

func leadingSpaces(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " ")) }

// quote shows the start of a text in a message.
func quote(text []byte) string {
	s := strings.TrimSpace(string(text))
	if utf8.RuneCountInString(s) > 40 {
		s = string([]rune(s)[:40]) + "…"
	}
	return `"` + s + `"`
}
