package lint

import (
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/karplint/karplint/internal/parallel"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
)

// keptSize bounds the Terraform sources that stay in memory from the survey until they are linted, in bytes; the
// roots beyond it are read and evaluated twice.
const keptSize = 96 << 10

// sharedSize bounds the Terraform sources of called modules that stay in memory through a run, in bytes, so that each root that calls
// them need not parse them again.
const sharedSize = 512 << 10

// survey is what the selected files install.
type survey struct {
	manifests []*project.Observations // in the order of the files
	roots     []*terraformRoot        // in the order of their directories
	errors    []error
	kept      atomic.Int64 // bytes of the sources that are kept
}

// terraformRoot is a root module that is worth a closer look.
type terraformRoot struct {
	dir     *directory
	modules []string         // the directories of its modules, without links
	files   []string         // of its modules, as they were read
	read    []string         // by functions
	short   *project.Project // its target and installations
	loaded  *hcl.Root        // nil: load it again
	broken  bool             // it cannot be loaded
}

// survey reads every manifest that may tell about its project, and evaluates every selected root.
func (r *treeRun) survey(files hcl.Files) *survey {
	s := &survey{manifests: r.observed}
	s.errors = parallel.Each(r.ctx, maxWorkers, r.scan.manifests, func(m manifest) string { return m.Path }, func(i int, m manifest) error {
		if r.observed[i] != nil || !m.survey && !m.reads() {
			return nil
		}
		data, err := files.ReadFile(m.Path)
		if err != nil {
			if m.signs.any(r.allLinters()) && r.asks(m.Path) {
				return nil // linting it says so
			}
			return err
		}
		reading := &readFiles{Files: files}
		found := &project.Observations{}
		for _, d := range r.documents.parse(model.NewFile(m.Path, data), m.Named) {
			if d.err == nil {
				found.Add(project.Observe(d.doc, d.number, reading))
			}
		}
		r.read[i] = reading.names
		if !m.survey {
			found = &project.Observations{}
		}
		r.observed[i] = found
		return nil
	})
	for dirs := r.scan.selectedRoots(r.allLinters()); len(dirs) > 0; dirs = r.scan.missed(s.roots, r.allLinters()) {
		s.load(r, files, dirs)
	}
	slices.SortFunc(s.roots, func(a, b *terraformRoot) int { return strings.Compare(a.dir.real, b.dir.real) })
	return s
}

// load evaluates the roots in the directories.
func (s *survey) load(r *treeRun, files hcl.Files, dirs []*directory) {
	roots := make([]*terraformRoot, len(dirs))
	errs := parallel.Each(r.ctx, maxWorkers, dirs, func(d *directory) string { return d.path }, func(i int, d *directory) error {
		root := r.load(files, d)
		t := &terraformRoot{dir: d, modules: []string{d.real}, read: root.Read, short: project.ObserveRoot(project.Terraform(root))}
		for _, module := range root.Dirs {
			t.modules = append(t.modules, realPath(files, module))
		}
		for _, source := range root.Sources {
			t.files = append(t.files, strings.Clone(source.File.Path))
		}
		if s.kept.Add(sourceSize(root)) <= keptSize {
			t.loaded = root
		}
		roots[i] = t
		return nil
	})
	s.errors = append(s.errors, errs...)
	for i, t := range roots {
		if t == nil { // it made a parser panic: nothing in it can be linted, and it is not tried again
			t = &terraformRoot{dir: dirs[i], modules: []string{dirs[i].real}, short: &project.Project{Root: dirs[i].path, Terraform: true}, broken: true}
		}
		s.roots = append(s.roots, t)
	}
}

func (r *treeRun) load(files hcl.Files, d *directory) *hcl.Root {
	return hcl.Load(files, d.path, hcl.Options{VarFiles: r.varFiles, Cache: r.modules, Name: func(name string) string { return r.name(files, name) }})
}

func sourceSize(root *hcl.Root) int64 {
	size := 0
	for _, source := range root.Sources {
		size += len(source.File.Data)
	}
	return int64(size)
}

// observations returns what all files tell about projects.
func (s *survey) observations() *project.Observations {
	all := &project.Observations{}
	for _, o := range s.manifests {
		if o != nil {
			all.Add(o)
		}
	}
	for _, root := range s.roots {
		all.Roots = append(all.Roots, root.short)
	}
	return all
}

// selectedRoots returns the roots with a file that is worth a closer look of the linters, in them or in a module they call.
func (s *scanned) selectedRoots(linters signs) []*directory {
	return slices.DeleteFunc(s.roots(), func(root *directory) bool { return !s.selects(root, linters) })
}

func (s *scanned) selects(root *directory, linters signs) bool {
	modules := map[string]bool{}
	s.reach(root.real, modules)
	for real := range modules {
		if d := s.dirs[real]; d != nil && (d.named || selectedTerraform(d.signs, linters)) {
			return true
		}
	}
	return false
}

// missed returns the roots with a file that is worth a closer look among the directories that belong to none of the
// roots: what seemed to call them was no call, such as one in a comment.
func (s *scanned) missed(roots []*terraformRoot, linters signs) []*directory {
	rest := &scanned{dirs: maps.Clone(s.dirs)}
	for _, root := range roots {
		for _, real := range root.modules {
			delete(rest.dirs, real)
		}
	}
	return rest.selectedRoots(linters)
}
