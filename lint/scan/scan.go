package scan

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// maxWorkers bounds how many directories are scanned at once.
const maxWorkers = 8

// Result is the result of a scan of the files of a run.
type Result struct {
	Verdicts  []Verdict  // by input
	Manifests []Manifest // worth parsing, in the order of the inputs
	Patchers  []string   // files that may patch objects in other files
	Bugs      []error    // of the scan itself

	directories map[string]*Directory // of Terraform, by their path without links
}

// Verdict is the result for one file.
type Verdict struct {
	Err   error
	Read  bool // false if it could not be read, or is too large
	Signs Signs
	calls []string // for Terraform: the local modules that it seems to call
}

// Manifest is a file of manifests that is worth parsing.
type Manifest struct {
	fileset.Input
	Signs  Signs
	Survey bool // it may describe its project
}

// NamesFiles reports whether the manifest may refer to files with findings, such as values files of a chart.
func (m Manifest) NamesFiles() bool { return m.Signs.Any(installer) }

// Directory is a directory of Terraform files.
type Directory struct {
	Path string // by which it is read
	Real string // without links

	calls  []string        // directories of modules
	called map[string]bool // those in calls, before their links are resolved
	signs  Signs           // of its files
	named  bool            // one of its files was named itself
	outer  bool            // not an input: it was found because others call it
	errs   []error
}

// add adds the result for a file in the directory.
func (d *Directory) add(v Verdict) {
	d.signs |= v.Signs
	for _, call := range v.calls {
		if to := path.Join(d.Real, call); !d.called[to] {
			if d.called == nil {
				d.called = map[string]bool{}
			}
			d.called[to] = true
			d.calls = append(d.calls, to)
		}
	}
}

// scanner scans files.
type scanner struct {
	*Dictionary
	ctx    context.Context
	files  fileset.Files
	result *Result
}

// Files scans every input, and the directories that Terraform calls outside of them. Inputs that memory knows are not read.
func (d *Dictionary) Files(ctx context.Context, inputs []fileset.Input, files fileset.Files, wanted Wanted, memory *Memory) *Result {
	result := &Result{Verdicts: make([]Verdict, len(inputs)), directories: map[string]*Directory{}}
	s := &scanner{d, ctx, files, result}
	result.Bugs = parallel.Each(ctx, 0, inputs, func(in fileset.Input) string { return in.Path }, func(i int, in fileset.Input) error {
		result.Verdicts[i] = memory.verdict(in, d, files, s.scanInput)
		return nil
	})
	mapsAreTaken := slices.ContainsFunc(result.Verdicts, func(v Verdict) bool { return v.Signs.Any(takesMaps) && wanted.selects(v.Signs) })
	directories := map[string]*Directory{} // by the path of the inputs in them
	for i, in := range inputs {
		v := result.Verdicts[i]
		if in.Terraform {
			name := path.Dir(in.Path)
			if directories[name] == nil {
				directories[name] = s.directory(name)
			}
			directories[name].named = directories[name].named || in.Named
			directories[name].add(v)
			continue
		}
		if v.Read {
			result.addManifest(Manifest{in, v.Signs, wanted.selects(v.Signs) || mapsAreTaken && v.Signs.Any(configMap)}, d.Linters)
		}
	}
	s.scanCalled()
	return result
}

func (r *Result) addManifest(m Manifest, linters Signs) {
	if m.Signs.Any(patch) && (m.Signs.Any(patcher) || filetype.IsKustomization(m.Path)) {
		r.Patchers = append(r.Patchers, m.Path)
	}
	if m.Named || m.Survey || m.Signs.Any(linters) {
		r.Manifests = append(r.Manifests, m)
	}
}

// WantsDocument reports whether a document with these bytes may matter to linters, to a survey or as a patch.
func (d *Dictionary) WantsDocument(data []byte, wanted Wanted) bool {
	signs := d.Manifest(yaml.Words(data))
	if !signs.Any(d.Linters|patch|configMap) && !wanted.selects(signs) {
		return false
	}
	return signs.Any(Karpenter|ofDefinition) || !definitionLine().Match(data)
}

