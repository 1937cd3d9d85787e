package units

import (
	"slices"
	"sync"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// KeptBytes bounds the text whose trees a run keeps in memory. Trees take about 30 times as much as their text: beyond the bound, collecting
// garbage costs more than parsing again.
const KeptBytes = 512 << 10

// Files are the files of a run and their units. A file beyond KeptBytes is parsed each time it is read, until OnlyRoot returns its root.
type Files struct {
	inMemory map[*model.File]*parsedFile
	numbers  map[*model.File]int
	roots    sync.Map // *model.File -> []*Unit, those of files whose root OnlyRoot returned, because its caller keeps the tree
	Reading
}

// Reading configures how the files of a run are read.
type Reading struct {
	Matters    func(data []byte) bool    // a document may concern Karpenter
	MayConvert func(v *model.Value) bool // a value of Terraform contains anything to convert
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
	p := &Files{inMemory: map[*model.File]*parsedFile{}, numbers: map[*model.File]int{}, Reading: reading}
	budget := KeptBytes
	for i, f := range files {
		p.numbers[f] = i
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

// OnlyRoot returns the root of the only document in a file, nil for a file with several, or if it does not parse.
func (p *Files) OnlyRoot(f *model.File) *model.Value {
	var units []*Unit
	p.Units(f, p.numbers[f], func(u *Unit) { units = append(units, u) })
	isOther := func(u *Unit) bool { return u.Doc != units[0].Doc }
	if len(units) == 0 || units[0].Doc == nil || slices.ContainsFunc(units, isOther) {
		return nil
	}
	p.roots.Store(f, units)
	return units[0].Doc.Root
}

// Units calls yield for each unit of a file of the run. file is its number.
func (p *Files) Units(f *model.File, file int, yield func(*Unit)) {
	var units []*Unit
	if rooted, isRooted := p.roots.Load(f); isRooted {
		units, _ = rooted.([]*Unit)
	} else if parsed := p.inMemory[f]; parsed != nil {
		units = parsed.units()
	} else {
		p.parse(f, file, func() Source { return p.parseTerraform(f) }, yield)
		return
	}
	for _, u := range units {
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
