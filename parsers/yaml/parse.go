// Package yaml reads YAML and JSON into the located tree, document by document. Templates are
// masked at equal length, so every position maps straight back to the file.
package yaml

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"sync"
	"unicode/utf8"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/karplint/karplint/model"
)

// Bounds on the input, so that no input can exhaust the stack, or memory at once.
const (
	maxDepth   = 1000    // collections within collections
	maxAliased = 100_000 // values that aliases represent, in one document
)

// ParseError is a document that does not parse, and where.
type ParseError struct {
	Span    model.Span // at least the byte where reading stopped
	Message string     // the fact, lower case, one line
	Help    string     // what to do; "" if there is nothing to add
	Foreign string     // the template language it seems to be written in ("Jinja"), or ""
	Around  model.Span // of Foreign: the document

	// Limit means that the file was read only up to a bound. It is correct up to there.
	Limit bool

	// JSONWithComments means that the only errors are comments or commas, which programs other than Kubernetes accept in JSON.
	JSONWithComments bool
}

func (e *ParseError) Error() string { return strings.TrimSuffix(e.Message+"; "+e.Help, "; ") }

func errorAt(start, end int, format string, args ...any) *ParseError {
	return &ParseError{Span: model.Span{Start: start, End: end}, Message: fmt.Sprintf(format, args...)}
}

// withHelp adds what to do.
func (e *ParseError) withHelp(format string, args ...any) *ParseError {
	e.Help = fmt.Sprintf(format, args...)
	return e
}

// Documents calls yield for each document of the file, in order, with either the document or
// the error of that document; the documents after a broken one are still read. It stops when
// yield returns false. A document of comments only has no Root; one without even a comment is
// left out.
func Documents(f *model.File, yield func(*model.Document, *ParseError) bool) {
	Wanted(f, nil, func(_ int, doc *model.Document, err *ParseError) bool { return yield(doc, err) })
}

// Wanted is like Documents, but parses and yields only the documents whose bytes want accepts. If want is nil, it yields all.
// number is the number of the document in the file, from 0; documents that are skipped count too. A shared file keeps its documents.
func Wanted(f *model.File, want func(segment []byte) bool, yield func(number int, doc *model.Document, err *ParseError) bool) {
	if want != nil && !want(f.Data) {
		return // a document that want accepts makes it accept the whole file
	}
	whole := model.Trees(f, divide)
	for number := range whole.documents {
		d := &whole.documents[number]
		if want != nil && !d.isWhole && !want(f.Data[d.span.Start:d.span.End]) {
			continue
		}
		doc, err := whole.read(f, d)
		if err != nil && !d.isWhole && whole.isFragment(d.span) {
			continue
		}
		if !yield(number, doc, err) {
			return
		}
	}
}

// divided is a file of which some documents may have been parsed.
type divided struct {
	*masked
	mu        sync.Mutex // parsing a document changes masked
	documents []parsed
}

// parsed is a document of a file, or the error of it.
type parsed struct {
	segment
	isWhole bool // it is not one of several
	isRead  bool
	doc     *model.Document
	err     *ParseError
}

// Parsed is called with each document that is parsed, by the tests that count them.
var Parsed = func(*model.File, model.Span) {}

// read returns the document, and parses it if nobody has.
func (w *divided) read(f *model.File, d *parsed) (*model.Document, *ParseError) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !d.isRead {
		Parsed(f, d.span)
		d.doc, d.err = document(f, w.masked, d.segment)
		d.isRead = true
	}
	return d.doc, d.err
}

// divide finds the documents of a file. A file in JSON has only one, which it parses.
func divide(f *model.File) *divided {
	one := func(doc *model.Document, err *ParseError) *divided {
		return &divided{documents: []parsed{{isWhole: true, isRead: true, doc: doc, err: err}}}
	}
	if err := CheckEncoding(f.Data); err != nil {
		return one(nil, err)
	}
	extension := path.Ext(f.Path)
	m := maskTemplates(f.Data, extension == ".sh" || extension == ".bash")
	if extension == ".json" {
		if isBlank(m.text) {
			return &divided{}
		}
		// A .json file that starts with neither {, [ nor a comment may contain YAML, which kubectl accepts too.
		Parsed(f, model.Span{End: len(f.Data)})
		doc, err := jsonDocument(f, m)
		if err == nil || err.JSONWithComments || looksLikeJSON(m.text[len(bom(f.Data)):]) {
			return one(doc, err)
		}
	}
	segments := split(m)
	whole := &divided{masked: m, documents: make([]parsed, len(segments))}
	for i, s := range segments {
		whole.documents[i].segment = s
	}
	return whole
}

