package conversions

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/rules"
)

// chartRules are what converts the installations of Karpenter's charts beside the rule about values with other names: rules like those of
// lint, which are part of no run of it.
//
//go:embed charts
var chartRules embed.FS

// renamedValue is the rule of lint about values of the chart that have another name.
const renamedValue = "KL601"

var rulesOfCharts = sync.OnceValues(func() (*lint.Rules, error) {
	own, err := fs.Sub(chartRules, "charts")
	if err != nil {
		return nil, err
	}
	return lint.Load(rules.FS, own)
})

// Charts is what becomes of the installations of Karpenter's charts.
type Charts struct {
	Texts  map[string][]byte // of the files that change, by path
	Notes  []convert.Note    // sorted by file and line; Line is 0 where the file says nothing
	Told   []string          // what is to say about no file, one line each
	Errors []error           // of files that cannot be read, and bugs
}

// ConvertCharts gives every installation of Karpenter's charts in the tree the version, wherever it is written, and the names that its values
// have there: it makes the fixes that lint has for that target. What others read as well, or what cannot be
// edited, is a decision. version is exact. Only inputs change that are no context. Where objects are left to a person, values stay that these
// take over when they are converted.
func ConvertCharts(ctx context.Context, tree lint.Tree, version string, objectsLeft bool) (*Charts, error) {
	target, err := project.ParseTarget(version, "--karpenter-version")
	if err != nil {
		return nil, err
	}
	all, err := rulesOfCharts()
	if err != nil {
		return nil, err
	}
	linter, err := lint.New(all, lint.Options{Select: []string{renamedValue, "CHART"}, Target: target, Facts: facts.FS})
	if err != nil {
		return nil, err
	}
	run := &chartRun{known: map[string]lint.Finding{}, shared: newSharing(tree.Files), objectsLeft: objectsLeft}
	fixed := linter.FixChosen(ctx, tree, run.choose)
	return &Charts{Texts: fixed.Texts, Notes: run.notes(fixed.Findings, fixed.Beyond), Told: fixed.Notes, Errors: fixed.Errors}, nil
}

// chartRun follows what is found in the rounds of fixes.
type chartRun struct {
	shared      *sharing
	objectsLeft bool
	first       []lint.Finding
	known       map[string]lint.Finding // those, by identity
}

// isWaiting says whether the finding is about a value that objects take over which are left to a person.
func (r *chartRun) isWaiting(f lint.Finding) bool {
	return r.objectsLeft && slices.ContainsFunc(f.Path, func(step any) bool { return step == "defaultInstanceProfile" || step == "tags" }) &&
		strings.Contains(f.Message, noNewName)
}

// noNewName is what the rules say of values without a successor.
const noNewName = " has no new name"

// ofCharts leaves out what lint says of files that do not parse and the like: converting objects does.
func ofCharts(findings []lint.Finding) []lint.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f lint.Finding) bool {
		return f.Rule != renamedValue && !strings.HasPrefix(f.Rule, "CHART")
	})
}

// identity tells findings apart whose places move while others are mended.
func identity(f lint.Finding) string {
	return fmt.Sprint(f.Rule, "\x00", f.File, "\x00", f.Resource, "\x00", f.Path)
}

// choose returns the findings whose fixes are made.
func (r *chartRun) choose(findings []lint.Finding) []lint.Finding {
	findings = ofCharts(findings)
	if r.first == nil {
		r.first = findings
		for _, f := range findings {
			r.known[identity(f)] = f
		}
	}
	return slices.DeleteFunc(slices.Clone(findings), func(f lint.Finding) bool {
		return f.Fix == nil || r.isWaiting(f) || f.Fix.Shared && !r.shared.only(f, findings)
	})
}

// notes says what was done that needs a look, and what was not, given what is found in the end, and what in files that nobody asked for.
func (r *chartRun) notes(left, beyond []lint.Finding) []convert.Note {
	remains := map[string]bool{}
	left = ofCharts(left)
	for _, f := range left {
		remains[identity(f)] = true
		if _, known := r.known[identity(f)]; !known {
			r.first = append(r.first, f)
		}
	}
	notes := notAsked(beyond)
	for _, f := range r.first {
		done := !remains[identity(f)]
		if done && (f.Fix == nil && f.Severity == lint.Error || f.Fix != nil && (f.Fix.Safety == lint.Safe || f.Fix.Shared)) {
			continue
		}
		n := convert.Note{File: f.File, Line: f.Start.Line, Object: f.Resource, Path: pathOf(f.Path), Level: levels[f.Severity], Message: f.Message}
		switch {
		case done && f.Fix == nil:
		case done && strings.HasPrefix(f.Fix.Title, "rename"):
			n.Level, n.Message = convert.Info, f.Message+" (done)"
		case done:
			n.Level, n.Message = convert.Warning, f.Message+" (done)"
		case r.isWaiting(f):
			n.Message += "; it stays until all objects are converted, for they take it over"
		case f.Fix != nil && f.Fix.Shared:
			n.Message += "; it stays here, for others read it as well"
		case f.Fix == nil && isMendable(f):
			n.Message += "; do so by hand, for karplint cannot edit it here and be sure"
		}
		if !slices.Contains(notes, n) {
			notes = append(notes, n)
		}
	}
	slices.SortStableFunc(notes, func(a, b convert.Note) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return notes
}

// notAsked says what would be done in files that nobody asked for.
func notAsked(beyond []lint.Finding) []convert.Note {
	var notes []convert.Note
	for _, f := range ofCharts(beyond) {
		if f.Fix == nil {
			continue
		}
		notes = append(notes, convert.Note{
			File: f.File, Line: f.Start.Line, Object: f.Resource, Path: pathOf(f.Path), Level: convert.Decision,
			Message: f.Message + "; it stays, because the file was not asked for: give its path as well",
		})
	}
	return notes
}

// isMendable says whether the rule has a fix for what it says, where that can be made.
func isMendable(f lint.Finding) bool {
	return slices.ContainsFunc([]string{"; rename it to ", "; set its version to ", noNewName}, func(advice string) bool { return strings.Contains(f.Message, advice) })
}

var levels = map[lint.Severity]convert.Level{lint.Info: convert.Info, lint.Warning: convert.Warning, lint.Error: convert.Decision}

func pathOf(path []any) string {
	var text strings.Builder
	for i, step := range path {
		switch step := step.(type) {
		case int:
			fmt.Fprintf(&text, "[%d]", step)
		default:
			if i > 0 {
				text.WriteByte('.')
			}
			fmt.Fprint(&text, step)
		}
	}
	return text.String()
}
