package convert

import (
	"sync"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// keptBytes is how much text a run keeps the trees of, which take about 30 times as much. With more of it, collecting garbage costs more than
// parsing again.
const keptBytes = 512 << 10

// parsedFiles are the files of a run with what they parse to. What does not fit in keptBytes is parsed each time that it is asked for.
type parsedFiles struct {
	kept    map[*model.File]*parsedFile
	onParse func(path string)
}

// parsedFile parses a file when it is first asked for.
type parsedFile struct {
	units  func() []*unit
	source func() terraformSource
}

// terraformSource is a Terraform file, or why it does not parse.
type terraformSource struct {
	*hcl.Source
	failed *hcl.ParseError
}

func newParsedFiles(files []*model.File, onParse func(path string)) *parsedFiles {
	p := &parsedFiles{map[*model.File]*parsedFile{}, onParse}
	left := keptBytes
	for i, f := range files {
		if len(f.Data) <= left {
			left -= len(f.Data)
			p.keep(f, i)
		}
	}
	return p
}

// keep keeps what a file parses to, once it is asked for.
func (p *parsedFiles) keep(f *model.File, number int) {
	kept := &parsedFile{source: sync.OnceValue(func() terraformSource { return p.parseTerraform(f) })}
	kept.units = sync.OnceValue(func() (all []*unit) {
		p.parse(f, number, kept.source, func(u *unit) { all = append(all, u) })
		return all
	})
	p.kept[f] = kept
}

// replace takes the files that are read for those of the run, which they are but for some lines.
func (p *parsedFiles) replace(files, read []*model.File) {
	for i, f := range files {
		if p.kept[f] != nil && read[i] != f {
			delete(p.kept, f)
			p.keep(read[i], i)
		}
	}
}

// onlyRoot returns the root of the only document in a file, nil for a file with several, or with one that does not parse.
func (c *Converter) onlyRoot(f *model.File) *model.Value {
	var docs []*model.Document
	c.units(f, 0, func(u *unit) {
		if len(docs) == 0 || docs[len(docs)-1] != u.doc {
			docs = append(docs, u.doc)
		}
	})
	if len(docs) != 1 || docs[0] == nil {
		return nil
	}
	return docs[0].Root
}

// units calls yield for everything in a file of the run that may be converted. file is its number.
func (c *Converter) units(f *model.File, file int, yield func(*unit)) {
	kept := c.parsed.kept[f]
	if kept == nil {
		c.parsed.parse(f, file, func() terraformSource { return c.parsed.parseTerraform(f) }, yield)
		return
	}
	for _, u := range kept.units() {
		yield(u)
	}
}

// source returns a Terraform file of the run.
func (c *Converter) source(f *model.File) terraformSource {
	if kept := c.parsed.kept[f]; kept != nil {
		return kept.source()
	}
	return c.parsed.parseTerraform(f)
}

func (p *parsedFiles) parse(f *model.File, file int, source func() terraformSource, yield func(*unit)) {
	if filetype.IsTerraform(f.Path) {
		terraformUnits(source(), numbering(file, yield))
		return
	}
	p.tell(f.Path)
	units(f, file, yield)
}

func (p *parsedFiles) parseTerraform(f *model.File) terraformSource {
	p.tell(f.Path)
	source, failed := hcl.Parse(f)
	return terraformSource{source, failed}
}

// text parses a patch that a kustomization has as a text.
func (p *parsedFiles) text(patch *model.File, at patchAt, number int, yield func(*unit)) {
	p.tell(at.file + " " + at.in)
	units(patch, number, yield)
}

func (p *parsedFiles) tell(parsed string) {
	if p.onParse != nil {
		p.onParse(parsed)
	}
}
