package lint

import (
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform"
)

// fileCache holds the files that findings of a root or of a project lead to, each read and parsed when it is first
// asked for.
type fileCache struct {
	files   terraform.Files // nil: nothing is read
	sources map[string]*hcl.Source
	cached  map[string]*cachedFile
}

// cachedFile is a file with what was parsed of it.
type cachedFile struct {
	file   *model.File
	static *page           // the whole of a Terraform file
	pages  map[int]*page   // documents of a file of manifests, by their number
	texts  map[int][]*page // documents in the texts of the file, by where the text starts
}

func newFileCache(files terraform.Files, sources []*hcl.Source) *fileCache {
	fc := &fileCache{files: files, sources: map[string]*hcl.Source{}, cached: map[string]*cachedFile{}}
	for _, s := range sources {
		fc.sources[s.File.Path] = s
	}
	return fc
}

// open returns the file. Its bytes are f's, or those that are read where f has only a path.
func (fc *fileCache) open(f *model.File) *cachedFile {
	if c := fc.cached[f.Path]; c != nil {
		return c
	}
	if source := fc.sources[f.Path]; source != nil {
		f = source.File
	} else if f.Data == nil && fc.files != nil {
		if data, err := fc.files.ReadFile(f.Path); err == nil {
			f = model.NewFile(f.Path, data)
		}
	}
	if filetype.IsTerraform(f.Path) {
		c := fc.hold(f, nil)
		fc.parse(c)
		return c
	}
	if of, is := fc.files.(parsedFiles); is {
		return fc.hold(f, of.whole(f))
	}
	return fc.hold(f, parseDocuments(f, nil))
}

// hold keeps the file, with its documents where it is one of manifests.
func (fc *fileCache) hold(f *model.File, documents []parsed) *cachedFile {
	c := &cachedFile{file: f, pages: map[int]*page{}, texts: map[int][]*page{}}
	for _, d := range documents {
		if d.err == nil {
			c.file, c.pages[d.number] = d.doc.File, newPage(d.doc)
		}
	}
	fc.cached[f.Path] = c
	return c
}

func (fc *fileCache) parse(c *cachedFile) {
	source := fc.sources[c.file.Path]
	if source == nil {
		source, _ = hcl.Parse(c.file)
	}
	if source == nil || source.Document == nil {
		return
	}
	c.static = newPage(source.Document)
	c.static.comments = source.Comments
}

// static returns the page of a whole Terraform file, nil if it is none or does not parse.
func (fc *fileCache) static(f *model.File) *page { return fc.open(f).static }

// find returns the page and the path in it of what stands at the span of a file.
func (fc *fileCache) find(f *model.File, span model.Span) (*page, []any, bool) {
	c := fc.open(f)
	around := c.static
	for _, p := range c.pages {
		if p.doc.Span.Contains(span) {
			around = p
		}
	}
	if around == nil || around.doc.Root == nil {
		return nil, nil, false
	}
	if found, ok := edit.Find(around.doc, span); ok {
		return around, found, true
	}
	text := textAround(around.doc.Root, span)
	if text == nil {
		return nil, nil, false
	}
	for _, p := range c.embedded(text) {
		if found, ok := edit.Find(p.doc, span); ok {
			return p, found, true
		}
	}
	return nil, nil, false
}

// embedded returns the documents in a heredoc of a Terraform file, or in a block scalar of a manifest.
func (c *cachedFile) embedded(text *model.Value) []*page {
	body, ok := textBody(c.file.Data, text.Span)
	if c.static != nil {
		body, ok = hcl.HeredocBody(c.file.Data, text.Span)
	}
	if !ok {
		return nil
	}
	all, known := c.texts[text.Span.Start]
	if known {
		return all
	}
	yaml.Embedded(c.file, body, func(doc *model.Document, _ *yaml.ParseError) bool {
		if doc == nil || doc.Root == nil {
			return true
		}
		p := newPage(doc)
		p.embedded = true
		if c.static != nil {
			p.around = c.static.doc
		}
		all = append(all, p)
		return true
	})
	c.texts[text.Span.Start] = all
	return all
}

// inTexts yields the documents in the texts of the file that were read.
func (c *cachedFile) inTexts(yield func(*page) bool) {
	for _, pages := range c.texts {
		for _, p := range pages {
			if !yield(p) {
				return
			}
		}
	}
}

// textAround returns the innermost text that holds the span, nil if none does.
func textAround(v *model.Value, span model.Span) *model.Value {
	if !v.Span.Contains(span) {
		return nil
	}
	for _, child := range v.Children() {
		if found := textAround(child, span); found != nil {
			return found
		}
	}
	if v.Kind == model.String || v.Kind == model.Unknown {
		return v
	}
	return nil
}
