package yaml

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// jsonReader reads JSON. The YAML reader cannot read all JSON: it rejects surrogate pairs, tabs and
// long keys.
type jsonReader struct {
	m    *masked
	text []byte // the masked file up to the end
	pos  int
}

// JSON reads a file that is one JSON document. Unlike Documents it masks no templates: ${ … } in a string is
// plain text.
func JSON(f *model.File) (*model.Document, *ParseError) {
	if err := CheckEncoding(f.Data); err != nil {
		return nil, err
	}
	span := model.Span{Start: len(bom(f.Data)), End: len(f.Data)}
	root, err := parseJSON(&masked{source: f.Data, text: f.Data}, span)
	if err != nil {
		return nil, err
	}
	return &model.Document{File: f, Syntax: model.JSON, Span: model.Span{End: len(f.Data)}, Root: root}, nil
}

func parseJSON(m *masked, s model.Span) (*model.Value, *ParseError) {
	r := &jsonReader{m: m, text: m.text[:s.End], pos: s.Start}
	v, err := r.value(0)
	if err != nil {
		return nil, err
	}
	r.skipBlanks()
	if r.pos < len(r.text) {
		return nil, r.unexpected("the end of the document")
	}
	return v, nil
}

func (r *jsonReader) skipBlanks() {
	for r.pos < len(r.text) {
		switch r.text[r.pos] {
		case ' ', '\t', '\n', '\r':
			r.pos++
		default:
			return
		}
	}
}

// next skips blanks and returns the byte that follows, 0 at the end.
func (r *jsonReader) next() byte {
	r.skipBlanks()
	if r.pos == len(r.text) {
		return 0
	}
	return r.text[r.pos]
}

func (r *jsonReader) unexpected(want string) *ParseError {
	r.skipBlanks()
	if r.pos >= len(r.text) {
		return errorAt(len(r.text), len(r.text), "the document ends where %s is expected", want)
	}
	c, size := utf8.DecodeRune(r.text[r.pos:])
	err := errorAt(r.pos, r.pos+size, "%q is where %s is expected", string(c), want)
	err.JSONWithComments = r.isComment() || r.followsComma()
	return err
}

// isComment reports whether a comment starts here.
func (r *jsonReader) isComment() bool {
	rest := r.text[r.pos:]
	return bytes.HasPrefix(rest, []byte("//")) || bytes.HasPrefix(rest, []byte("/*"))
}

// followsComma reports whether a comma precedes the end of a collection here.
func (r *jsonReader) followsComma() bool {
	return bytes.IndexByte([]byte("]}"), r.text[r.pos]) >= 0 && bytes.HasSuffix(bytes.TrimRight(r.text[:r.pos], " \t\r\n"), []byte(","))
}

func (r *jsonReader) value(depth int) (*model.Value, *ParseError) {
	if depth > maxDepth {
		return nil, errorAt(r.pos, r.pos+1, "collections are nested more than %d deep", maxDepth)
	}
	limit.Point()
	switch r.next() {
	case '{':
		return r.object(depth)
	case '[':
		return r.array(depth)
	case '"':
		return r.str()
	}
	return r.word()
}

func newJSONValue(kind model.Kind, style model.Style, start int) *model.Value {
	return &model.Value{Kind: kind, Style: style, Span: model.Span{Start: start, End: start}, Dash: -1}
}

func (r *jsonReader) object(depth int) (*model.Value, *ParseError) {
	v := newJSONValue(model.Map, model.Flow, r.pos)
	r.pos++
	for r.next() != '}' {
		if len(v.Entries) > 0 {
			if err := r.expect(',', "a comma or }"); err != nil {
				return nil, err
			}
			r.skipBlanks()
		}
		e, err := r.entry(depth)
		if err != nil {
			return nil, err
		}
		v.Entries = append(v.Entries, e)
	}
	v.IndexKeys()
	r.pos++
	v.Span.End = r.pos
	return v, nil
}

func (r *jsonReader) entry(depth int) (*model.Entry, *ParseError) {
	if r.next() != '"' {
		return nil, r.unexpected("a key in double quotes")
	}
	key, err := r.str()
	if err != nil {
		return nil, err
	}
	if err := r.expect(':', "a colon"); err != nil {
		return nil, err
	}
	value, err := r.value(depth + 1)
	return &model.Entry{Key: key, Value: value}, err
}

func (r *jsonReader) array(depth int) (*model.Value, *ParseError) {
	v := newJSONValue(model.List, model.Flow, r.pos)
	r.pos++
	for r.next() != ']' {
		if len(v.Items) > 0 {
			if err := r.expect(',', "a comma or ]"); err != nil {
				return nil, err
			}
		}
		item, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		v.Items = append(v.Items, item)
	}
	r.pos++
	v.Span.End = r.pos
	return v, nil
}

func (r *jsonReader) expect(c byte, name string) *ParseError {
	if r.next() != c {
		return r.unexpected(name)
	}
	r.pos++
	return nil
}

func (r *jsonReader) str() (*model.Value, *ParseError) {
	v := newJSONValue(model.String, model.DoubleQuoted, r.pos)
	i := r.pos + 1
	for ; i < len(r.text) && r.text[i] != '"'; i++ {
		if r.text[i] < ' ' {
			return nil, errorAt(r.pos, i, "a string has no end on its line")
		}
		if r.text[i] == '\\' {
			i++
		}
	}
	if i >= len(r.text) {
		return nil, errorAt(r.pos, r.pos+1, "a string has no end")
	}
	v.Span.End = i + 1
	r.pos = i + 1
	if r.m.templated(v.Span) {
		v.Kind, v.Text = model.Unknown, r.m.expression(v)
		return v, nil
	}
	raw := r.text[v.Span.Start:v.Span.End]
	if !utf8.Valid(raw) {
		return nil, errorAt(v.Span.Start, v.Span.End, "a string is not valid UTF-8")
	}
	if json.Unmarshal(raw, &v.Text) != nil {
		return nil, errorAt(v.Span.Start, v.Span.End, "a string holds an escape that JSON does not know")
	}
	return v, nil
}

var jsonNumber = pattern.New(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$`)

// word reads a number, true, false, null, or a template that represents a whole value.
func (r *jsonReader) word() (*model.Value, *ParseError) {
	v := newJSONValue(model.Null, model.Plain, r.pos)
	i := r.pos
	for i < len(r.text) && isWordByte(r.text[i]) {
		i++
	}
	v.Span.End = i
	word := string(r.text[r.pos:i])
	switch {
	case i > r.pos && r.m.templated(v.Span):
		v.Kind, v.Text = model.Unknown, r.m.expression(v)
	case word == "null":
	case word == "true" || word == "false":
		v.Kind, v.Text = model.Bool, word
	case jsonNumber().MatchString(word):
		v.Kind, v.Text = model.Number, word
	default:
		return nil, r.unexpected("a value")
	}
	r.pos = i
	return v, nil
}

func isWordByte(c byte) bool {
	isASCII := c < utf8.RuneSelf
	return isASCII && (unicode.IsLetter(rune(c)) || strings.IndexByte("0123456789-+.", c) >= 0)
}
