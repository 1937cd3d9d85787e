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
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/lint/verdict"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/rootmodule"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// job is one piece of linting.
type job struct {
	name  string
	root  *inventory.Root // to lint, or nil
	paths []string        // of its files
	lint  func() (Result, error)
}

// targetOf returns the target of a manifest file: of a template in a copy of Karpenter's own chart the release of that chart, otherwise that of
// its project.
func (r *lintRound) targetOf(file string) versions.Target {
	if dir := helm.ChartOf(file); dir != "" {
		chart := path.Join(dir, helm.ChartFile)
		text, _ := r.Files.ReadFile(chart)
		if copied, err := versions.ParseTarget(helm.ReleaseOf(text), chart); err == nil && copied.IsKnown() {
			return copied
		}
	}
	return r.Projects.Target(file)
}

// jobs returns the roots, manifest files and projects of manifests in which the part may report something.
func (r *lintRound) jobs(p *part) []job {
	var jobs []job
	read := map[string]bool{}
	selected := r.Scan.Selected(p.sign)
	for _, root := range r.Roots {
		for _, file := range root.Sources {
			read[file] = true
		}
		if !root.Broken && r.asksRoot(p, root) && selected[root.Dir.Real] {
			jobs = append(jobs, job{root.Dir.Path, root, root.Sources, func() (Result, error) { return r.lintRoot(p, root) }})
		}
	}
	for _, i := range p.own {
		if in := p.tree.Inputs[i]; in.Terraform && in.Named && !read[in.Path] {
			jobs = append(jobs, job{in.Path, nil, []string{in.Path}, func() (Result, error) { return r.lintUnread(p, in.Path) }})
		}
	}
	for i, m := range r.Scan.Manifests {
		if !m.Named && !m.Signs.Any(p.sign) {
			continue
		}
		if p.requested[m.Path] || slices.ContainsFunc(r.ReadFor(i), p.reports) {
			if p.linted[i] == nil {
				p.linted[i] = &lintedFile{}
			}
			target := r.targetOf(m.Path)
			jobs = append(jobs, job{m.Path, nil, []string{m.Path}, func() (Result, error) { return r.lintManifest(p, i, target) }})
		}
	}
	for _, of := range r.Projects.Manifests() {
		if p.asksResource(of.Resources) {
			jobs = append(jobs, job{of.Root, nil, paths(of.Resources), func() (Result, error) {
				result, err := p.Manifests(of, r.texts())
				return result, inFile(of.Root, err)
			}})
		}
	}
	if r.Patches.HasPatches() {
		jobs = append(jobs, job{"patches", nil, nil, func() (Result, error) { return r.lintPatches(p) }})
	}
	slices.SortStableFunc(jobs, func(a, b job) int { return strings.Compare(a.name, b.name) })
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

// texts returns the files, with the documents that are parsed already.
func (r *lintRound) texts() terraform.Files {
	return place.ParsedFiles{Files: r.Files, Documents: r.Documents}
}

// asksRoot reports whether the part may report something in one of the root's modules, in a file that its expressions read (such as values
// of a chart), or about a manifest that belongs to it.
func (r *lintRound) asksRoot(p *part, root *inventory.Root) bool {
	return slices.ContainsFunc(root.Modules, func(real string) bool { return p.dirs[real] }) ||
		slices.ContainsFunc(root.Read, p.reports) || p.asksResource(r.Projects.Objects(root.Summary.Dir))
}

// asksResource reports whether the part may report something about one of the resources.
func (p *part) asksResource(resources []*survey.Resource) bool {
	return slices.ContainsFunc(resources, func(of *survey.Resource) bool { return of.File != nil && p.requested[of.File.Path] })
}

func (r *lintRound) lintRoot(p *part, root *inventory.Root) (Result, error) {
	loaded := r.Take(root)
	observed := rootmodule.Read(loaded)
	of := project.OfRoot(observed)
	of.Appliers, of.ApplyCRDs = r.AppliersOf, r.ApplyCRDs
	of.Resources = slices.Concat(of.Resources, r.marked(r.Projects.Objects(root.Summary.Dir)), r.Projects.ChartObjects(observed))
	r.Projects.Settle(of)
	if len(loaded.Errors) > 0 && len(r.Projects.Objects(root.Summary.Dir)) == 0 && r.isStranger(loaded) {
		loaded = p.withoutErrors(loaded)
	}
	result, err := p.Root(loaded, of, r.texts())
	return result, inFile(root.Dir.Path, err)
}

// marked returns the objects of manifests, with a mark on those in templates that nothing is known to read.
func (r *lintRound) marked(objects []*survey.Resource) []*survey.Resource {
	marked := slices.Clone(objects)
	for i, object := range marked {
		if _, isTemplate := filetype.Rendered(object.File.Path); isTemplate && r.Unread()[object.File.Path] {
			unread := *object
			unread.Value = model.NewMap(append(slices.Clone(object.Value.Entries), model.NewEntry("unread", model.NewBool(true)))...)
			marked[i] = &unread
		}
	}
	return marked
}

// isStranger reports whether a root is not about Karpenter: neither its files, nor those that do not parse, nor the manifests that it
// reads mention it. The scan selected the root because of a common word.
func (r *lintRound) isStranger(root *terraform.Root) bool {
	for _, e := range root.Errors {
		if inventory.MentionsKarpenter(e.File.Data) {
			return false
		}
	}
	if slices.ContainsFunc(root.Sources, func(s *hcl.Source) bool { return inventory.MentionsKarpenter(s.File.Data) }) {
		return false
	}
	return !slices.ContainsFunc(r.Scan.Manifests, func(m scan.Manifest) bool {
		return m.Signs.Any(scan.Karpenter) && slices.Contains(root.Read, m.Path)
	})
}

// withoutErrors returns a copy of the root without the errors in files that were not named.
func (p *part) withoutErrors(root *terraform.Root) *terraform.Root {
	quiet := *root
	quiet.Errors = slices.DeleteFunc(slices.Clone(root.Errors), func(e *hcl.ParseError) bool {
		return !slices.ContainsFunc(p.tree.Inputs, func(in fileset.Input) bool { return in.Named && in.Path == e.File.Path })
	})
	return &quiet
}

// lintUnread lints a Terraform file that was named but belongs to no root, such as a tfvars file that Terraform reads
// only if a flag names it.
func (r *lintRound) lintUnread(p *part, name string) (Result, error) {
	data, err := r.Files.ReadFile(name)
	if err != nil {
		return Result{}, err
	}
	dir := path.Dir(name)
	root := &terraform.Root{Dir: dir, Dirs: []string{dir}}
	source, broken := hcl.Parse(model.NewFile(name, data))
	if broken != nil {
		root.Errors = append(root.Errors, broken)
	} else {
		root.Sources = append(root.Sources, source)
	}
	result, err := p.Root(root, &project.Project{Root: dir, Terraform: true}, r.Files)
	return result, inFile(name, err)
}

// lintManifest lints the manifest file with the number. The findings of a file that has not changed since are
// returned again.
func (r *lintRound) lintManifest(p *part, i int, target versions.Target) (Result, error) {
	cached := p.linted[i]
	if key := target.String(); !cached.valid || cached.target != key {
		reading := r.Recorder()
		result, err := r.lintFile(p, reading, r.Scan.Manifests[i], target)
		if err != nil {
			return result, err
		}
		*cached = lintedFile{valid: true, target: key, result: result, read: reading.Names}
	}
	return cached.result, nil
}

func (r *lintRound) lintFile(p *part, files terraform.Files, m scan.Manifest, target versions.Target) (Result, error) {
	data, err := files.ReadFile(m.Path)
	if err != nil {
		return Result{}, err
	}
	run := p.newChecker(target)
	run.judge = verdict.Judge{Cluster: p.clusterOf(r.Projects.Installations(m.Path), target), Patches: r.patches, Builds: r.builtBy[p]}
	run.context, run.selected, run.appliers = r.Projects.Context(m.Path), !m.Named, r.AppliersOf
	f := model.NewFile(m.Path, data)
	result, err := run.manifest(f, r.Documents.Parse(f, m.Named), files)
	return result, inFile(m.Path, err)
}

// lintedFile holds the result for a manifest file.
type lintedFile struct {
	valid  bool
	target string
	result Result
	read   []string // the file and the files that it names
}

// judged returns the linted projects that install Karpenter, and the Terraform roots with a finding.
func (r *lintRound) judged(p *part, jobs []job, results []Result) []Project {
	var projects []Project
	for i, j := range jobs {
		if j.root != nil && (installs(j.root.Summary.Resources) || slices.ContainsFunc(results[i].Findings, func(f Finding) bool { return p.reports(f.File) })) {
			target := p.TargetOf(r.Projects.RootTarget(j.root.Summary))
			projects = append(projects, Project{Root: j.root.Summary.Dir, Target: target})
		}
	}
	for _, of := range r.Projects.Manifests() {
		if p.asksResource(of.Resources) {
			projects = append(projects, Project{Root: of.Root, Target: p.TargetOf(of.Target)})
		}
	}
	slices.SortStableFunc(projects, func(a, b Project) int { return strings.Compare(a.Root, b.Root) })
	return projects
}

// installs reports whether the project has an installation of one of Karpenter's charts.
func installs(resources []*survey.Resource) bool {
	return slices.ContainsFunc(resources, func(r *survey.Resource) bool {
		return r.Kind == survey.Installation && strings.Contains(r.Value.Str("chart"), "karpenter")
	})
}

// weigh compares the findings of several roots about a shared module. An error in one root makes the joined finding an
// error. A safe fix becomes unsafe if not all roots have the finding, because it would also change correct resources.
func weigh(roots []*inventory.Root, jobs []job, results []Result) {
	users := map[string]int{} // roots by file
	for _, root := range roots {
		for _, file := range root.Sources {
			users[file]++
		}
	}
	counts, highest := map[point]int{}, map[point]rule.Severity{}
	eachShared := func(visit func(*Finding)) {
		for i := range results {
			for k := range results[i].Findings {
				if f := &results[i].Findings[k]; jobs[i].root != nil && users[f.File] != 1 {
					visit(f)
				}
			}
		}
	}
	eachShared(func(f *Finding) {
		for _, key := range pointsOf(f) {
			counts[key]++
			highest[key] = max(highest[key], f.Severity)
		}
	})
	eachShared(func(f *Finding) {
		times := 0
		for _, key := range pointsOf(f) {
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
