package lint

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"sync"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/lint/verdict"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/versions"
)

// Tree is a set of files that are linted together: manifests, and Terraform directories with the modules that they call.
type Tree struct {
	inventory.Source

	// Reports reports whether to report findings in a file that is not an input, such as the template of a manifest. nil means no such file.
	Reports func(path string) bool

	Configurations []Configuration // with mistakes, so that files are not inputs
}

// Configuration is a configuration with a mistake.
type Configuration struct {
	File    *model.File
	Span    model.Span // of the mistake; empty if it concerns the whole file
	Message string     // the fact or, behind "; ", the fact and what to do
}

// Settings tell which linter judges each file of a run.
type Settings struct {
	Linters []*Linter                 // each once, at least one; the first also reports mistakes in configurations
	Of      func(path string) *Linter // returns the one for a file; nil means the first for all
}

// ForAll returns the settings with which the linter judges all files.
func (l *Linter) ForAll() Settings { return Settings{Linters: []*Linter{l}} }

// WithoutFixes returns the settings for findings without fixes, if nobody asks for these.
func (s Settings) WithoutFixes() Settings {
	quick, of := Settings{Linters: slices.Clone(s.Linters)}, map[*Linter]*Linter{}
	for i, l := range s.Linters {
		quick.Linters[i] = l.WithoutFixes()
		of[l] = quick.Linters[i]
	}
	if s.Of != nil {
		quick.Of = func(path string) *Linter { return of[s.Of(path)] }
	}
	return quick
}

// TreeResult is the result of linting a Tree.
type TreeResult struct {
	Result             // its Files counts the inputs that were read, without context
	Selected int       // how many of these were parsed
	Mention  int       // how many mention Karpenter
	Projects []Project // in the order of their roots: those with an installation, and Terraform roots with a finding; a root may have several
	Errors   []error   // of files that cannot be read, and bugs; the rest was linted

	// Beyond contains findings in files that were not requested, about resources in requested files, such as the values of an
	// installation in another file. They are sorted, and not part of Findings.
	Beyond []Finding
}

// Project is the directory of a project and its target.
type Project struct {
	Root   string
	Target versions.Target
}

// Lint lints files together, in four steps: scan the bytes of every file for the needles of the rules; survey the installations in the selected
// files; arrange them in projects; lint each with the target of its project.
//
// The findings in a file are those of its own linter, and do not depend on which other files are inputs and which are context. An error in one file
// does not affect others. When ctx ends, no further file is begun. When a limit ends it, the result is what was found before, with a finding about
// the first file that is left.
func Lint(ctx context.Context, t Tree, s Settings) TreeResult {
	r, exceeded := limit.Within(ctx, func(context.Context) *Run { return newRun(ctx, t, s) })
	if exceeded != nil {
		return stopped(t.Source, exceeded)
	}
	return r.lint(t.Files)
}

// Findings returns those of Lint with this linter. It ends after the scan if no file contains what the linter looks for.
func (l *Linter) Findings(ctx context.Context, t Tree) []Finding {
	seeking := *l
	for _, u := range l.ready {
		if u.Scope == rule.ProjectScope {
			seeking.needles.Sought.Add(u.needles)
		}
	}
	r, exceeded := limit.Within(ctx, func(context.Context) *Run { return newRun(ctx, t, seeking.ForAll()) })
	switch {
	case exceeded != nil:
		return stopped(t.Source, exceeded).Findings
	case !r.mayFind():
		return nil
	}
	return r.lint(t.Files).Findings
}

// mayFind reports whether a file, or a root, contains what a linter looks for. It is for linters with Needles.Sought.
func (r *Run) mayFind() bool {
	for i, in := range r.tree.Inputs {
		signs := r.inventory.Scan.Verdicts[i].Signs
		for _, by := range r.linters {
			if in.Named || signs.Any(by.sign|scan.Sought) || in.Terraform && signs.SelectsRoot(by.sign) {
				return true
			}
		}
	}
	return false
}

// Run lints the files of a tree: once, or in rounds with changed texts.
type Run struct {
	ctx       context.Context
	tree      Tree
	settings  Settings
	linters   []*runLinter
	requested map[string]*runLinter // by path: inputs in which findings are reported
	inventory *inventory.Run
	scanned   scanned
	linted    map[lintedBy]*lintedFile

	// former returns the former states of the project of a job; nil if the run is not part of a comparison.
	former func(j job) []*project.Project

	// Of a run that makes fixes in rounds:
	fixing bool
	fixed  TreeFixed
	before map[string][]byte  // the original texts of fixed files
	first  map[ruleInFile]int // the number of findings before all fixes

	// Of the last round:
	now     *inventory.Round
	patches *verdict.Patches
}

// scanned is what the scan tells about requested files.
type scanned struct {
	tooLarge []tooLarge // those that are not read
	files    int        // how many were read
	selected int        // how many of these it selected
	mention  int        // how many mention Karpenter
	errors   []error
}

// runLinter is a linter in a run.
type runLinter struct {
	*Linter
	sign   scan.Signs             // of the linter's needles
	dirs   map[string]bool        // Terraform directories with its inputs, without links
	builds func() *verdict.Builds // the problems of patched objects in this round, found when first needed
}

// newRun scans the files.
func newRun(ctx context.Context, t Tree, s Settings) *Run {
	r := &Run{ctx: ctx, tree: t, settings: s, requested: map[string]*runLinter{}, linted: map[lintedBy]*lintedFile{}}
	selection := inventory.Selection{Wanted: scan.MayMatter, Reports: func(file string) bool { return r.linterOf(file) != nil }}
	selection.Requests = func(file string) bool { return r.requested[file] != nil }
	for i, l := range s.Linters {
		r.linters = append(r.linters, &runLinter{Linter: l, sign: scan.OfLinter(i), dirs: map[string]bool{}})
		selection.Needles = append(selection.Needles, &l.needles)
	}
	for _, in := range t.Inputs {
		if !in.Context {
			r.requested[in.Path] = r.settingsOf(in.Path)
		}
	}
	r.inventory = inventory.NewRun(ctx, t.Source, selection)
	r.takeScan()
	return r
}

