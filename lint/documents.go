package lint

import (
	"sync"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/terraform"
)

// parsed is a document of a manifest file, or why it does not parse.
type parsed struct {
	number int // in its file, from 0
	doc    *model.Document
	err    *yaml.ParseError
}

// parseDocuments returns the documents of a manifest file of whose bytes want says so; nil wants each.
func parseDocuments(f *model.File, want func([]byte) bool) (all []parsed) {
	yaml.Wanted(f, want, func(number int, doc *model.Document, err *yaml.ParseError) bool {
		all = append(all, parsed{number, doc, err})
		return true
	})
	return all
}

// keptText bounds the manifests whose trees stay in memory from the survey until the end of the round, in bytes. Those beyond it are
// parsed again, because on a large repository that costs less than collecting garbage around trees that stay.
const keptText = 128 << 10

// documents holds the trees of manifests that were parsed. It is safe for concurrent use.
type documents struct {
	want func([]byte) bool // says which documents are parsed at all

	mu     sync.Mutex
	trees  map[string][]parsed // by the path of the file
	room   int                 // bytes that may still be kept
	parses map[string]int      // how often each file was parsed (a test)
}

func newDocuments(want func([]byte) bool) *documents {
	return &documents{want: want, trees: map[string][]parsed{}, room: keptText, parses: map[string]int{}}
}

// parse returns the documents of a file: those that are known, or that are worth parsing; each where the file was named.
func (d *documents) parse(f *model.File, named bool) []parsed {
	if all, known := d.known(f.Path); known {
		return all
	}
	want := d.want
	if named {
		want = nil
	}
	all := d.count(f, want)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.room >= len(f.Data) {
		d.room -= len(f.Data)
		d.trees[f.Path] = all
	}
	return all
}

// whole returns the documents of a file to which something leads: those that are known, or all.
func (d *documents) whole(f *model.File) []parsed {
	if all, known := d.known(f.Path); known {
		return all
	}
	return d.count(f, nil)
}

func (d *documents) count(f *model.File, want func([]byte) bool) []parsed {
	d.mu.Lock()
	d.parses[f.Path]++
	d.mu.Unlock()
	return parseDocuments(f, want)
}

// known returns the documents of a file if they are in memory.
func (d *documents) known(name string) ([]parsed, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	all, known := d.trees[name]
	return all, known
}

// forget drops the documents of a file whose text changes.
func (d *documents) forget(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if all := d.trees[name]; len(all) > 0 && all[0].doc != nil {
		d.room += len(all[0].doc.File.Data)
	}
	delete(d.trees, name)
}

// parsedFiles are files of which some documents are known.
type parsedFiles struct {
	terraform.Files
	*documents
}
