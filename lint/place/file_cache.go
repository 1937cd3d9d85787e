package place

import (
	"bytes"
	"maps"
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform"
)

// Cache contains the files to which findings of a root or a project refer. Each is read and parsed on first
// use.
type Cache struct {
	Files   terraform.Files // nil if nothing is read
	Sources map[string]*hcl.Source
	cached  map[string]*File
}

// File is a file with the documents that were parsed.
type File struct {
	File      *model.File
	Static    *Document           // the whole of a Terraform file that parses
	Documents map[int]*Document   // documents of a file of manifests, by their number
	texts     map[int][]*Document // documents inside texts of the file, by the offset of the text
	found     *Document           // the document that document returned last, because many values of one are looked for
}

// NewCache returns a cache that reads files, except the given sources, which are parsed already.
func NewCache(files terraform.Files, sources []*hcl.Source) *Cache {
	fc := &Cache{Files: files, Sources: map[string]*hcl.Source{}, cached: map[string]*File{}}
	for _, s := range sources {
		fc.Sources[s.File.Path] = s
	}
	return fc
}

// Open returns the file. It uses the bytes of f, or reads them if f has only a path.
func (fc *Cache) Open(f *model.File) *File {
	if c := fc.cached[f.Path]; c != nil {
		return c
	}
	if source := fc.Sources[f.Path]; source != nil {
		f = source.File
	} else if f.Data == nil && fc.Files != nil {
		if opened, err := model.Open(fc.Files, f.Path); err == nil {
			f = opened
		}
	}
	if filetype.IsTerraform(f.Path) {
		c := fc.Hold(f, nil)
		fc.parse(c)
		return c
	}
	return fc.Hold(f, ParseDocuments(f, nil))
}

// Hold adds a file to the cache, with its documents if it is a file of manifests.
func (fc *Cache) Hold(f *model.File, documents []Parsed) *File {
	c := &File{File: f, Documents: map[int]*Document{}, texts: map[int][]*Document{}}
	for _, d := range documents {
		if d.Err == nil {
			c.File, c.Documents[d.Number] = d.Doc.File, NewDocument(d.Doc)
		}
	}
	fc.cached[f.Path] = c
	return c
}

func (fc *Cache) parse(c *File) {
	source := fc.Sources[c.File.Path]
	if source == nil {
		source, _ = hcl.Parse(c.File)
	}
	if source == nil || source.Document == nil {
		return
	}
	c.Static = NewDocument(source.Document)
	c.Static.Comments = source.Comments
}

// Find returns the document with the value at a span of a file, and the path of the value in it.
func (fc *Cache) Find(f *model.File, span model.Span) (*Document, []any, bool) {
	c := fc.Open(f)
	document := c.document(span)
	if document == nil || document.Doc.Root == nil {
		return nil, nil, false
	}
	if path, ok := edit.Find(document.Doc, span); ok {
		return document, path, true
	}
	text := textAround(document.Doc.Root, span)
	if text == nil {
		return nil, nil, false
	}
	for _, p := range c.Embedded(text) {
		if path, ok := edit.Find(p.Doc, span); ok {
			return p, path, true
		}
	}
	return nil, nil, false
}

// document returns the document with the span; nil if there is none.
func (c *File) document(span model.Span) *Document {
	if c.found != nil && c.found.Doc.Span.Contains(span) {
		return c.found
	}
	for _, p := range c.Documents { // in any order: the documents of a file do not overlap
		if p.Doc.Span.Contains(span) {
			c.found = p
			return p
		}
	}
	return c.Static
}

// Embedded returns the documents in a heredoc of a Terraform file, or in a block scalar of a manifest.
func (c *File) Embedded(text *model.Value) []*Document {
	body, ok := textBody(c.File.Data, text.Span)
	if c.Static != nil {
		body, ok = hcl.HeredocBody(c.File.Data, text.Span)
	}
	if !ok {
		return nil
	}
	documents, ok := c.texts[text.Span.Start]
	if ok {
		return documents
	}
	yaml.Embedded(c.File, body, func(doc *model.Document, _ *yaml.ParseError) bool {
		if doc == nil || doc.Root == nil {
			return true
		}
		p := NewDocument(doc)
		p.Embedded = true
		if c.Static != nil {
			p.Terraform = c.Static.Doc
		}
		documents = append(documents, p)
		return true
	})
	c.texts[text.Span.Start] = documents
	return documents
}

// InTexts yields the documents inside texts of the file that have been read.
func (c *File) InTexts(yield func(*Document) bool) {
	for _, line := range slices.Sorted(maps.Keys(c.texts)) {
		for _, p := range c.texts[line] {
			if !yield(p) {
				return
			}
		}
	}
}

// textBody returns the lines of a block scalar of a manifest, without the line of its indicator.
func textBody(data []byte, span model.Span) (model.Span, bool) {
	first := bytes.IndexByte(data[span.Start:span.End], '\n')
	if first < 0 || data[span.Start] != '|' {
		return span, false
	}
	body := model.Span{Start: span.Start + first + 1, End: span.End}
	if body.End < len(data) && data[body.End] == '\n' {
		body.End++
	}
	return body, true
}

// textAround returns the innermost text in v that contains the span, nil if there is none.
func textAround(v *model.Value, span model.Span) *model.Value {
	if !v.Span.Contains(span) {
		return nil
	}
	for _, child := range v.Children() {
		if text := textAround(child, span); text != nil {
			return text
		}
	}
	if v.Kind == model.String || v.Kind == model.Unknown {
		return v
	}
	return nil
}
