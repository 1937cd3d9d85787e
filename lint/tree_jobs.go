package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
)

// job is one piece of linting.
type job struct {
	name   string
	root   *terraformRoot // that it lints, or nil
	target project.Target // that was found
	do     func() (Result, error)
}

// jobs returns what there is to lint: the roots, manifest files and projects of manifests in which something may be reported.
func (r *treeRun) jobs(files hcl.Files, s *survey, set *project.Map) []job {
	var jobs []job
	read := map[string]bool{}
	for _, root := range s.roots {
		for _, file := range root.files {
			read[file] = true
		}
		if objects := set.Objects(root.short.Root); !root.broken && (r.asksModule(root) || r.asksFile(root) || r.asksResource(objects)) {
			jobs = append(jobs, job{root.dir.path, root, root.short.Target, func() (Result, error) { return r.lintRoot(files, root, objects, set.Around(root.short.Root)) }})
		}
	}
	for _, in := range r.Tree.Inputs {
		if in.Terraform && in.Named && !in.Context && !read[in.Path] {
			jobs = append(jobs, job{in.Path, nil, project.Target{}, func() (Result, error) { return r.lintUnread(files, in.Path) }})
		}
	}
	for i, m := range r.scan.manifests {
		if m.closer && r.asked[m.path] || slices.ContainsFunc(r.read[i], r.reports) {
			target := set.Target(m.path)
			jobs = append(jobs, job{m.path, nil, target, func() (Result, error) { return r.lintManifest(files, i, target) }})
		}
	}
	for _, p := range set.Manifests() {
		if r.asksResource(p.Resources) {
			jobs = append(jobs, job{p.Root, nil, p.Target, func() (Result, error) {
				result, err := r.Manifests(p, files)
				return result, inFile(p.Root, err)
			}})
		}
	}
	return jobs
}

// asksModule says whether something may be reported in one of the root's modules.
func (r *treeRun) asksModule(root *terraformRoot) bool {
	return slices.ContainsFunc(root.modules, func(real string) bool { return r.dirs[real] })
}

// asksFile says whether something may be reported in a file that the root's expressions read, such as the values of a
// chart.
func (r *treeRun) asksFile(root *terraformRoot) bool {
	return slices.ContainsFunc(root.read, r.reports)
}

// asksResource says whether something may be reported about one of the resources.
func (r *treeRun) asksResource(resources []*project.Resource) bool {
	return slices.ContainsFunc(resources, func(p *project.Resource) bool { return p.File != nil && r.asked[p.File.Path] })
}

func (r *treeRun) lintRoot(files hcl.Files, root *terraformRoot, objects, around []*project.Resource) (Result, error) {
	loaded := root.loaded
	root.loaded = nil // it is done with when this returns
	if loaded == nil {
		loaded = r.load(files, root.dir)
	}
	p := project.Terraform(loaded)
	p.Resources, p.Around = append(p.Resources, objects...), around
	result, err := r.Root(loaded, p, files)
	return result, inFile(root.dir.path, err)
}

// lintUnread lints a Terraform file that was named but belongs to no root, such as a tfvars file that is read only if
// it is given.
func (r *treeRun) lintUnread(files hcl.Files, name string) (Result, error) {
	data, err := files.ReadFile(name)
	if err != nil {
		return Result{}, err
	}
	dir := path.Dir(name)
	alone := &hcl.Root{Dir: dir, Dirs: []string{dir}}
	source, broken := hcl.Parse(model.NewFile(name, data))
	if broken != nil {
		alone.Errors = append(alone.Errors, broken)
	} else {
		alone.Sources = append(alone.Sources, source)
	}
	result, err := r.Root(alone, &project.Project{Root: dir, Terraform: true}, files)
	return result, inFile(name, err)
}