// definitionLine matches in a definition of the objects of some program. Such documents are large, and describe fields of pods with many of
// the needles, such as tolerations, but contain no object.
var definitionLine = pattern.New(`(?m)^kind: CustomResourceDefinition$`)

// scanInput scans a file.
func (s *scanner) scanInput(in fileset.Input) Verdict {
	v := Verdict{}
	tooLarge, err := s.files.Scan(in.Path, func(data []byte) {
		data = yaml.Words(data)
		if !in.Terraform {
			v.Signs |= s.Manifest(data)
			return
		}
		v.Signs |= s.Terraform(data)
		v.calls = append(v.calls, hcl.LocalSources(data)...)
	})
	if !v.Signs.Any(applies) || !v.Signs.Any(readsFiles) {
		v.Signs &^= applies | readsFiles // these signs count only within one file
	}
	if err == nil && tooLarge {
		if in.Named || v.Signs.Any(s.Linters) {
			_, err = s.files.ReadFile(in.Path) // its error explains why the file is not read
		}
		if !in.Terraform {
			v.Signs = 0 // nothing of it is parsed
		}
	}
	v.Err, v.Read = err, err == nil
	return v
}

// directory returns the directory with the path, and adds it if it is new.
func (s *scanner) directory(name string) *Directory {
	real := s.files.Real(name)
	if s.result.directories[real] == nil {
		s.result.directories[real] = &Directory{Path: name, Real: real}
	}
	return s.result.directories[real]
}

// scanCalled resolves the calls of the directories, and scans called directories that are not inputs. Each is
// scanned once, so modules that call each other cause no endless loop.
func (s *scanner) scanCalled() {
	for todo := s.result.sorted(); len(todo) > 0; {
		var added []*Directory
		for _, d := range todo {
			slices.Sort(d.calls)
			for i, call := range d.calls {
				count := len(s.result.directories)
				to := s.directory(call)
				d.calls[i] = to.Real
				if len(s.result.directories) > count {
					to.outer = true
					added = append(added, to)
				}
			}
		}
		parallel.Each(s.ctx, maxWorkers, added, func(d *Directory) string { return d.Path }, func(_ int, d *Directory) error {
			d.errs = s.scanDirectory(d)
			return nil
		})
		todo = added
	}
}

// CallErrors returns the errors of modules that the directories call and that cannot be read. Errors of
// other modules do not matter.
func (r *Result) CallErrors(directories map[string]bool) []error {
	called := map[string]bool{}
	for real := range directories { // in any order: what they call is a set
		r.reach(real, called)
	}
	var errs []error
	for _, real := range slices.Sorted(maps.Keys(called)) {
		if d := r.directories[real]; d != nil {
			errs = append(errs, d.errs...)
		}
	}
	return errs
}

// scanDirectory scans the Terraform files of a directory that is not an input. A missing one is not an error, because the
// call may be in a comment. Nor is one outside of the repository: Files reports it.
func (s *scanner) scanDirectory(d *Directory) (errs []error) {
	entries, err := s.files.ReadDir(d.Path)
	isNoModule := errors.Is(err, syscall.ENOTDIR) // the source of a provisioner, or of an S3 object, is a file
	if isNoModule || errors.Is(err, fs.ErrNotExist) || errors.Is(err, regular.ErrOutside) {
		return nil
	}
	if err != nil {
		return []error{err}
	}
	for _, e := range entries {
		if e.Type().IsRegular() && filetype.IsConfiguration(e.Name()) {
			v := s.scanInput(fileset.Input{Path: path.Join(d.Path, e.Name()), Terraform: true})
			d.add(v)
			if v.Err != nil {
				errs = append(errs, v.Err)
			}
		}
	}
	return errs
}

// sorted returns the directories in the order of their paths.
func (r *Result) sorted() []*Directory {
	return slices.SortedFunc(maps.Values(r.directories), func(a, b *Directory) int { return strings.Compare(a.Real, b.Real) })
}
