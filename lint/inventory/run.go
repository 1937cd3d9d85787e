package inventory

import (
	"context"
	"sync"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/model"
)

// Source is the files of a repository, and what is known about them from other runs.
type Source struct {
	Inputs   []fileset.Input
	Files    fileset.Files
	VarFiles []string // tfvars files for every Terraform root

	Memory *Memory // observations of earlier runs over the same files; nil: there are none
}

// MaxWorkers bounds how many files are parsed at once, because a tree takes many times the memory of its file.
const MaxWorkers = 8

// Selection tells a run which of its files matter.
type Selection struct {
	Wanted    scan.Wanted     // selects the manifests to survey
	RootSigns scan.Signs      // select further roots, in addition to those of the linters
	Needles   []*scan.Needles // of the linters; none if nothing is linted

	// Requests reports whether an input was requested, as opposed to being read as context.
	Requests func(path string) bool
	// Reports reports whether findings in a file are wanted.
	Reports func(path string) bool

	keepsRoots bool // keep all of them, whatever they take
}

// Run reads the files of a source, in one round or in several with changed texts. It scans them once.
type Run struct {
	Source
	Selection
	Scan   *scan.Result
	Opened *fileset.Opened // the files of the last round, and with a Memory of those before

	ctx        context.Context
	release    bool // nobody else has the Memory
	dictionary *scan.Dictionary
	inputsKey  func() uint64 // of the paths of all inputs
	names      names
}

// NewRun scans the files.
func NewRun(ctx context.Context, s Source, selection Selection) *Run {
	r := &Run{
		Source: s, Selection: selection, ctx: ctx, dictionary: scan.NewDictionary(selection.Needles...),
		names:     names{reported: map[string]string{}},
		inputsKey: sync.OnceValue(func() uint64 { return hashPaths(s.Inputs) }),
	}
	var scanned *scan.Memory
	if r.Memory == nil {
		r.Memory, r.release = newMemory(r.looksFor), true // for rounds; the run scans once
	} else {
		scanned = &r.Memory.scan
	}
	r.Opened = &r.Memory.opened
	r.Scan = r.dictionary.Files(ctx, r.Inputs, r.Files, r.Wanted, scanned)
	return r
}

// Close drops the files at the end of a run whose results refer to what reads them, unless a later run has the same Memory.
func (r *Run) Close() {
	if r.release {
		r.Opened.Release()
	}
}

// Forget drops what is kept of a root, unless a later run has the same Memory.
func (r *Run) Forget(root *Root) {
	if r.release {
		r.Memory.forget(root.Dir.Path)
		root.kept = nil
	}
}

// ForgetTerraform drops the trees of Terraform, which are not needed once all roots are linted, unless a later run has the same Memory.
func (r *Run) ForgetTerraform() {
	if r.release {
		r.Opened.Drop(filetype.IsTerraform)
	}
}

// readAll returns a run over a source of which nothing is linted.
func readAll(ctx context.Context, s Source, selection Selection) *Run {
	requested := map[string]bool{}
	for _, in := range s.Inputs {
		requested[in.Path] = !in.Context
	}
	selection.Requests = func(path string) bool { return requested[path] }
	selection.Reports = selection.Requests
	return NewRun(ctx, s, selection)
}

// Documents returns the documents of a manifest that must be parsed: all if the user named it.
func (r *Run) Documents(f *model.File, named bool) []place.Parsed {
	return documents(f, named, r.looksFor)
}

func documents(f *model.File, named bool, selects func([]byte) bool) []place.Parsed {
	if named {
		selects = nil
	}
	return place.ParseDocuments(f, selects)
}

// looksFor reports whether a document with these bytes must be parsed.
func (r *Run) looksFor(data []byte) bool {
	return r.dictionary.WantsDocument(data, r.Wanted) || ignore.Mentions(data)
}
