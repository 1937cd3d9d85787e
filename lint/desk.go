package lint

import (
	"bytes"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// desk holds the files that findings of a root or of a project lead to, each read and parsed when it is first
// asked for.
type desk struct {
	files   hcl.Files // nil: nothing is read
	sources map[string]*hcl.Source
	sheets  map[string]*deskFile
}

// deskFile is a file on the desk.
type deskFile struct {
	file   *model.File
	static *page         // the whole of a Terraform file
	pages  map[int]*page // documents by their number, or by the offset of the text that holds them
}

func newDesk(files hcl.Files, sources []*hcl.Source) *desk {
	d := &desk{files: files, sources: map[string]*hcl.Source{}, sheets: map[string]*deskFile{}}
	for _, s := range sources {
		d.sources[s.File.Path] = s
	}
	return d
}

// readsAsHCL says whether a file is written in Terraform's language, by its name.
func readsAsHCL(name string) bool {
	for _, extension := range []string{".tfvars", ".tfvars.json"} {
		if strings.HasSuffix(name, extension) {
			return true
		}
	}
	return isTerraform(name)
}

// open returns the file on the desk. Its bytes are f's, or those that are read where f has only a path.
func (d *desk) open(f *model.File) *deskFile {
	if sheet := d.sheets[f.Path]; sheet != nil {
		return sheet
	}
	if source := d.sources[f.Path]; source != nil {
		f = source.File
	} else if f.Data == nil && d.files != nil {
		if data, err := d.files.ReadFile(f.Path); err == nil {
			f = model.NewFile(f.Path, data)
		}
	}
	sheet := &deskFile{file: f, pages: map[int]*page{}}
	d.sheets[f.Path] = sheet
	if readsAsHCL(f.Path) {
		d.parse(sheet)
	} else {
		eachDocument(f, func(number int, doc *model.Document) { sheet.pages[number] = newPage(doc) })
	}
	return sheet
}

func (d *desk) parse(sheet *deskFile) {
	source := d.sources[sheet.file.Path]
	if source == nil {
		source, _ = hcl.Parse(sheet.file)
	}
	if source == nil || source.Document == nil {
		return
	}
	sheet.static = newPage(source.Document)
	sheet.static.comments = func() []yaml.Comment {
		all := make([]yaml.Comment, len(source.Comments))
		for i, c := range source.Comments {
			all[i] = yaml.Comment{Span: c.Span, Text: c.Text}
		}
		return all
	}
}

// static returns the page of a whole Terraform file, nil if it is none or does not parse.
func (d *desk) static(f *model.File) *page { return d.open(f).static }

// find returns the page and the path in it of what stands at the span of a file.
func (d *desk) find(f *model.File, span model.Span) (*page, []any, bool) {
	sheet := d.open(f)
	if sheet.static == nil {
		for _, p := range sheet.pages {
			if found, ok := edit.Find(p.doc, span); ok && p.doc.Span.Contains(span) {
				return p, found, true
			}
		}
		return nil, nil, false
	}
	if found, ok := edit.Find(sheet.static.doc, span); ok {
		return sheet.static, found, true
	}
	text := textAround(sheet.static.doc.Root, span)
	if text == nil {
		return nil, nil, false
	}
	for _, p := range sheet.embedded(text) {
		if found, ok := edit.Find(p.doc, span); ok {
			return p, found, true
		}
	}
	return nil, nil, false
}

// embedded returns the documents in a heredoc of a Terraform file.
func (s *deskFile) embedded(heredoc *model.Value) []*page {
	body, ok := heredocBody(s.file.Data, heredoc.Span)
	if !ok {
		return nil
	}
	var all []*page
	yaml.Embedded(s.file, body, func(doc *model.Document, _ *yaml.ParseError) bool {
		if doc == nil || doc.Root == nil {
			return true
		}
		p := s.pages[doc.Span.Start]
		if p == nil {
			p = newPage(doc)
			p.embedded = true
			s.pages[doc.Span.Start] = p
		}
		all = append(all, p)
		return true
	})
	return all
}

// heredocBody returns the lines between the markers of a heredoc.
func heredocBody(data []byte, span model.Span) (model.Span, bool) {
	if !bytes.HasPrefix(data[span.Start:span.End], []byte("<<")) {
		return span, false
	}
	text := bytes.TrimRight(data[span.Start:span.End], "\r\n")
	first, last := bytes.IndexByte(text, '\n'), bytes.LastIndexByte(text, '\n')
	if first < 0 {
		return span, false
	}
	return model.Span{Start: span.Start + first + 1, End: span.Start + last + 1}, true
}

// textAround returns the innermost text that holds the span, nil if none does.
func textAround(v *model.Value, span model.Span) *model.Value {
	if !v.Span.Contains(span) {
		return nil
	}
	for _, item := range v.Items {
		if found := textAround(item, span); found != nil {
			return found
		}
	}
	for _, e := range v.Entries {
		if found := textAround(e.Value, span); found != nil {
			return found
		}
	}
	if v.Kind == model.String || v.Kind == model.Unknown {
		return v
	}
	return nil
}