// linterOf returns the linter for a file, nil if findings in it are not wanted.
func (r *Run) linterOf(file string) *runLinter {
	by := r.requested[file]
	if by == nil && r.tree.Reports != nil && r.tree.Reports(file) {
		return r.settingsOf(file)
	}
	return by
}

// settingsOf returns the linter with the settings of a file.
func (r *Run) settingsOf(file string) *runLinter {
	if r.settings.Of == nil {
		return r.linters[0]
	}
	l := r.settings.Of(file)
	return r.linters[slices.IndexFunc(r.linters, func(by *runLinter) bool { return by.Linter == l })]
}

// takeScan takes the results for requested files from the scan.
func (r *Run) takeScan() {
	result := r.inventory.Scan
	r.scanned.errors = slices.Clone(result.Bugs)
	dirs := map[string]bool{}
	for i, in := range r.tree.Inputs {
		by, v := r.requested[in.Path], result.Verdicts[i]
		if by == nil {
			continue
		}
		switch {
		case errors.Is(v.Err, regular.ErrTooLarge) && !in.Named:
			r.scanned.tooLarge = append(r.scanned.tooLarge, tooLarge{in.Path, errors.Unwrap(v.Err)})
		case v.Err != nil:
			r.scanned.errors = append(r.scanned.errors, v.Err)
		}
		if v.Read {
			r.scanned.files++
			selectsRoot := in.Terraform && v.Signs.SelectsRoot(by.sign)
			if in.Named || v.Signs.Any(by.sign) || selectsRoot {
				r.scanned.selected++
			}
			if v.Signs.Any(scan.Karpenter) {
				r.scanned.mention++
			}
		}
		if in.Terraform {
			real := r.tree.Files.Real(path.Dir(in.Path))
			by.dirs[real], dirs[real] = true, true
		}
	}
	r.scanned.errors = append(r.scanned.errors, result.CallErrors(dirs)...)
}

// lint surveys, arranges and lints the files with the texts that they have now.
func (r *Run) lint(files fileset.Files) TreeResult {
	if exceeded := r.arrange(files); exceeded != nil {
		return stopped(r.tree.Source, exceeded)
	}
	jobs, results, left, errs := r.work()
	result := r.merge(jobs, results, left, errs)
	if len(left) == 0 {
		if !r.fixing {
			r.inventory.ForgetTerraform()
		}
		result.Findings, result.Errors = r.withConversions(result.Findings, result.Errors)
	}
	return result
}

// arrange surveys and arranges the files with the texts that they have now.
func (r *Run) arrange(files fileset.Files) *limit.Exceeded {
	now, exceeded := limit.Within(r.ctx, func(context.Context) *inventory.Round { return r.inventory.Arrange(files) })
	if exceeded != nil {
		return exceeded
	}
	r.now, r.patches = now, verdict.NewPatches(now.Patches)
	for _, by := range r.linters {
		by.builds = sync.OnceValue(func() *verdict.Builds { return r.judgeBuilds(by) })
	}
	return nil
}

// merge joins the results of jobs; fixes by conversion are missing. left is the finding about a limit that ended them.
func (r *Run) merge(jobs []job, results []Result, left []Finding, errs []error) TreeResult {
	weigh(r.now.Roots, jobs, results)
	merged := Merge(results...)
	merged = merged.keep(func(file string) bool { return r.linterOf(file) != nil })
	beyond := r.findBeyond(jobs, results)
	merged.Files = r.scanned.files
	merged.Findings = append(merged.Findings, slices.Concat(r.unchecked(merged.Findings), left)...)
	sortFindings(merged.Findings)
	merged.Findings = r.oncePerLanguage(merged.Findings)
	return TreeResult{
		Result: merged, Selected: r.scanned.selected, Mention: r.scanned.mention, Beyond: beyond,
		Projects: r.projects(jobs, results),
		Errors:   uniqueErrors(slices.Concat(r.scanned.errors, r.now.Errors, errs)),
	}
}

// uniqueErrors returns the first of those with the same text.
func uniqueErrors(errs []error) (unique []error) {
	known := map[string]bool{}
	for _, err := range errs {
		if !known[err.Error()] {
			known[err.Error()] = true
			unique = append(unique, err)
		}
	}
	return unique
}

// findBeyond returns the findings of TreeResult.Beyond.
func (r *Run) findBeyond(jobs []job, results []Result) []Finding {
	var findings []Finding
	for i, j := range jobs {
		if j.root == nil && r.requested[j.name] != j.by {
			continue
		}
		// A root may be read only because a module that it calls was requested. What else it installs was not.
		isCaller := j.root != nil && !j.by.dirs[j.root.Dir.Real]
		for _, f := range results[i].Findings {
			if isOfRequest := !isCaller || r.requestsOwner(j.by, f); isOfRequest && r.linterOf(f.File) == nil {
				findings = append(findings, f)
			}
		}
	}
	sortFindings(findings)
	return unique(findings)
}

// requestsOwner reports whether the finding is about a resource in a requested file of the linter.
func (r *Run) requestsOwner(by *runLinter, f Finding) bool {
	return slices.ContainsFunc(f.Owners, func(o Owner) bool { return r.requested[o.File] == by })
}

func inFile(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
