package lint

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/karplint/karplint/internal/parallel"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
)

// Tree is a set of files that are linted together: manifests, and Terraform directories with what they call.
type Tree struct {
	Inputs   []Input
	Files    hcl.Files // reads the inputs and everything they refer to
	VarFiles []string  // tfvars files for every Terraform root

	// Reports says whether findings in a file that is no input are wanted: one in the template of a manifest. nil: they
	// are not.
	Reports func(path string) bool
}

// Input is one file of a Tree.
type Input struct {
	Path      string // as Files reads it
	Terraform bool
	Named     bool // it was named itself: it is linted whatever the scan says of it
	Context   bool // it helps to understand the others; nothing is reported in it
}

// TreeResult is what linting a Tree found.
type TreeResult struct {
	Result             // Files: inputs that were read, those of the context left out
	Selected int       // of these, how many were looked at closely
	Projects []Project // in the order of their roots: those with an installation, and Terraform roots with a finding
	Errors   []error   // of files that cannot be read, and bugs; the rest was linted

	// Beyond is what was found in files that nobody asked for about what stands in those that were: the values of an installation in
	// another file. Sorted, and not part of Findings.
	Beyond []Finding
}

// Project tells where a project is and what it is for.
type Project struct {
	Root   string
	Target project.Target
}

// Tree lints files together, in four steps: scan the bytes of every file for what the rules look for; survey what the
// selected files install; arrange them in projects; lint each with the target of its project. Memory is bounded by the
// largest files that are looked at closely, not by how many there are: nothing of a file but the scan's and the
// survey's short answers is kept, and a file is read again for the next step.
//
// What is found in a file does not depend on which of its project are inputs and which are context. An error of one file
// leaves the others as they are. When ctx ends, no further file is begun.
func (l *Linter) Tree(ctx context.Context, t Tree) TreeResult {
	return LintParts(ctx, []Part{{l, t}})
}

// Survey tells which installation each manifest of the tree belongs to: it scans, surveys and arranges as Linter.Tree does, but
// looks only at what may install Karpenter, and lints nothing. What cannot be read or does not parse tells nothing.
func Survey(ctx context.Context, t Tree) *project.Map {
	g := groundFor(ctx, t, project.MayInstall)
	observations := g.survey(t.Files).observations()
	observations.Patches = g.kustomizations(t.Files)
	return project.Arrange(observations)
}

// Installations returns all that the tree installs, in short form: charts of any kind, with the files in which their values stand.
func Installations(ctx context.Context, t Tree) []*project.Resource {
	return groundFor(ctx, t, project.HoldsCharts).survey(t.Files).observations().Installations()
}

// groundFor scans for the manifests whose bytes tells says so of, and Terraform.
func groundFor(ctx context.Context, t Tree, tells func([]byte) bool) *ground {
	g := newGround(ctx, &Linter{}, t)
	g.tells = tells
	g.scan = g.scanAll()
	return g
}

// treeRun is one run over a tree, or several rounds with changed texts.
type treeRun struct {
	*Linter
	Tree
	*ground
	ctx      context.Context
	asked    map[string]bool // inputs in which findings are reported
	dirs     map[string]bool // of Terraform that hold some of these, without links
	files    int             // inputs that are no context and were read
	selected int             // of these, how many are worth a closer look
	errors   []error         // of the scan

	linted []lintedFile // by manifest; nil: nothing is kept for another round
}

func newTreeRun(ctx context.Context, p Part, g *ground) *treeRun {
	r := &treeRun{Linter: p.Linter, Tree: p.Tree, ground: g, ctx: ctx, asked: map[string]bool{}, dirs: map[string]bool{}}
	for _, in := range p.Tree.Inputs {
		if !in.Context {
			r.asked[in.Path] = true
		}
	}
	return r
}

// count takes from the scan what it says of the run's own files.
func (r *treeRun) count() {
	r.errors = slices.Clone(r.ground.errors)
	dirs := map[string]bool{}
	for i, in := range r.Tree.Inputs {
		if in.Context {
			continue
		}
		v := r.scan.verdicts[i]
		if v.err != nil {
			r.errors = append(r.errors, v.err)
		}
		if v.read {
			r.files++
			if v.closer {
				r.selected++
			}
		}
		if in.Terraform {
			dirs[path.Dir(in.Path)] = true
		}
	}
	for dir := range dirs {
		r.dirs[realPath(r.Tree.Files, dir)] = true
	}
	r.errors = append(r.errors, r.scan.callErrors(r.dirs)...)
}

// lint lints what the scan selected, with the texts that files has now and that the ground knows.
func (r *treeRun) lint(files hcl.Files) TreeResult {
	s, set := r.known, r.set
	jobs := r.jobs(files, s, set)
	results := make([]Result, len(jobs))
	errs := parallel.Each(r.ctx, maxWorkers, jobs, func(j job) string { return j.name }, func(i int, j job) (err error) {
		growStack(0)
		results[i], err = j.do()
		return err
	})
	r.weigh(s, jobs, results)
	all := Merge(results...)
	all.Findings = slices.DeleteFunc(all.Findings, func(f Finding) bool { return !r.reports(f.File) })
	beyond := r.beyond(jobs, results)
	maps.DeleteFunc(all.hidden, func(h hidden, _ bool) bool { return !r.reports(h.file) })
	all.Suppressed = len(all.hidden)
	all.Files = r.files
	errs = append(errs, r.convert(all.Findings, files, set)...)
	return TreeResult{
		Result:   all,
		Selected: r.selected,
		Projects: r.projects(set, jobs, results),
		Errors:   slices.Concat(r.errors, s.errors, errs),
		Beyond:   beyond,
	}
}

// beyond returns what TreeResult.Beyond holds.
func (r *treeRun) beyond(jobs []job, results []Result) []Finding {
	var all []Finding
	for i, j := range jobs {
		if j.root == nil && !r.asked[j.name] {
			continue
		}
		for _, f := range results[i].Findings {
			if !r.reports(f.File) {
				all = append(all, f)
			}
		}
	}
	Sort(all)
	return all
}

func inFile(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
