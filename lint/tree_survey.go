package lint

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/lint/verdict"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/manifests"
	"github.com/karplint/karplint/survey/rootmodule"
	"github.com/karplint/karplint/terraform"
)

// keptSize bounds the bytes of Terraform sources that stay in memory from the survey until they are linted.
// Further roots are read and evaluated twice.
const keptSize = 96 << 10

// sharedSize bounds the bytes of Terraform sources of called modules that stay in memory during a run, so that roots that call the
// same module need not parse it again.
const sharedSize = 512 << 10

// lintRound is one round of linting, of the files with their current texts.
type lintRound struct {
	*treeRun
	files     fileset.Files
	roots     []*terraformRoot // in the order of their directories
	errors    []error
	keptBytes atomic.Int64 // bytes of the sources of roots that are kept
	projects  *project.Map
	patches   *verdict.Patches                 // of the kustomizations among the inputs
	builtBy   map[*part]func() *verdict.Builds // the problems of patched objects, computed when first needed
}

// terraformRoot is a root module that is evaluated.
type terraformRoot struct {
	dir     *scan.Directory
	modules []string            // the directories of its modules, links resolved
	files   []string            // the files of its modules, under the paths by which they were read
	read    []string            // files that functions read
	short   *survey.Root        // its summary: the target and the installations
	applied map[string][]string // from appliedFiles
	loaded  *terraform.Root     // nil if it is not kept in memory

	evaluated []Evaluated  // nil unless they are kept
	whole     *survey.Root // nil unless it is kept
	unparsed  []Unparsed
	broken    bool // it cannot be loaded
}

// survey reads every manifest that may describe a project, and evaluates every selected root.
func (r *treeRun) survey(files fileset.Files) *lintRound {
	now := &lintRound{treeRun: r, files: files}
	now.errors = parallel.Each(r.ctx, maxWorkers, r.scan.Manifests, func(m scan.Manifest) string { return m.Path }, now.observe)
	signs := r.dictionary.Linters | r.rootSigns
	for dirs := r.scan.SelectedRoots(signs); len(dirs) > 0; dirs = r.scan.Missed(now.rootModules(), signs) {
		now.evaluate(dirs)
	}
	slices.SortFunc(now.roots, func(a, b *terraformRoot) int { return strings.Compare(a.dir.Real, b.dir.Real) })
	return now
}

// rootModules returns the directories of the modules of all roots, without links.
func (r *lintRound) rootModules() []string {
	var all []string
	for _, root := range r.roots {
		all = append(all, root.modules...)
	}
	return all
}

// kustomizations returns the patches that kustomizations among the inputs, and objects of Flux and Argo CD, apply to objects of other files.
func (r *lintRound) kustomizations() *kustomize.Tree {
	var names []string
	for _, in := range r.inputs {
		names = append(names, in.Path)
	}
	return kustomize.NewTree(names, r.scan.Patchers, r.files.ReadFile)
}

// observedFile holds the observations in a manifest file.
type observedFile struct {
	valid        bool
	observations survey.Observations
	read         []string // the files to which it refers, such as values files of a chart
	lists        bool     // it depends on which files there are
	unparsed     []Unparsed
}

// observe records the observations in a manifest, unless they are known already.
func (r *lintRound) observe(i int, m scan.Manifest) error {
	if r.observed[i].valid || !m.Survey && !m.NamesFiles() {
		return nil
	}
	known, ok := r.memory.observed(r, m)
	if !ok {
		data, err := r.files.ReadFile(m.Path)
		if err != nil {
			if m.Signs.Any(r.dictionary.Linters) && r.requests(m.Path) {
				return nil // linting it reports that
			}
			return err
		}
		known = r.readObservations(model.NewFile(m.Path, data), m.Named)
		r.memory.keep(r, m, known)
	}
	if !m.Survey {
		known.observations = survey.Observations{}
	}
	r.observed[i] = known
	return nil
}

// readObservations returns the observations in a manifest.
func (r *lintRound) readObservations(f *model.File, named bool) observedFile {
	r.allowance.Take(int64(len(f.Data)) / bytesPerStep)
	parse := r.documents.Parse
	if r.memory != nil {
		parse = r.memory.parse
	}
	reading := &fileset.Recorder{Files: r.files}
	o := observedFile{valid: true}
	for _, d := range parse(f, named) {
		switch {
		case d.Err == nil:
			o.observations.Add(manifests.Observe(d.Doc, d.Number, reading))
		case !d.Err.Limit && !isStranger(f, d.Err):
			o.unparsed = append(o.unparsed, Unparsed{f.Path, f.Position(d.Err.Span.Start).Line, d.Err.Message})
		}
	}
	o.read, o.lists = reading.Names, reading.Lists
	return o
}

// evaluate adds the roots in the directories.
func (r *lintRound) evaluate(dirs []*scan.Directory) {
	roots := make([]*terraformRoot, len(dirs))
	errs := parallel.Each(r.ctx, maxWorkers, dirs, func(d *scan.Directory) string { return d.Path }, func(i int, d *scan.Directory) error {
		root := r.load(d)
		r.allowance.Take(rootSteps + sourceSize(root)/bytesPerStep)
		observed := rootmodule.Read(root)
		t := &terraformRoot{dir: d, modules: []string{d.Real}, read: root.Read, short: observed.Summary(), applied: appliedFiles(observed.Resources), unparsed: unparsedIn(root)}
		if r.keepsObjects {
			t.evaluated = evaluatedObjects(observed.Resources)
		}
		if r.keepsRoots {
			t.whole = observed
		}
		for _, module := range root.Dirs {
			t.modules = append(t.modules, r.files.Real(module))
		}
		for _, source := range root.Sources {
			t.files = append(t.files, strings.Clone(source.File.Path))
		}
		if r.keptBytes.Add(sourceSize(root)) <= keptSize {
			t.loaded = root
		}
		roots[i] = t
		return nil
	})
	r.errors = append(r.errors, errs...)
	for i, t := range roots {
		if t == nil { // a parser panicked: nothing in the root can be linted, and it is not loaded again
			t = &terraformRoot{dir: dirs[i], modules: []string{dirs[i].Real}, short: &survey.Root{Dir: dirs[i].Path}, broken: true}
		}
		r.roots = append(r.roots, t)
	}
}

func (r *lintRound) load(d *scan.Directory) *terraform.Root {
	return terraform.Load(r.files, d.Path, terraform.Options{VarFiles: r.varFiles, Cache: r.modules, Name: r.name})
}

func sourceSize(root *terraform.Root) int64 {
	size := 0
	for _, source := range root.Sources {
		size += len(source.File.Data)
	}
	return int64(size)
}

// observations returns the observations in all files.
func (r *lintRound) observations() *survey.Observations {
	all := &survey.Observations{}
	for i := range r.observed {
		all.Add(&r.observed[i].observations)
	}
	for _, root := range r.roots {
		all.Roots = append(all.Roots, root.short)
	}
	return all
}

// appliersOf returns the tools that apply the objects of a file, according to Terraform and to objects of Argo CD and Flux.
func (r *lintRound) appliersOf(file string) []string {
	tools := r.projects.Appliers(file)
	for _, root := range r.roots {
		tools = append(tools, root.applied[file]...)
	}
	slices.Sort(tools)
	return slices.Compact(tools)
}