// document reads one document of a YAML file. A document that is valid JSON is read as JSON, as
// kubectl does.
func document(f *model.File, m *masked, s segment) (*model.Document, *ParseError) {
	doc := &model.Document{File: f, Span: s.span, Templates: m.spansIn(s.span)}
	if err := checkText(m.text, s.span); err != nil {
		return nil, err
	}
	if looksLikeJSON(m.text[s.content:s.span.End]) {
		if root, err := parseJSON(m, model.Span{Start: s.content, End: s.span.End}); err == nil {
			doc.Root, doc.Syntax = root, model.JSON
			return doc, nil
		}
	}
	err := parseYAML(doc, m, s)
	if err != nil && m.dropEmptyAlternatives(s.span) {
		err = parseYAML(doc, m, s)
	}
	if err != nil {
		if err.Foreign = m.language(s.span); err.Foreign == "" && HasPlaceholder(lineAround(f, err.Span.Start)) {
			err.Foreign = Placeholder
		}
		err.Around = s.span
		return nil, err
	}
	doc.Contents = m.openCollections(doc.Root, s.span)
	return doc, nil
}

// lineAround returns the line of an offset. Of a long line it returns only the part near the offset.
func lineAround(f *model.File, offset int) []byte {
	const near = 4 << 10
	start, end := f.LineStart(offset), lineEnd(f.Data, offset)
	return f.Data[max(start, offset-near):min(end, offset+near)]
}

func jsonDocument(f *model.File, m *masked) (*model.Document, *ParseError) {
	span := model.Span{Start: len(bom(f.Data)), End: len(f.Data)}
	root, err := parseJSON(m, span)
	if err != nil {
		return nil, err
	}
	return &model.Document{
		File: f, Syntax: model.JSON, Span: model.Span{End: len(f.Data)}, Root: root, Templates: m.spans(), Contents: m.openCollections(root, span),
	}, nil
}

// parseYAML reads the values of the document.
func parseYAML(doc *model.Document, m *masked, s segment) (broken *ParseError) {
	text := m.text[s.span.Start:s.span.End]
	var node kyaml.Node
	if err := unmarshal(text, &node); err != nil {
		return locateError(text, s, err)
	}
	b := newBuilder(m, s)
	doc.Root, broken = b.build(s, &node)
	doc.HasAliases = b.aliased > 0
	return broken
}

// unmarshal turns a panic of the reader into an error: no input may end the program.
func unmarshal(text []byte, node *kyaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	return kyaml.Unmarshal(text, node)
}

func isUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF})
}

// Words returns a text for searching words: the ASCII characters of a UTF-16 text, any other text unchanged. A UTF-16 file does
// not parse, but is reported if it is about Karpenter.
func Words(data []byte) []byte {
	if isUTF16(data) {
		return bytes.ReplaceAll(data, []byte{0}, nil)
	}
	return data
}

// CheckEncoding returns an error if the data is not UTF-8 text.
func CheckEncoding(data []byte) *ParseError {
	if isUTF16(data) {
		return errorAt(0, 2, "the file is in UTF-16").withHelp("save it in UTF-8")
	}
	if i := bytes.IndexByte(data[:min(len(data), 8192)], 0); i >= 0 {
		return errorAt(i, i+1, "the file is binary: it holds a NUL byte")
	}
	return nil
}

// checkText returns an error for a document that holds a character that YAML does not allow.
func checkText(text []byte, s model.Span) *ParseError {
	for i := s.Start; i < s.End; {
		c := text[i]
		if isASCII := c >= ' ' && c < 0x7F; isASCII || strings.IndexByte("\n\t\r", c) >= 0 {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:s.End])
		if r == utf8.RuneError && size <= 1 {
			return errorAt(i, i+1, "invalid UTF-8: byte 0x%02x", c)
		}
		if !printable(r) {
			return errorAt(i, i+size, "control character U+%04X is not allowed", r)
		}
		i += size
	}
	return nil
}

// printable reports whether YAML allows the character (YAML 1.1, section 4.1.1).
func printable(r rune) bool {
	isOther := r == 0x85 || r >= 0x10000
	return isOther || r >= 0xA0 && r <= 0xFFFD
}

// bom returns the byte order mark at the start of the file, if any.
func bom(data []byte) []byte {
	if bytes.HasPrefix(data, []byte("\uFEFF")) {
		return data[:3]
	}
	return nil
}

func isBlank(text []byte) bool { return len(bytes.TrimSpace(text[len(bom(text)):])) == 0 }

func looksLikeJSON(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 1 && (text[0] == '{' || text[0] == '[')
}
