package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/lint/verdict"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// job is one piece of linting: a root, a manifest file, a project of manifests, or the patches of kustomizations.
type job struct {
	kind     string
	name     string
	by       *runLinter
	root     *inventory.Root  // to lint, or nil
	project  *project.Project // of manifests, or nil
	manifest int              // the number of the file in the scan
	paths    []string         // of its files
	lint     func() (Result, error)
}

// The kinds of jobs.
const (
	rootJob     = "root"
	unreadJob   = "unread" // a file of Terraform that belongs to no root
	manifestJob = "manifest"
	projectJob  = "project"
	patchesJob  = "patches"
)

// targetOf returns the target of a manifest file: of a template in a copy of Karpenter's own chart the release of that chart, otherwise that of
// its project.
func (r *Run) targetOf(file string) versions.Target {
	if dir := helm.ChartOf(file); dir != "" {
		chart := path.Join(dir, helm.ChartFile)
		text, _ := r.now.Files.ReadFile(chart)
		if copied, err := versions.ParseTarget(helm.ReleaseOf(text), chart); err == nil && copied.IsKnown() {
			return copied
		}
	}
	return r.now.Projects.Target(file)
}

// jobs returns the roots, manifest files and projects of manifests in which the linters may report something.
func (r *Run) jobs() []job {
	var jobs []job
	read := map[string]bool{} // files of roots
	for _, root := range r.now.Roots {
		for _, file := range root.Sources {
			read[file] = true
		}
	}
	for _, by := range r.linters {
		jobs = append(jobs, r.jobsOf(by, read)...)
	}
	slices.SortStableFunc(jobs, func(a, b job) int { return strings.Compare(a.name, b.name) })
	return jobs
}

func (r *Run) jobsOf(by *runLinter, read map[string]bool) (jobs []job) {
	selected := r.inventory.Scan.Selected(by.sign)
	for _, root := range r.now.Roots {
		if !root.Broken && r.asksRoot(by, root) && selected[root.Dir.Real] {
			jobs = append(jobs, job{kind: rootJob, name: root.Dir.Path, by: by, root: root, paths: root.Sources,
				lint: func() (Result, error) { return r.lintRoot(by, root) }})
		}
	}
	for _, in := range r.tree.Inputs {
		if in.Terraform && in.Named && r.requested[in.Path] == by && !read[in.Path] {
			jobs = append(jobs, job{kind: unreadJob, name: in.Path, by: by, paths: []string{in.Path},
				lint: func() (Result, error) { return r.lintUnread(by, in.Path) }})
		}
	}
	reading := map[string]bool{} // manifests that read a file in which the linter reports, such as the values of a chart
	for i, m := range r.inventory.Scan.Manifests {
		reading[m.Path] = r.reportsAny(by, r.now.ReadFor(i))
		if (m.Named || m.Signs.Any(by.sign)) && (r.linterOf(m.Path) == by || reading[m.Path]) {
			if r.linted[lintedBy{by, i}] == nil {
				r.linted[lintedBy{by, i}] = &lintedFile{}
			}
			target := r.targetOf(m.Path)
			jobs = append(jobs, job{kind: manifestJob, name: m.Path, by: by, manifest: i, paths: []string{m.Path},
				lint: func() (Result, error) { return r.lintManifest(by, i, target) }})
		}
	}
	isRead := func(of *survey.Resource) bool { return of.File != nil && reading[of.File.Path] }
	for _, of := range r.now.Projects.Manifests() {
		if r.asksResource(by, of.Resources) || slices.ContainsFunc(of.Resources, isRead) {
			jobs = append(jobs, job{kind: projectJob, name: of.Root, by: by, project: of, paths: paths(of.Resources), lint: func() (Result, error) {
				result, err := by.Manifests(r.withBefore(by, job{kind: projectJob, name: of.Root, project: of, paths: paths(of.Resources)}, of), r.now.Files)
				return result, inFile(of.Root, err)
			}})
		}
	}
	if r.now.Patches.HasPatches() {
		jobs = append(jobs, job{kind: patchesJob, name: "patches", by: by, lint: func() (Result, error) { return r.lintPatches(by) }})
	}
	return jobs
}

// paths returns the paths of the files of resources.
func paths(resources []*survey.Resource) []string {
	var files []string
	for _, r := range resources {
		if r.File != nil {
			files = append(files, r.File.Path)
		}
	}
	return files
}

// asksRoot reports whether the linter may report something in one of the root's modules, in a file that its expressions read (such as values
// of a chart), or about a manifest that belongs to it.
func (r *Run) asksRoot(by *runLinter, root *inventory.Root) bool {
	return slices.ContainsFunc(root.Modules, func(real string) bool { return by.dirs[real] }) ||
		r.reportsAny(by, root.Read) || r.asksResource(by, r.now.Projects.Objects(root.Summary.Dir))
}

