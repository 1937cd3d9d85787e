package inventory

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/base/shortcut"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/manifests"
	"github.com/karplint/karplint/survey/rootmodule"
	"github.com/karplint/karplint/terraform"
)

// Bounds on the roots that are kept from the survey until they are linted. Further roots are evaluated twice.
const (
	keptSize  = 256 << 10 // bytes of Terraform in their directories
	keptNodes = 28_000    // nodes of their graphs, with those of the modules that they share; each takes about 1.4 KB
)

// Round is the observations in the files with the texts that they have at one time, arranged.
type Round struct {
	Files    fileset.Files
	Roots    []*Root // in the order of their directories
	Errors   []error // of files that cannot be read, and bugs
	Patches  *kustomize.Tree
	Projects *project.Map
	Unread   func() map[string]bool // templates that nothing is known to read

	ApplyCRDs func() bool // see the function of that name

	run      *Run
	observed []observedFile // by the number of the manifest
	found    fileset.Found

	bytes, nodes atomic.Int64 // of the roots that are kept
}

// Root is a root module that is evaluated.
type Root struct {
	Dir     *scan.Directory
	Modules []string     // the directories of its modules, links resolved
	Sources []string     // the files of its modules, under the paths by which they were read
	Read    []string     // files that functions read
	Files   []string     // all files that were read, or looked for
	Summary *survey.Root // the target and the installations
	Broken  bool         // it cannot be loaded

	kept     *ReadRoot           // nil if it is read again when it is linted
	applied  map[string][]string // from appliedFiles
	unparsed []Unparsed
}

// Arrange surveys the files with their current texts and arranges the observations.
func (r *Run) Arrange(files fileset.Files) *Round {
	now := r.survey(files)
	observations := now.observations()
	var names []string
	for _, in := range r.Inputs {
		names = append(names, in.Path)
	}
	now.Patches = kustomize.NewTree(names, r.Scan.Patchers, now.Files)
	observations.Patches, observations.Kustomizations = now.Patches, kustomize.NewDirectories(names, now.Files)
	now.Projects = project.Arrange(observations)
	now.Unread = sync.OnceValue(func() map[string]bool { return Unread(r.Inputs, files) })
	now.ApplyCRDs = sync.OnceValue(func() bool { return ApplyCRDs(r.Inputs, files) })
	for _, of := range now.Projects.Manifests() {
		of.ApplyCRDs = now.ApplyCRDs
	}
	return now
}

// survey reads every manifest that may describe a project, and evaluates every selected root.
func (r *Run) survey(files fileset.Files) *Round {
	now := &Round{run: r, Files: r.Opened.In(files), observed: make([]observedFile, len(r.Scan.Manifests))}
	now.Errors = parallel.Each(r.ctx, MaxWorkers, r.Scan.Manifests, func(m scan.Manifest) string { return m.Path }, now.observe)
	signs := r.dictionary.Linters | r.RootSigns
	dirs := r.Scan.SelectedRoots(signs)
	for len(dirs) > 0 {
		now.evaluate(dirs)
		dirs = r.Scan.Missed(now.rootModules(), signs)
	}
	slices.SortFunc(now.Roots, func(a, b *Root) int { return strings.Compare(a.Dir.Real, b.Dir.Real) })
	return now
}

// rootModules returns the directories of the modules of all roots, without links.
func (r *Round) rootModules() []string {
	var dirs []string
	for _, root := range r.Roots {
		dirs = append(dirs, root.Modules...)
	}
	return dirs
}

// observedFile holds the observations in a manifest file.
type observedFile struct {
	observations survey.Observations
	read         []string // the files to which it refers, such as values files of a chart
	lists        bool     // it depends on which files there are
	unparsed     []Unparsed
}

// ReadFor returns the files to which the manifest with the number refers, such as the values files of a chart.
func (r *Round) ReadFor(manifest int) []string { return r.observed[manifest].read }

// Recorder returns a recorder for the files of the round.
func (r *Round) Recorder() *fileset.Recorder {
	return &fileset.Recorder{Files: r.Files, Found: &r.found}
}

// observe records the observations in a manifest, unless they are known already.
func (r *Round) observe(i int, m scan.Manifest) error {
	if !m.Survey && !m.NamesFiles() {
		return nil
	}
	known, ok := r.run.Memory.observed(r, m)
	if !ok {
		f, err := r.open(m)
		if err != nil {
			if m.Signs.Any(r.run.dictionary.Linters) && r.run.Requests(m.Path) {
				return nil // linting it reports that
			}
			return err
		}
		known = r.readObservations(f, m.Named)
		r.run.Memory.keep(r, m, known)
	}
	if !m.Survey {
		known.observations = survey.Observations{}
	}
	r.observed[i] = known
	return nil
}

// open returns the file of a manifest. It is held only if it is linted later, because a survey may read many times as many.
func (r *Round) open(m scan.Manifest) (*model.File, error) {
	if m.Named || m.Signs.Any(r.run.dictionary.Linters) {
		return model.Open(r.Files, m.Path)
	}
	data, err := r.Files.ReadFile(m.Path)
	return model.NewFile(m.Path, data), err
}

