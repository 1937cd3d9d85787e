package lint

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/lint/verdict"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// checker is the linting of one manifest file, of a Terraform root, or of a project of manifests.
type checker struct {
	linter      *Linter
	rules       *targetRules
	ctx         context.Context
	root        string                           // the directory of the Terraform root; "" if it is none
	files       map[string]*ignore.File          // files whose suppressions count, by path
	missing     func(f *model.File) *ignore.File // reads the suppressions of other files to which findings refer; nil if there are none
	selected    bool                             // the file was selected by the scan, and not named itself
	withProject bool                             // the rules of projects are evaluated as well
	surroundings

	findings []Finding
	lines    findingLines
	hidden   map[hidden]bool
	used     map[string]bool // keys of suppressions
	bug      error           // the first bug in a rule or a fix, whose finding or fix is left out
}

// surroundings are the facts about the objects of a run that rules get in addition to their fields.
type surroundings struct {
	texts    terraform.Files // reads the files to which a manifest refers; nil if none may be read
	judge    verdict.Judge
	context  project.Context
	appliers func(file string) []string // of the objects of a file, by their names in facts/appliers.yaml; nil if unknown
}

func (l *Linter) newChecker(target versions.Target) *checker {
	return &checker{
		linter: l, rules: l.rulesFor(target), ctx: context.Background(),
		surroundings: surroundings{judge: verdict.Judge{Cluster: l.clusterOf(nil, target)}},
		files:        map[string]*ignore.File{}, lines: findingLines{known: map[ruleLine]bool{}},
		hidden: map[hidden]bool{}, used: map[string]bool{},
	}
}

// growStack grows the goroutine's stack at once to the size that evaluating rules often needs. Otherwise it would be
// copied several times while growing.
//
//go:noinline
func growStack(index int) byte {
	var room [128 << 10]byte
	return room[index]
}

// result returns the findings of the run; files is the number of files that it linted.
func (r *checker) result(files int) (Result, error) {
	result := Merge(Result{Findings: r.findings, Files: files, hidden: r.hidden})
	result.used = r.used
	return result, r.bug
}

// candidate is a finding whose fix may not be planned yet, with the places of suppressions that may cover it.
type candidate struct {
	Finding
	file        *model.File
	source      string                // see sourceOf
	block       string                // see project.Resource
	annotations []*ignore.Suppression // of the resource
	rule        *rule.Rule
	unwanted    bool             // the selection excludes it
	claims      [][]any          // see rule.Report
	unplanned   *fixes.Unplanned // the fix; nil once it is planned
}

// plan plans the fixes of findings. A finding keeps no fix if planning is refused or fails because
// of a bug.
func (r *checker) plan(findings []candidate) {
	if r.linter.withoutFixes {
		return
	}
	var unplanned []*fixes.Unplanned
	for _, f := range findings {
		if f.unplanned != nil && !f.unwanted {
			unplanned = append(unplanned, f.unplanned)
		}
	}
	fixes.PlanTogether(unplanned)
	for i := range findings {
		f := &findings[i]
		if f.unplanned == nil || f.unwanted {
			continue
		}
		fix, err := f.unplanned.Plan(f.File)
		if bug := (*parallel.Bug)(nil); errors.As(err, &bug) {
			r.bug = cmp.Or(r.bug, err)
		} else if err != nil {
			f.NoFix = edit.Reason(err)
		}
		f.Fix, f.unplanned = fix, nil
	}
}

// keep plans the fixes that are not planned yet, and adds the findings that no suppression covers.
func (r *checker) keep(findings []candidate) {
	r.plan(findings)
	for _, f := range findings {
		keys := ignore.Cover(f.annotations, f.Rule, f.Start.Line)
		covered := len(keys) > 0
		if s := r.suppressions(f.file); s != nil {
			more, inFile := s.Cover(f.Rule, f.Start.Line)
			keys, covered = append(keys, more...), covered || inFile
		}
		for _, key := range keys {
			r.used[key] = true
		}
		switch {
		case f.unwanted: // its suppression counts as used, because another selection may want the finding
		case covered:
			r.hidden[hidden{f.Rule, f.File, f.Text(), f.Span}] = true
		default:
			r.findings = append(r.findings, f.Finding)
		}
	}
}

// suppressions returns the suppressions of the file, nil if it has none.
func (r *checker) suppressions(f *model.File) *ignore.File {
	s, ok := r.files[f.Path]
	if !ok && r.missing != nil {
		s = r.missing(f)
		r.files[f.Path] = s
	}
	return s
}

// naming returns the resource that a report names.
type naming func(id string) (*actor, error)

// view returns the view of the resource that a report names.
func (n naming) view(id string) (place.View, error) {
	about, err := n(id)
	if err != nil {
		return nil, err
	}
	return about.View, nil
}

// answer contains the reports of a rule, or the error if it failed.
type answer struct {
	*unit
	reports []rule.Report
	err     error
}