// reportsAny reports whether the linter reports findings in one of the files.
func (r *Run) reportsAny(by *runLinter, files []string) bool {
	return slices.ContainsFunc(files, func(file string) bool { return r.linterOf(file) == by })
}

// asksResource reports whether the linter may report something about one of the resources.
func (r *Run) asksResource(by *runLinter, resources []*survey.Resource) bool {
	return slices.ContainsFunc(resources, func(of *survey.Resource) bool { return of.File != nil && r.requested[of.File.Path] == by })
}

func (r *Run) lintRoot(by *runLinter, root *inventory.Root) (Result, error) {
	read := r.now.Read(root)
	loaded, of := read.Loaded, r.projectOf(read.Observed)
	if len(loaded.Errors) > 0 && len(r.now.Projects.Objects(root.Summary.Dir)) == 0 && r.isStranger(loaded) {
		loaded = r.withoutErrors(loaded)
	}
	if r.isOnly() {
		r.inventory.Forget(root)
	}
	result, err := by.Root(loaded, r.withBefore(by, job{kind: rootJob, name: root.Dir.Path, root: root, paths: root.Sources}, of), r.now.Files)
	return result, inFile(root.Dir.Path, err)
}

// isOnly reports whether nobody asks for a root again once it is linted.
func (r *Run) isOnly() bool { return !r.fixing && r.former == nil && len(r.linters) == 1 }

// projectOf returns the project of a root, with the manifests and charts that belong to it.
func (r *Run) projectOf(root *survey.Root) *project.Project {
	of := project.OfRoot(root)
	of.Appliers, of.ApplyCRDs = r.now.AppliersOf, r.now.ApplyCRDs
	ofCharts, _ := r.now.Projects.ChartObjects(root)
	of.Resources = slices.Concat(of.Resources, r.marked(r.now.Projects.Objects(root.Dir)), ofCharts)
	r.now.Projects.Settle(of)
	return of
}

// marked returns the objects of manifests, with a mark on those in templates that nothing is known to read.
func (r *Run) marked(objects []*survey.Resource) []*survey.Resource {
	marked := slices.Clone(objects)
	for i, object := range marked {
		if _, isTemplate := filetype.Rendered(object.File.Path); isTemplate && r.now.Unread()[object.File.Path] {
			unread := *object
			unread.Value = model.NewMap(append(slices.Clone(object.Value.Entries), model.NewEntry("unread", model.NewBool(true)))...)
			marked[i] = &unread
		}
	}
	return marked
}

// isStranger reports whether a root is not about Karpenter: neither its files, nor those that do not parse, nor the manifests that it
// reads mention it. The scan selected the root because of a common word.
func (r *Run) isStranger(root *terraform.Root) bool {
	for _, e := range root.Errors {
		if inventory.MentionsKarpenter(e.File.Data) {
			return false
		}
	}
	if slices.ContainsFunc(root.Sources, func(s *hcl.Source) bool { return inventory.MentionsKarpenter(s.File.Data) }) {
		return false
	}
	return !slices.ContainsFunc(r.inventory.Scan.Manifests, func(m scan.Manifest) bool {
		return m.Signs.Any(scan.Karpenter) && slices.Contains(root.Read, m.Path)
	})
}

// withoutErrors returns a copy of the root without the errors in files that were not named.
func (r *Run) withoutErrors(root *terraform.Root) *terraform.Root {
	quiet := *root
	quiet.Errors = slices.DeleteFunc(slices.Clone(root.Errors), func(e *hcl.ParseError) bool {
		return !slices.ContainsFunc(r.tree.Inputs, func(in fileset.Input) bool { return in.Named && in.Path == e.File.Path })
	})
	return &quiet
}

// lintUnread lints a Terraform file that was named but belongs to no root, such as a tfvars file that Terraform reads
// only if a flag names it.
func (r *Run) lintUnread(by *runLinter, name string) (Result, error) {
	f, err := model.Open(r.now.Files, name)
	if err != nil {
		return Result{}, err
	}
	dir := path.Dir(name)
	root := &terraform.Root{Dir: dir, Dirs: []string{dir}}
	source, broken := hcl.Parse(f)
	if broken != nil {
		root.Errors = append(root.Errors, broken)
	} else {
		root.Sources = append(root.Sources, source)
	}
	result, err := by.Root(root, &project.Project{Root: dir, Terraform: true}, r.now.Files)
	return result, inFile(name, err)
}

// lintManifest lints the manifest file with the number. The findings of a file that has not changed since are
// returned again.
func (r *Run) lintManifest(by *runLinter, i int, target versions.Target) (Result, error) {
	cached := r.linted[lintedBy{by, i}]
	if key := target.String(); !cached.valid || cached.target != key {
		reading := r.now.Recorder()
		result, err := r.lintFile(by, reading, r.inventory.Scan.Manifests[i], target)
		if err != nil {
			return result, err
		}
		*cached = lintedFile{valid: true, target: key, result: result, read: reading.Names}
	}
	return cached.result, nil
}

