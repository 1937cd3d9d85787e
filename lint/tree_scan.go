package lint

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/parallel"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
)

// maxWorkers bounds how many files are parsed at once: each of their trees takes many times the file's size.
const maxWorkers = 8

// chart is in every file that says which Karpenter is installed: the name of its chart, and part of its APIs' groups.
var chart = []byte("karpenter")

// scanned is what the bytes of the files told.
type scanned struct {
	manifests []manifest            // that are worth a closer look, in the order of the inputs
	dirs      map[string]*directory // of Terraform, by their path without links
	patchers  []string              // files that may patch objects of others
	verdicts  []verdict             // by input
}

// manifest is a file of manifests.
type manifest struct {
	path   string
	named  bool // it was named itself
	closer bool // it is worth a closer look, and to be linted where it is asked for
	survey bool // it may tell about its project
	reads  bool // it may name files in which something is found
}

// directory is a directory of Terraform files.
type directory struct {
	path   string // by which it is read
	real   string // without links
	calls  []string
	needle bool // a file of it is worth a closer look
	outer  bool // no input: it was found because others call it
	err    error
	mu     sync.Mutex
}

// reader is what a Files may have to offer beside reading whole files.
type reader interface {
	// Scan calls part with the bytes of a file, in one or more overlapping pieces that are gone when it returns. It
	// returns whether the file is too large for ReadFile.
	Scan(path string, part func([]byte)) (tooLarge bool, err error)
	// Real returns the path without links.
	Real(path string) string
}

func realPath(files hcl.Files, name string) string {
	if r, ok := files.(reader); ok {
		return r.Real(name)
	}
	return path.Clean(name)
}

// scanBytes hands the bytes of a file to part, and returns whether the file is too large to be read.
func scanBytes(files hcl.Files, name string, part func([]byte)) (tooLarge bool, err error) {
	if r, ok := files.(reader); ok {
		return r.Scan(name, part)
	}
	data, err := files.ReadFile(name)
	if err == nil {
		part(data)
	}
	return false, err
}

// verdict is what the scan says of an input.
type verdict struct {
	err    error
	read   bool // else it could not be read, or is too large
	closer bool // it is worth a closer look
	survey bool // it may say what is installed
	reads  bool // it may name files, such as those with the values of a chart
	// it has a word for patches, and is what may have them
	patches, patcher bool
	// it takes what others say from ConfigMaps, and may hold one
	takes, maps bool
}

// What a manifest says that takes variables from ConfigMaps, and one that may be such a ConfigMap, which says nothing else that a
// rule or a project looks for.
var (
	takesMaps = []byte("substituteFrom")
	configMap = []byte("kind: ConfigMap")
)

// scanAll scans every input, and the directories that Terraform calls outside of them.
func (g *ground) scanAll() *scanned {
	s := &scanned{dirs: map[string]*directory{}, verdicts: make([]verdict, len(g.Inputs))}
	places := g.places(s)
	g.errors = parallel.Each(g.ctx, 0, g.Inputs, func(in Input) string { return in.Path }, func(i int, in Input) error {
		s.verdicts[i] = g.scanInput(in, places)
		return nil
	})
	takes := slices.ContainsFunc(s.verdicts, func(v verdict) bool { return v.takes })
	for i, in := range g.Inputs {
		v := &s.verdicts[i]
		v.survey = v.survey || takes && v.maps
		s.add(in, *v)
	}
	g.scanCalled(s)
	return s
}

func (g *ground) scanInput(in Input, places map[string]*directory) verdict {
	v := verdict{closer: in.Named, patcher: filetype.IsKustomization(in.Path)}
	var tooLarge bool
	var err error
	if in.Terraform {
		var needle bool
		needle, tooLarge, err = g.scanTerraform(places[path.Dir(in.Path)], in.Path)
		v.closer = v.closer || needle
	} else {
		tooLarge, err = scanBytes(g.Files, in.Path, func(data []byte) {
			v.closer = v.closer || g.Selects(data)
			v.survey = v.survey || g.unscanned || (v.closer || !g.within) && g.tells(data)
			v.reads = v.reads || v.closer && project.HoldsCharts(data)
			v.takes = v.takes || v.survey && bytes.Contains(data, takesMaps)
			v.maps = v.maps || bytes.Contains(data, configMap)
			v.patches = v.patches || containsAny(data, patchWords)
			v.patcher = v.patcher || containsAny(data, patchers)
		})
	}
	if err == nil && tooLarge {
		if v.closer {
			_, err = g.Files.ReadFile(in.Path) // says why it is not read
		}
		v.closer, v.survey, v.reads, v.patches, v.maps = false, false, false, false, false
	}
	v.err, v.read = err, err == nil
	return v
}

