package place

import (
	"sync"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform"
)

// Parsed is a document of a manifest file, or why it does not parse.
type Parsed struct {
	Number int // in its file, from 0
	Doc    *model.Document
	Err    *yaml.ParseError
}

// ParseDocuments returns the documents of a manifest file for whose bytes want returns true; nil wants each.
func ParseDocuments(f *model.File, selects func([]byte) bool) (all []Parsed) {
	yaml.Wanted(f, selects, func(number int, doc *model.Document, err *yaml.ParseError) bool {
		all = append(all, Parsed{number, doc, err})
		return true
	})
	return all
}

// keptText bounds the manifests whose trees stay in memory from the survey until the end of the round, in bytes. Those beyond it are
// parsed again, because on a large repository that costs less than collecting garbage around trees that stay.
const keptText = 128 << 10

// Documents holds the trees of manifests that were parsed. It is safe for concurrent use.
type Documents struct {
	selects func([]byte) bool // reports whether a document is parsed at all

	mu     sync.Mutex
	trees  map[string][]Parsed // by the path of the file
	room   int                 // bytes that may still be kept
	Parses map[string]int      // how often each file was parsed (a test)
}

// NewDocuments returns documents that parse only those for whose bytes want returns true.
func NewDocuments(selects func([]byte) bool) *Documents {
	return &Documents{selects: selects, trees: map[string][]Parsed{}, room: keptText, Parses: map[string]int{}}
}

// Parse returns the documents of a file: those that are known, or that are worth parsing; each where the file was named.
func (d *Documents) Parse(f *model.File, named bool) []Parsed {
	if all, ok := d.ok(f.Path); ok {
		return all
	}
	selects := d.selects
	if named {
		selects = nil
	}
	all := d.count(f, selects)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.room >= len(f.Data) {
		d.room -= len(f.Data)
		d.trees[f.Path] = all
	}
	return all
}

// whole returns the documents of a file to which something leads: those that are known, or all.
func (d *Documents) parseAll(f *model.File) []Parsed {
	if all, ok := d.ok(f.Path); ok {
		return all
	}
	return d.count(f, nil)
}

func (d *Documents) count(f *model.File, selects func([]byte) bool) []Parsed {
	d.mu.Lock()
	d.Parses[f.Path]++
	d.mu.Unlock()
	return ParseDocuments(f, selects)
}

// known returns the documents of a file if they are in memory.
func (d *Documents) ok(name string) ([]Parsed, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	all, ok := d.trees[name]
	return all, ok
}

// Forget drops the documents of a file whose text changes.
func (d *Documents) Forget(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if all := d.trees[name]; len(all) > 0 && all[0].Doc != nil {
		d.room += len(all[0].Doc.File.Data)
	}
	delete(d.trees, name)
}

// ParsedFiles are files of which some documents are known.
type ParsedFiles struct {
	terraform.Files
	*Documents
}
