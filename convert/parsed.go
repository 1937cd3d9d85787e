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
		if len(f.Data) > left {
			continue
		}
		left -= len(f.Data)
		kept := &parsedFile{source: sync.OnceValue(func() terraformSource { return p.parseTerraform(f) })}
		kept.units = sync.OnceValue(func() (all []*unit) {
			p.parse(f, i, kept.source, func(u *unit) { all = append(all, u) })
			return all
		})
		p.kept[f] = kept
	}
	return p
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
	p.tell(f)
	units(f, file, yield)
}

func (p *parsedFiles) parseTerraform(f *model.File) terraformSource {
	p.tell(f)
	return parseTerraform(f)
}

func parseTerraform(f *model.File) terraformSource {
	source, failed := hcl.Parse(f)
	return terraformSource{source, failed}
}

func (p *parsedFiles) tell(f *model.File) {
	if p.onParse != nil {
		p.onParse(f.Path)
	}
}
