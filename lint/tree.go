package lint

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/lint/verdict"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Tree is a set of files that are linted together: manifests, and Terraform directories with the modules that they call.
type Tree struct {
	inventory.Source       // the same in all parts
	Own              []int // indexes of the inputs that the part lints; nil means all that are not context

	// Reports reports whether to report findings in a file that is not an input, such as the template of a manifest. nil
	// means no such file.
	Reports func(path string) bool

	Configurations []Configuration // with mistakes, so that files are not inputs
}

// Configuration is a configuration with a mistake.
type Configuration struct {
	File    *model.File
	Span    model.Span // of the mistake; empty if it concerns the whole file
	Message string
}

// TreeResult is the result of linting a Tree.
type TreeResult struct {
	Result             // its Files counts the inputs that were read, without context
	Selected int       // how many of these were parsed
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

// ownInputs returns the indexes of the inputs that a part with the tree lints.
func (t *Tree) ownInputs() []int {
	if t.Own != nil {
		return t.Own
	}
	var indexes []int
	for i, in := range t.Inputs {
		if !in.Context {
			indexes = append(indexes, i)
		}
	}
	return indexes
}

// treeRun is a run over the files of a tree: one round, or several with changed texts.
type treeRun struct {
	*inventory.Run
	ctx     context.Context
	parts   []*part
	fixing  bool             // fixes are made in rounds
	patches *verdict.Patches // of the last round
}

// lintRound is one round of linting, of the files with their current texts.
type lintRound struct {
	*treeRun
	*inventory.Round
	stopTold bool                             // a limit ended the round, which has been reported
	builtBy  map[*part]func() *verdict.Builds // the problems of patched objects, computed when first needed
}

// part is a Part in a run.
type part struct {
	*Linter
	tree      Tree
	sign      scan.Signs      // of the linter's needles
	own       []int           // indexes of the inputs that it lints
	requested map[string]bool // inputs in which findings are reported
	dirs      map[string]bool // Terraform directories with requested files, without links
	files     int             // inputs that were read, without context
	selected  int             // how many of these were selected by the scan
	errors    []error         // of the scan
	tooLarge  []tooLarge      // inputs that are not read

	linted map[int]*lintedFile // by manifest: results that the next round may reuse; see jobs
}

// newTreeRun scans the files of the parts.
func newTreeRun(ctx context.Context, parts []Part) *treeRun {
	r := &treeRun{ctx: ctx}
	var linters []*Linter
	for i := range parts {
		p := &part{Linter: parts[i].Linter, tree: parts[i].Tree, requested: map[string]bool{}, dirs: map[string]bool{}, linted: map[int]*lintedFile{}}
		number := slices.Index(linters, p.Linter)
		if number < 0 {
			number = len(linters)
			linters = append(linters, p.Linter)
		}
		p.sign = scan.OfLinter(number)
		p.own = p.tree.ownInputs()
		for _, i := range p.own {
			p.requested[p.tree.Inputs[i].Path] = true
		}
		r.parts = append(r.parts, p)
	}
	selection := inventory.Selection{Wanted: scan.MayMatter, Requests: r.requests, Reports: r.reports}
	for _, l := range linters {
		selection.Needles = append(selection.Needles, &l.needles)
	}
	r.Run = inventory.NewRun(ctx, parts[0].Tree.Source, selection)
	for _, p := range r.parts {
		r.count(p)
	}
	return r
}

// count takes the results for the part's own files from the scan.
func (r *treeRun) count(p *part) {
	p.errors = slices.Clone(r.Scan.Bugs)
	dirs := map[string]bool{}
	for _, i := range p.own {
		in, v := p.tree.Inputs[i], r.Scan.Verdicts[i]
		switch {
		case errors.Is(v.Err, regular.ErrTooLarge) && !in.Named:
			p.tooLarge = append(p.tooLarge, tooLarge{in.Path, errors.Unwrap(v.Err)})
		case v.Err != nil:
			p.errors = append(p.errors, v.Err)
		}
		if v.Read {
			p.files++
			selectsRoot := in.Terraform && v.Signs.SelectsRoot(p.sign)
			if in.Named || v.Signs.Any(p.sign) || selectsRoot {
				p.selected++
			}
		}
		if in.Terraform {
			dirs[path.Dir(in.Path)] = true
		}
	}
	for dir := range dirs {
		p.dirs[r.Files.Real(dir)] = true
	}
	p.errors = append(p.errors, r.Scan.CallErrors(p.dirs)...)
}

// lint surveys, arranges and lints the files with the texts that they have now.
func (r *treeRun) lint(files fileset.Files) TreeResult {
	now, exceeded := limit.Within(r.ctx, func(context.Context) *lintRound { return r.arrange(files) })
	if exceeded != nil {
		return r.stopped(exceeded)
	}
	r.patches = verdict.NewPatches(now.Patches)
	results := make([]TreeResult, len(r.parts))
	for i, p := range r.parts {
		results[i] = now.lint(p)
	}
	return joined(results)
}

// arrange surveys the files and arranges the observations.
func (r *treeRun) arrange(files fileset.Files) *lintRound {
	now := &lintRound{treeRun: r, Round: r.Arrange(files), builtBy: map[*part]func() *verdict.Builds{}}
	for _, p := range r.parts {
		now.builtBy[p] = sync.OnceValue(func() *verdict.Builds { return now.judgeBuilds(p) })
	}
	return now
}

// lint lints the files that the scan selected for the part.
func (r *lintRound) lint(p *part) TreeResult {
	jobs, results, left, errs := r.work(p)
	weigh(r.Roots, jobs, results)
	merged := Merge(results...)
	merged.Findings = slices.DeleteFunc(merged.Findings, func(f Finding) bool { return !p.reports(f.File) })
	beyond := r.beyond(p, jobs, results)
	maps.DeleteFunc(merged.hidden, func(h hidden, _ bool) bool { return !p.reports(h.file) })
	merged.Suppressed = len(merged.hidden)
	merged.Files = p.files
	merged.Findings = append(merged.Findings, slices.Concat(p.unchecked(merged.Findings), left)...)
	sortFindings(merged.Findings)
	merged.Findings = oncePerLanguage(merged.Findings)
	merged.Findings, errs = r.withConversions(p, merged.Findings, errs)
	return TreeResult{
		Result:   merged,
		Selected: p.selected,
		Projects: r.judged(p, jobs, results),
		Errors:   slices.Concat(p.errors, r.Errors, errs),
		Beyond:   beyond,
	}
}

// beyond returns the findings of TreeResult.Beyond.
func (r *lintRound) beyond(p *part, jobs []job, results []Result) []Finding {
	var findings []Finding
	for i, j := range jobs {
		if j.root == nil && !p.requested[j.name] {
			continue
		}
		// A root may be read only because a module that it calls was requested. What else it installs was not.
		isCaller := j.root != nil && !p.dirs[j.root.Dir.Real]
		for _, f := range results[i].Findings {
			if isOfRequest := !isCaller || p.requestsOwner(f); isOfRequest && !r.reports(f.File) {
				findings = append(findings, f)
			}
		}
	}
	sortFindings(findings)
	return findings
}

// requestsOwner reports whether the finding is about a resource in a requested file.
func (p *part) requestsOwner(f Finding) bool {
	return slices.ContainsFunc(f.Owners, func(o Owner) bool { return p.requested[o.File] })
}

// reports returns whether findings in the file are wanted by the part.
func (p *part) reports(file string) bool {
	return p.requested[file] || p.tree.Reports != nil && p.tree.Reports(file)
}

// requests reports whether some part requested the input, as opposed to reading it as context.
func (r *treeRun) requests(path string) bool {
	return slices.ContainsFunc(r.parts, func(p *part) bool { return p.requested[path] })
}

// reports returns whether findings in the file are wanted.
func (r *treeRun) reports(file string) bool {
	return slices.ContainsFunc(r.parts, func(p *part) bool { return p.reports(file) })
}

func inFile(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
