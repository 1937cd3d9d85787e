package units

import (
	"sync"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// KeptBytes bounds the text whose trees a run keeps in memory. Trees take about 30 times as much as their text: beyond the bound, collecting
// garbage costs more than parsing again.
const KeptBytes = 512 << 10

// Files are the files of a run and their units. A file beyond KeptBytes is parsed each time it is read.
type Files struct {
	inMemory map[*model.File]*parsedFile
	Reading
}

// Reading configures how the files of a run are read.
type Reading struct {
	Matters    func(data []byte) bool    // a document may concern Karpenter
	MayConvert func(v *model.Value) bool // a value of Terraform contains anything to convert
	Understand func(u *Unit)             // corrects the kind of an object; nil leaves it as written
	OnParse    func(path string)         // called with the path of each parsed file; may be nil
}

// parsedFile parses a file when it is first read.
type parsedFile struct {
	units  func() []*Unit
	source func() Source
}

// Source is a Terraform file, or Failed if it does not parse.
type Source struct {
	*hcl.Source
	Failed *hcl.ParseError
}

// NewFiles returns the files of a run.
func NewFiles(files []*model.File, reading Reading) *Files {
	p := &Files{map[*model.File]*parsedFile{}, reading}
	budget := KeptBytes
	for i, f := range files {
		if len(f.Data) <= budget {
			budget -= len(f.Data)
			p.keep(f, i)
		}
	}
	return p
}

// keep makes the trees of a file stay in memory once it is parsed.
func (p *Files) keep(f *model.File, number int) {
	parsed := &parsedFile{source: sync.OnceValue(func() Source { return p.parseTerraform(f) })}
	parsed.units = sync.OnceValue(func() (units []*Unit) {
		p.parse(f, number, parsed.source, func(u *Unit) { units = append(units, u) })
		return units
	})
	p.inMemory[f] = parsed
}

// Replace replaces files of the run by those in read, which differ from them in some lines.
func (p *Files) Replace(files, read []*model.File) {
	for i, f := range files {
		if p.inMemory[f] != nil && read[i] != f {
			delete(p.inMemory, f)
			p.keep(read[i], i)
		}
	}
}

// OnlyRoot returns the root of the only document in a file, nil for a file with several, or if it does not parse.
func (p *Files) OnlyRoot(f *model.File) *model.Value {
	var docs []*model.Document
	p.Units(f, 0, func(u *Unit) {
		if len(docs) == 0 || docs[len(docs)-1] != u.Doc {
			docs = append(docs, u.Doc)
		}
	})
	if len(docs) != 1 || docs[0] == nil {
		return nil
	}
	return docs[0].Root
}

// Units calls yield for each unit of a file of the run. file is its number.
func (p *Files) Units(f *model.File, file int, yield func(*Unit)) {
	parsed := p.inMemory[f]
	if parsed == nil {
		p.parse(f, file, func() Source { return p.parseTerraform(f) }, yield)
		return
	}
	for _, u := range parsed.units() {
		yield(u)
	}
}

// Source returns a Terraform file of the run, parsed.
func (p *Files) Source(f *model.File) Source {
	if parsed := p.inMemory[f]; parsed != nil {
		return parsed.source()
	}
	return p.parseTerraform(f)
}

func (p *Files) parse(f *model.File, file int, source func() Source, yield func(*Unit)) {
	if p.Understand != nil {
		written := yield
		yield = func(u *Unit) {
			p.Understand(u)
			written(u)
		}
	}
	if filetype.IsTerraform(f.Path) {
		terraformUnits(source(), p.MayConvert, numbering(file, yield))
		return
	}
	p.countParse(f.Path)
	Read(f, file, p.Matters, yield)
}

func (p *Files) parseTerraform(f *model.File) Source {
	p.countParse(f.Path)
	source, failed := hcl.Parse(f)
	return Source{source, failed}
}

// Text calls yield for each unit of a text in a file, such as a patch in a kustomization. place names it for onParse.
func (p *Files) Text(text *model.File, place string, number int, yield func(*Unit)) {
	p.countParse(place)
	Read(text, number, p.Matters, yield)
}

func (p *Files) countParse(parsed string) {
	if p.OnParse != nil {
		p.OnParse(parsed)
	}
}