// lintManifest lints the manifest file with the number. What was found in a file that has not changed since is
// found again without looking.
func (r *treeRun) lintManifest(files hcl.Files, i int, target project.Target) (Result, error) {
	if r.linted == nil {
		return r.lintFile(files, r.scan.manifests[i], target)
	}
	known := &r.linted[i]
	if key := target.String(); !known.valid || known.target != key {
		reading := &readFiles{Files: files}
		result, err := r.lintFile(reading, r.scan.manifests[i], target)
		if err != nil {
			return result, err
		}
		*known = lintedFile{valid: true, target: key, result: result, read: reading.names}
	}
	return known.result, nil
}

func (r *treeRun) lintFile(files hcl.Files, m manifest, target project.Target) (Result, error) {
	data, err := files.ReadFile(m.path)
	if err != nil {
		return Result{}, err
	}
	run := r.newRun(target)
	run.patches, run.found = r.patches, !m.named
	result, err := run.manifest(model.NewFile(m.path, data), files)
	return result, inFile(m.path, err)
}

// lintedFile is what was found in a manifest file.
type lintedFile struct {
	valid  bool
	target string
	result Result
	read   []string // itself and what it names
}

// reports says whether findings in the file are wanted.
func (r *treeRun) reports(file string) bool {
	return r.asked[file] || r.Tree.Reports != nil && r.Tree.Reports(file)
}

// projects returns those that the jobs linted and that install Karpenter, and the Terraform roots with a finding.
func (r *treeRun) projects(set *project.Map, jobs []job, results []Result) []Project {
	var all []Project
	for i, j := range jobs {
		if j.root != nil && (installs(j.root.short) || slices.ContainsFunc(results[i].Findings, func(f Finding) bool { return r.reports(f.File) })) {
			all = append(all, Project{Root: j.root.short.Root, Target: r.TargetOf(j.root.short.Target)})
		}
	}
	for _, p := range set.Manifests() {
		if r.asksResource(p.Resources) {
			all = append(all, Project{Root: p.Root, Target: r.TargetOf(p.Target)})
		}
	}
	slices.SortStableFunc(all, func(a, b Project) int { return strings.Compare(a.Root, b.Root) })
	return all
}

// installs says whether the project has an installation of one of Karpenter's charts.
func installs(p *project.Project) bool {
	return slices.ContainsFunc(p.Resources, func(r *project.Resource) bool {
		return r.Kind == project.Installation && strings.Contains(r.Value.Str("chart"), string(chart))
	})
}

// same is what findings of several roots have in common that are one: what they say, or what would mend them.
type same struct {
	rule, file, point string
	span              model.Span
}

func pointsOf(f *Finding) []same {
	points := []same{{f.Rule, f.File, f.Message, f.Span}}
	if f.Fix != nil {
		points = append(points, same{f.Rule, f.File, fmt.Sprint(f.Fix.Edits), f.Span})
	}
	return points
}

// weigh compares what several roots say about a module that they share. What is an error in one of them is an error. A safe
// fix becomes unsafe where not all of them have the finding: it would change more than what is wrong.
func (r *treeRun) weigh(s *survey, jobs []job, results []Result) {
	users := map[string]int{} // roots by file
	for _, root := range s.roots {
		for _, file := range root.files {
			users[file]++
		}
	}
	found, highest := map[same]int{}, map[same]Severity{}
	each := func(do func(*Finding)) {
		for i := range results {
			for k := range results[i].Findings {
				if f := &results[i].Findings[k]; jobs[i].root != nil && users[f.File] != 1 {
					do(f)
				}
			}
		}
	}
	each(func(f *Finding) {
		for _, key := range pointsOf(f) {
			found[key]++
			highest[key] = max(highest[key], f.Severity)
		}
	})
	each(func(f *Finding) {
		times := 0
		for _, key := range pointsOf(f) {
			f.Severity = max(f.Severity, highest[key])
			times = max(times, found[key])
		}
		if f.Fix == nil || f.Fix.Shared {
			return
		}
		if slices.ContainsFunc(f.Fix.Edits, func(e FileEdit) bool { return users[e.File] > times }) {
			fix := *f.Fix
			fix.Safety, fix.Shared = Unsafe, true
			f.Fix = &fix
		}
	})
}