func (s *scanned) add(in Input, v verdict) {
	if !v.read {
		return
	}
	if v.patches && v.patcher {
		s.patchers = append(s.patchers, in.Path)
	}
	if !in.Terraform && (v.closer || v.survey || v.reads) {
		s.manifests = append(s.manifests, manifest{path: in.Path, named: in.Named, closer: v.closer, survey: v.survey, reads: v.reads})
	}
}

// places makes the directories that the inputs of Terraform stand in, by the path of the directory.
func (g *ground) places(s *scanned) map[string]*directory {
	places := map[string]*directory{}
	for _, in := range g.Inputs {
		if !in.Terraform {
			continue
		}
		name := path.Dir(in.Path)
		if places[name] == nil {
			places[name] = s.directory(g.Files, name)
		}
		places[name].needle = places[name].needle || in.Named
	}
	return places
}

// directory returns the directory with the path, a new one if it is not known.
func (s *scanned) directory(files hcl.Files, name string) *directory {
	real := realPath(files, name)
	if s.dirs[real] == nil {
		s.dirs[real] = &directory{path: name, real: real}
	}
	return s.dirs[real]
}

// scanTerraform scans a file of the directory and says whether it is worth a closer look, and too large to be read.
func (g *ground) scanTerraform(d *directory, name string) (needle, tooLarge bool, err error) {
	var calls []string
	tooLarge, err = scanBytes(g.Files, name, func(data []byte) {
		needle = needle || g.SelectsTerraform(data) || bytes.Contains(data, chart)
		calls = append(calls, hcl.LocalSources(data)...)
	})
	d.mu.Lock()
	defer d.mu.Unlock()
	d.needle = d.needle || needle
	for _, call := range calls {
		if to := path.Join(d.real, call); !slices.Contains(d.calls, to) {
			d.calls = append(d.calls, to)
		}
	}
	return needle, tooLarge, err
}

// scanCalled resolves the calls of the directories, and scans the directories that are no inputs. Each is scanned
// once, so a chain of modules that call each other ends.
func (g *ground) scanCalled(s *scanned) {
	todo := s.sorted()
	for len(todo) > 0 {
		var found []*directory
		for _, d := range todo {
			slices.Sort(d.calls)
			for i, call := range d.calls {
				known := len(s.dirs)
				to := s.directory(g.Files, call)
				d.calls[i] = to.real
				if len(s.dirs) > known {
					to.outer = true
					found = append(found, to)
				}
			}
		}
		parallel.Each(g.ctx, maxWorkers, found, func(d *directory) string { return d.path }, func(_ int, d *directory) error {
			d.err = g.scanDirectory(d)
			return nil
		})
		todo = found
	}
}

// callErrors returns why modules cannot be read that the directories call: of others it does not matter.
func (s *scanned) callErrors(dirs map[string]bool) []error {
	wanted := map[string]bool{}
	for real := range dirs {
		s.reach(real, wanted)
	}
	var errs []error
	for _, real := range slices.Sorted(maps.Keys(wanted)) {
		if d := s.dirs[real]; d != nil && d.err != nil {
			errs = append(errs, d.err)
		}
	}
	return errs
}

// scanDirectory scans the Terraform files of a directory that is no input. That there is none is not said here: the
// call may stand in a comment.
func (g *ground) scanDirectory(d *directory) error {
	entries, err := g.Files.ReadDir(d.path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	var errs []error
	for _, e := range entries {
		if e.Type().IsRegular() && filetype.IsConfiguration(e.Name()) {
			_, _, err := g.scanTerraform(d, path.Join(d.path, e.Name()))
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// sorted returns the directories in the order of their paths.
func (s *scanned) sorted() []*directory {
	all := make([]*directory, 0, len(s.dirs))
	for _, d := range s.dirs {
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b *directory) int { return strings.Compare(a.real, b.real) })
	return all
}