// readObservations returns the observations in a manifest.
func (r *Round) readObservations(f *model.File, named bool) observedFile {
	reading := r.Recorder()
	o := observedFile{}
	for _, d := range documents(f, named, r.run.Memory.selects) {
		switch {
		case d.Err == nil:
			o.observations.Add(manifests.Observe(d.Doc, d.Number, reading))
		case !d.Err.Limit && !IsStranger(f, d.Err):
			o.unparsed = append(o.unparsed, Unparsed{f.Path, f.Position(d.Err.Span.Start).Line, d.Err.Message, d.Err.Help, false})
		}
	}
	o.read, o.lists = reading.Names, reading.Lists
	return o
}

// IsStranger reports whether a text that does not parse is not about Karpenter, or belongs to another program: JSON with comments,
// as editors and development containers use it.
func IsStranger(f *model.File, broken *yaml.ParseError) bool {
	if !MentionsKarpenter(yaml.Words(f.Data)) {
		return true
	}
	return broken.JSONWithComments && !bytes.Contains(f.Data, []byte(`"apiVersion"`))
}

// MentionsKarpenter reports whether a text contains the name, perhaps with a capital.
func MentionsKarpenter(text []byte) bool { return bytes.Contains(text, []byte("arpenter")) }

// evaluate adds the roots in the directories.
func (r *Round) evaluate(dirs []*scan.Directory) {
	roots := make([]*Root, len(dirs))
	errs := parallel.Each(r.run.ctx, MaxWorkers, dirs, func(d *scan.Directory) string { return d.Path }, func(i int, d *scan.Directory) error {
		if known := r.run.Memory.root(r, d); known != nil {
			roots[i] = known
			return nil
		}
		reading := &fileset.Recorder{Files: r.Files}
		root := r.load(reading, d)
		observed := rootmodule.Read(root)
		t := &Root{Dir: d, Modules: []string{d.Real}, Read: root.Read, Summary: observed.Summary(),
			applied: appliedFiles(observed.Resources), unparsed: unparsedIn(root)}
		if r.run.keepsRoots || r.hasRoom(root) {
			t.kept = readRoot(root, observed)
		}
		for _, module := range root.Dirs {
			t.Modules = append(t.Modules, r.Files.Real(module))
		}
		for _, source := range root.Sources {
			t.Sources = append(t.Sources, strings.Clone(source.File.Path))
		}
		t.Files = reading.Names
		r.run.Memory.keepRoot(r, t, reading)
		roots[i] = t
		return nil
	})
	r.Errors = append(r.Errors, errs...)
	for i, t := range roots {
		if t == nil { // a parser panicked: nothing in the root can be linted, and it is not loaded again
			t = &Root{Dir: dirs[i], Modules: []string{dirs[i].Real}, Summary: &survey.Root{Dir: dirs[i].Path}, Broken: true}
		}
		r.Roots = append(r.Roots, t)
	}
}

func (r *Round) load(files terraform.Files, d *scan.Directory) *terraform.Root {
	return terraform.Load(files, d.Path, terraform.Options{
		VarFiles: r.run.VarFiles, Name: r.run.name,
	})
}

// hasRoom reports whether a root may be kept, and takes the room.
func (r *Round) hasRoom(root *terraform.Root) bool {
	bytes, nodes := r.bytes.Add(sizeOf(root)), r.nodes.Add(int64(len(root.Edges)))
	return bytes <= keptSize && nodes <= keptNodes && !shortcut.Off(shortcut.KeptRoots)
}

// sizeOf returns the bytes of the files in the directory of a root. Other modules may be shared with other roots.
func sizeOf(root *terraform.Root) (size int64) {
	for _, source := range root.Sources {
		if path.Dir(source.File.Path) == root.Dir {
			size += int64(len(source.File.Data))
		}
	}
	return size
}

// ReadRoot is an evaluated root that was read.
type ReadRoot struct {
	Observed *survey.Root
	Loaded   *terraform.Root // without its resources and edges, which take most of the memory
}

func readRoot(root *terraform.Root, observed *survey.Root) *ReadRoot {
	slim := *root
	slim.Resources, slim.Providers, slim.Edges = nil, nil, nil
	return &ReadRoot{observed, &slim}
}

// Read returns what is in a root, which it evaluates again unless that is kept.
func (r *Round) Read(root *Root) *ReadRoot {
	if root.kept != nil {
		return root.kept
	}
	loaded := r.load(r.Files, root.Dir)
	return readRoot(loaded, rootmodule.Read(loaded))
}

// observations returns the observations in all files.
func (r *Round) observations() *survey.Observations {
	observations := &survey.Observations{}
	for i := range r.observed {
		observations.Add(&r.observed[i].observations)
	}
	for _, root := range r.Roots {
		observations.Roots = append(observations.Roots, root.Summary)
	}
	return observations
}

// AppliersOf returns the tools that apply the objects of a file, according to Terraform and to objects of Argo CD and Flux.
func (r *Round) AppliersOf(file string) []string {
	tools := r.Projects.Appliers(file)
	for _, root := range r.Roots {
		tools = append(tools, root.applied[file]...)
	}
	slices.Sort(tools)
	return slices.Compact(tools)
}

// appliedFiles returns, for each other file, the tools with which a root applies its objects.
func appliedFiles(resources []*survey.Resource) map[string][]string {
	tools := map[string][]string{}
	for _, r := range resources {
		if r.Object == nil || r.Object.Document == nil {
			continue
		}
		file := r.Object.Document.File.Path
		if applier := r.Applier(); applier != "" && !filetype.IsTerraform(file) {
			tools[strings.Clone(file)] = append(tools[file], applier)
		}
	}
	return tools
}