// candidates turns reports into findings with places; their fixes are not planned. If the rule failed, or a report names an unknown resource, it
// returns a finding about the failure at the fallback.
func (r *checker) candidates(a answer, lookup naming, fallback func() *actor) []candidate {
	var candidates []candidate
	for _, report := range a.reports {
		f, err := a.finding(report, lookup)
		a.err = cmp.Or(a.err, err)
		candidates = append(candidates, f)
	}
	if a.err != nil {
		return r.failed(a.unit, fallback(), a.err)
	}
	return candidates
}

// reports returns the reports of a rule about an input. An error is a defect of the rule or a *parallel.Bug.
func (r *checker) reports(u *unit, input func() *rego.Input) (reports []rule.Report, err error) {
	err = parallel.Try("rule "+u.ID, func() error {
		program, err := r.linter.programs.Of(u.Rule)
		if err != nil {
			return err
		}
		set, err := program.Evaluate(r.ctx, input())
		if err != nil {
			return err
		}
		reports, err = rule.ReadReports(set)
		return err
	})
	return reports, err
}

// failed returns the finding that a rule failed on a resource; findings of other rules are not affected. A bug in karplint is not a
// finding: the run returns it as an error.
func (r *checker) failed(u *unit, about *actor, err error) []candidate {
	if bug := (*parallel.Bug)(nil); errors.As(err, &bug) {
		r.bug = cmp.Or(r.bug, err)
		return nil
	}
	f := u.foundAt(about, nil, about.Site(nil))
	f.Severity = rule.Error // whatever the rule's is: nobody notices otherwise that it checks nothing
	f.Message, f.Why = "the rule failed, so it checked nothing here", strings.Join(strings.Fields(err.Error()), " ")
	f.Help = "correct the rule, or report it if it is one of karplint's own"
	f.failure = err
	return []candidate{f}
}

// foundAt returns a finding of the rule at a path of a resource, without its message.
func (u *unit) foundAt(about *actor, path []any, site place.Site) candidate {
	return candidate{rule: u.Rule, file: site.File, source: about.source, block: about.block, annotations: about.annotations, Finding: Finding{
		Rule: u.ID, Name: u.Name, Location: site.Location(),
		Resource: about.address, Path: path,
		Owners: []Owner{{about.address, about.writtenIn}},
	}}
}

// finding turns a report into a finding with places. The error is about a resource that does not
// exist.
func (u *unit) finding(report rule.Report, lookup naming) (candidate, error) {
	about, err := lookup(report.Resource)
	if err != nil {
		return candidate{}, err
	}
	severity := u.Severity
	switch {
	case u.severity != nil:
		severity = *u.severity
		if report.Severity != nil && !u.targetKnown { // the rule may set it only because the version is unknown
			severity = min(severity, max(*report.Severity, rule.Warning))
		}
	case report.Severity != nil:
		severity = *report.Severity
	}
	site := about.Site(report.Path)
	if report.IsAboutEntry() {
		site = place.EntrySite(about, report.Path)
	}
	f := u.foundAt(about, report.Path, site)
	if report.Word != "" {
		f.Location = site.Find(report.Word).Location()
	}
	isWanted := u.Faults
	if report.Advice || u.Rule.Advice {
		isWanted = u.Choice.Advice
	}
	f.unwanted = !isWanted
	f.Message, f.Why, f.Help = report.Message, report.Why, report.Help
	if f.Help == "" && report.Fix != nil {
		f.Help = report.Fix.Title // also where the fix cannot be made
	}
	f.About, f.Severity, f.claims = report.About, min(severity, u.highest), report.Claims
	for _, related := range report.Related {
		actor, err := lookup(cmp.Or(related.Resource, report.Resource))
		if err != nil {
			return candidate{}, err
		}
		f.Related = append(f.Related, Related{Location: actor.Site(related.Path).Location(), Message: related.Message})
	}
	fix := u.bounded(report.Fix)
	switch {
	case report.Fix == nil:
	case fix == nil:
		f.NoFix = DeniedFix
	case fix.To != "":
		f.conversion = &conversion{fix.Title, fix.To}
	case about.suppression != nil:
		f.Fix, f.unplanned, err = about.suppression.Removal(fix)
	default:
		f.unplanned, err = fixes.NewUnplanned(fix, report.Resource, lookup.view)
	}
	return f, err
}

// DeniedFix is the NoFix of a finding whose rule has no fix by its METADATA, although its report has one.
const DeniedFix = "METADATA of the rule says fix: none"

// bounded returns the fix of a report, which is at most as safe as the METADATA says; nil if the rule has none.
func (u *unit) bounded(fix *rule.FixReport) *rule.FixReport {
	switch {
	case fix == nil || u.Rule.Fix == "none":
		return nil
	case u.Rule.Fix == string(rule.Unsafe) && fix.Safety == rule.Safe:
		unsafe := *fix
		unsafe.Safety = rule.Unsafe
		return &unsafe
	}
	return fix
}