func (r *Run) lintFile(by *runLinter, files terraform.Files, m scan.Manifest, target versions.Target) (Result, error) {
	f, err := model.Open(files, m.Path)
	if err != nil {
		return Result{}, err
	}
	check := by.newChecker(target)
	check.judge = verdict.Judge{Cluster: by.clusterOf(r.now.Projects.Installations(m.Path), target), Patches: r.patches, Builds: by.builds}
	check.context, check.selected, check.appliers = r.now.Projects.Context(m.Path), !m.Named, r.now.AppliersOf
	result, err := check.manifest(f, r.inventory.Documents(f, m.Named), files)
	return result, inFile(m.Path, err)
}

// lintedBy identifies a manifest file, by its number, and a linter.
type lintedBy struct {
	by       *runLinter
	manifest int
}

// lintedFile holds the result for a manifest file.
type lintedFile struct {
	valid  bool
	target string
	result Result
	read   []string // the file and the files that it names
}

// projects returns the linted projects that install Karpenter, the Terraform roots with a finding, and the projects of manifests with one.
func (r *Run) projects(jobs []job, results []Result) []Project {
	var projects []Project
	for _, by := range r.linters {
		listed := map[string]bool{}
		for i, j := range jobs {
			if j.by != by {
				continue
			}
			if root := r.rootOfManifest(j); root != "" && !listed[root] && r.hasFinding(by, results[i]) {
				listed[root] = true
				projects = append(projects, Project{Root: root, Target: by.TargetOf(r.now.Projects.Target(j.name))})
			}
			if j.root != nil && (installs(j.root.Summary.Resources) || r.hasFinding(by, results[i])) {
				target := by.TargetOf(r.now.Projects.RootTarget(j.root.Summary))
				projects = append(projects, Project{Root: j.root.Summary.Dir, Target: target})
			}
		}
		for _, of := range r.now.Projects.Manifests() {
			if r.asksResource(by, of.Resources) {
				projects = append(projects, Project{Root: of.Root, Target: by.TargetOf(of.Target)})
			}
		}
	}
	slices.SortStableFunc(projects, func(a, b Project) int { return strings.Compare(a.Root, b.Root) })
	return projects
}

// rootOfManifest returns the directory of the project by whose target a manifest file is linted, "" for another job or if there is none.
func (r *Run) rootOfManifest(j job) string {
	if j.kind != manifestJob && j.kind != unreadJob {
		return ""
	}
	return r.now.Projects.RootOf(j.name)
}

// hasFinding reports whether a result has a finding in a file that the linter judges.
func (r *Run) hasFinding(by *runLinter, of Result) bool {
	return slices.ContainsFunc(of.Findings, func(f Finding) bool { return r.linterOf(f.File) == by })
}

// installs reports whether the project has an installation of one of Karpenter's charts.
func installs(resources []*survey.Resource) bool {
	return slices.ContainsFunc(resources, func(r *survey.Resource) bool {
		return r.Kind == survey.Installation && strings.Contains(r.Value.Str("chart"), "karpenter")
	})
}

// weigh compares a linter's findings of several roots about a shared module. An error in one root makes the joined finding an
// error. A safe fix becomes unsafe if not all roots have the finding, because it would also change correct resources.
func weigh(roots []*inventory.Root, jobs []job, results []Result) {
	users := map[string]int{} // roots by file
	for _, root := range roots {
		for _, file := range root.Sources {
			users[file]++
		}
	}
	type pointBy struct {
		point
		by *runLinter
	}
	counts, highest := map[pointBy]int{}, map[pointBy]rule.Severity{}
	eachShared := func(visit func(*Finding, *runLinter)) {
		for i := range results {
			for k := range results[i].Findings {
				if f := &results[i].Findings[k]; jobs[i].root != nil && users[f.File] != 1 {
					visit(f, jobs[i].by)
				}
			}
		}
	}
	eachShared(func(f *Finding, by *runLinter) {
		for _, p := range pointsOf(f) {
			key := pointBy{p, by}
			counts[key]++
			highest[key] = max(highest[key], f.Severity)
		}
	})
	eachShared(func(f *Finding, by *runLinter) {
		times := 0
		for _, p := range pointsOf(f) {
			key := pointBy{p, by}
			f.Severity = max(f.Severity, highest[key])
			times = max(times, counts[key])
		}
		if f.Fix == nil || f.Fix.Shared {
			return
		}
		if slices.ContainsFunc(f.Fix.Edits, func(e fixes.FileEdit) bool { return users[e.File] > times }) {
			fix := *f.Fix
			fix.Safety, fix.Shared = rule.Unsafe, true
			f.Fix = &fix
		}
	})
}
