package lint

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/lint/verdict"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Tree is a set of files that are linted together: manifests, and Terraform directories with the modules that they call.
type Tree struct {
	Inputs   []fileset.Input // the same in all parts
	Own      []int           // indexes of the inputs that the part lints; nil means all that are not context
	Files    fileset.Files
	VarFiles []string // tfvars files for every Terraform root

	// Reports reports whether to report findings in a file that is not an input, such as the template of a manifest. nil
	// means no such file.
	Reports func(path string) bool

	Configurations []Configuration // with mistakes, so that files are not inputs

	Allowance *Allowance // bounds this run and others together; nil if only this run is bounded
	Memory    *Memory    // observations of earlier runs over the same files; nil if each run reads them itself
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
	Projects []Project // in the order of their roots: those with an installation, and Terraform roots with a finding
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

// Surveyed is the result of Survey.
type Surveyed struct {
	*project.Map
	Evaluated []Evaluated
}

// Evaluated is an object of Karpenter that Terraform applies, with the values that it has in one root.
type Evaluated struct {
	File  string // the file that contains it
	Start int    // the offset of its map there
	Value *model.Value
}

// Survey finds the installation that each manifest of the tree belongs to, and the Karpenter objects that Terraform applies. It
// scans, surveys and arranges as LintParts does, but parses only manifests that may install Karpenter, or with anyChart any chart,
// and lints nothing. It leaves out files that cannot be read or do not parse.
func Survey(ctx context.Context, t Tree, anyChart bool) Surveyed {
	wanted, rootSigns := scan.MayInstall, scan.Signs(0)
	if anyChart {
		wanted, rootSigns = scan.MayInstallAny, scan.Releases
	}
	run := newTreeRun(ctx, []Part{{nil, t}}, wanted)
	run.rootSigns = rootSigns
	run.keepsObjects = true
	round := run.arrange(t.Files)
	all := Surveyed{Map: round.projects}
	for _, root := range round.roots {
		all.Evaluated = append(all.Evaluated, root.evaluated...)
	}
	return all
}

// Installations returns the charts of any kind that the tree installs, in short form, with the files of their values.
func Installations(ctx context.Context, t Tree) []*survey.Resource {
	r := newTreeRun(ctx, []Part{{nil, t}}, scan.MayInstallAny)
	return r.survey(t.Files).observations().Installations()
}

// maxWorkers bounds how many files are parsed at once, because a tree takes many times the memory of its
// file.
const maxWorkers = 8

// ownInputs returns the indexes of the inputs that a part with the tree lints.
func (t *Tree) ownInputs() []int {
	if t.Own != nil {
		return t.Own
	}
	var own []int
	for i, in := range t.Inputs {
		if !in.Context {
			own = append(own, i)
		}
	}
	return own
}

// treeRun is a run over the files of a tree: one round, or several with changed texts. It scans the files
// once.
type treeRun struct {
	ctx       context.Context
	inputs    []fileset.Input // inputs of the first part; context of one part may be requested in another
	files     fileset.Files
	varFiles  []string
	parts     []*part
	wanted    scan.Wanted // selects the manifests to survey
	rootSigns scan.Signs  // select further roots, in addition to those of the linters
	fixing    bool        // fixes are made in rounds

	keepsObjects bool // keep the Karpenter objects that Terraform applies
	keepsRoots   bool // keep roots with all their resources
	dictionary   *scan.Dictionary
	scan         *scan.Result

	ration    *ration // of the round
	allowance *Allowance
	memory    *Memory
	inputsKey func() uint64 // of the paths of all inputs
	names     names
	modules   *hcl.Cache // of modules that several roots call

	// Results for manifests, by their number, until their text changes:
	documents *place.Documents
	observed  []observedFile
	patches   *verdict.Patches // of the last round
}

// part is a Part in a run.
type part struct {
	*Linter   // nil if nothing is linted
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
func newTreeRun(ctx context.Context, parts []Part, wanted scan.Wanted) *treeRun {
	t := parts[0].Tree
	r := &treeRun{
		ctx: ctx, inputs: t.Inputs, files: t.Files, varFiles: t.VarFiles, wanted: wanted,
		names: names{reported: map[string]string{}}, modules: hcl.NewCache(sharedSize), allowance: t.Allowance, memory: t.Memory,
		inputsKey: sync.OnceValue(func() uint64 { return hashPaths(t.Inputs) }),
	}
	var linters []*Linter
	for i := range parts {
		p := &part{Linter: parts[i].Linter, tree: parts[i].Tree, requested: map[string]bool{}, dirs: map[string]bool{}}
		if p.Linter != nil {
			number := slices.Index(linters, p.Linter)
			if number < 0 {
				number = len(linters)
				linters = append(linters, p.Linter)
			}
			p.sign = scan.OfLinter(number)
		}
		p.own = p.tree.ownInputs()
		for _, i := range p.own {
			p.requested[p.tree.Inputs[i].Path] = true
		}
		r.parts = append(r.parts, p)
	}
	var needles []*scan.Needles
	for _, l := range linters {
		needles = append(needles, &l.needles)
	}
	r.dictionary = scan.NewDictionary(needles...)
	r.scan = r.dictionary.Files(ctx, r.inputs, r.files, wanted, r.memory.ofScan())
	r.observed = make([]observedFile, len(r.scan.Manifests))
	r.documents = place.NewDocuments(r.looksFor)
	for _, p := range r.parts {
		p.linted = map[int]*lintedFile{}
		r.count(p)
	}
	return r
}

// looksFor reports whether a document with these bytes must be parsed.
func (r *treeRun) looksFor(data []byte) bool {
	return r.dictionary.WantsDocument(data, r.wanted) || ignore.Mentions(data)
}

// count takes the results for the part's own files from the scan.
func (r *treeRun) count(p *part) {
	p.errors = slices.Clone(r.scan.Bugs)
	dirs := map[string]bool{}
	for _, i := range p.own {
		in, v := p.tree.Inputs[i], r.scan.Verdicts[i]
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
		p.dirs[r.files.Real(dir)] = true
	}
	p.errors = append(p.errors, r.scan.CallErrors(p.dirs)...)
}

// lint surveys, arranges and lints the files with the texts that they have now.
func (r *treeRun) lint(files fileset.Files) TreeResult {
	now := r.arrange(files)
	r.patches, r.ration = now.patches, newRation(r.parts[0].maxSteps, r.scan.Bytes)
	r.ration.most = r.allowance.limit(r.ration.most)
	results := make([]TreeResult, len(r.parts))
	for i, p := range r.parts {
		results[i] = now.lint(p)
	}
	r.allowance.Take(r.ration.taken)
	return joined(results)
}

// arrange surveys the files and arranges the observations.
func (r *treeRun) arrange(files fileset.Files) *lintRound {
	now := r.survey(files)
	observations := now.observations()
	observations.Patches = now.kustomizations()
	now.projects, now.patches = project.Arrange(observations), verdict.NewPatches(observations.Patches)
	now.builtBy = map[*part]func() *verdict.Builds{}
	for _, p := range r.parts {
		now.builtBy[p] = sync.OnceValue(func() *verdict.Builds { return now.judgeBuilds(p) })
	}
	return now
}

// lint lints the files that the scan selected for the part.
func (r *lintRound) lint(p *part) TreeResult {
	jobs := r.jobs(p)
	results := make([]Result, len(jobs))
	r.ration.start(len(jobs))
	errs := parallel.Each(r.ctx, maxWorkers, jobs, func(j job) string { return j.name }, func(i int, j job) (err error) {
		growStack(0)
		defer func() { r.ration.end(i, results[i].steps) }()
		if r.ration.spent() {
			return nil
		}
		if results[i], err = j.lint(); !r.fixing {
			results[i].dropSketches()
		}
		return err
	})
	if err := r.drop(p, jobs, results); err != nil {
		errs = append(errs, err)
	}
	weigh(r.roots, jobs, results)
	all := Merge(results...)
	all.Findings = slices.DeleteFunc(all.Findings, func(f Finding) bool { return !p.reports(f.File) })
	beyond := r.beyond(p, jobs, results)
	maps.DeleteFunc(all.hidden, func(h hidden, _ bool) bool { return !p.reports(h.file) })
	all.Suppressed = len(all.hidden)
	all.Files = p.files
	all.Findings = append(all.Findings, p.unchecked(all.Findings)...)
	sortFindings(all.Findings)
	errs = append(errs, r.convert(p, all.Findings)...)
	return TreeResult{
		Result:   all,
		Selected: p.selected,
		Projects: r.judged(p, jobs, results),
		Errors:   slices.Concat(p.errors, r.errors, errs),
		Beyond:   beyond,
	}
}

// beyond returns the findings of TreeResult.Beyond.
func (r *lintRound) beyond(p *part, jobs []job, results []Result) []Finding {
	var all []Finding
	for i, j := range jobs {
		if j.root == nil && !p.requested[j.name] {
			continue
		}
		for _, f := range results[i].Findings {
			if !r.reports(f.File) {
				all = append(all, f)
			}
		}
	}
	sortFindings(all)
	return all
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
