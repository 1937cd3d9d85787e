package place

import (
	"sync"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform"
)

// Parsed is a document of a manifest file, or its parse error.
type Parsed struct {
	Number int // in its file, from 0
	Doc    *model.Document
	Err    *yaml.ParseError
}

// ParseDocuments returns the documents of a manifest file for whose bytes selects returns true; nil selects each.
func ParseDocuments(f *model.File, selects func([]byte) bool) (documents []Parsed) {
	yaml.Wanted(f, selects, func(number int, doc *model.Document, err *yaml.ParseError) bool {
		documents = append(documents, Parsed{number, doc, err})
		return true
	})
	return documents
}

// keptText bounds the bytes of manifests whose trees stay in memory from the survey until the end of the round. Further manifests
// are parsed again; in a large repository, that costs less than garbage collection with more trees in memory.
const keptText = 128 << 10

// Documents holds the trees of manifests that were parsed. It is safe for concurrent use.
type Documents struct {
	selects func([]byte) bool // reports whether a document is parsed at all

	mu     sync.Mutex
	trees  map[string][]Parsed // by the path of the file
	room   int                 // bytes that may still be kept
	Parses map[string]int      // how often each file was parsed (a test)
}

// NewDocuments returns documents that parse only those for whose bytes selects returns true.
func NewDocuments(selects func([]byte) bool) *Documents {
	return &Documents{selects: selects, trees: map[string][]Parsed{}, room: keptText, Parses: map[string]int{}}
}

// Parse returns the documents of a file: from memory, or parsed. It parses only the documents that selects accepts, or all if
// the file was named.
func (d *Documents) Parse(f *model.File, named bool) []Parsed {
	trees := d.read(f, named)
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := d.trees[f.Path]; !ok && d.room >= len(f.Data) {
		d.room -= len(f.Data)
		d.trees[f.Path] = trees
	}
	return trees
}

// read returns the documents of a file, from memory or parsed: those that selects accepts, or all if
// complete is true.
func (d *Documents) read(f *model.File, complete bool) []Parsed {
	d.mu.Lock()
	trees, ok := d.trees[f.Path]
	if !ok {
		d.Parses[f.Path]++
	}
	d.mu.Unlock()
	switch {
	case ok:
		return trees
	case complete:
		return ParseDocuments(f, nil)
	}
	return ParseDocuments(f, d.selects)
}

// Forget drops the documents of a file whose text changes.
func (d *Documents) Forget(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if trees := d.trees[name]; len(trees) > 0 && trees[0].Doc != nil {
		d.room += len(trees[0].Doc.File.Data)
	}
	delete(d.trees, name)
}

// ParsedFiles are files of which some documents are known.
type ParsedFiles struct {
	terraform.Files
	*Documents
}
