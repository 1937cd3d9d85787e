package conversions

import (
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
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
	"github.com/karplint/karplint/versions"
)

// chartRules are what converts the installations of Karpenter's charts beside the rule about values with other names: rules like those of
// lint, which are part of no run of it.
//
//go:embed charts
var chartRules embed.FS

// renamedValue is the rule of lint about values of the chart that have another name.
const renamedValue = "KL601"

var rulesOfCharts = sync.OnceValues(func() (*rule.Rules, error) {
	own, err := fs.Sub(chartRules, "charts")
	if err != nil {
		return nil, err
	}
	return rule.Load(rules.FS, own)
})

// Charts is what becomes of the installations of Karpenter's charts.
type Charts struct {
	Texts   map[string][]byte // of the files that change, by path: all that can be done
	Written map[string][]byte // and what is done of it: an installation with an open decision stays as it is, with those that share something with it
	Notes   []convert.Note    // sorted by file and line; Line is 0 where the file says nothing
	Told    []string          // what is to say about no file, one line each
	Errors  []error           // of files that cannot be read, and bugs
}

// ChartOptions say how installations are converted.
type ChartOptions struct {
	Version     string   // exact
	ObjectsLeft bool     // objects are left to a person: values stay that these take over when they are converted
	Held        []string // files in which no chart may change, with all that belongs together with what would
}

// ConvertCharts gives every installation of Karpenter's charts in the tree the version, wherever it is written, and the names that its values
// have there: it makes the fixes that lint has for that target. What others read as well, or what cannot be
// edited, is a decision. Only inputs change that are no context.
func ConvertCharts(ctx context.Context, tree lint.Tree, o ChartOptions) (*Charts, error) {
	target, err := versions.ParseTarget(o.Version, "--karpenter-version")
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
	run := &chartRun{ChartOptions: o, shared: newSharing(ctx, tree), groups: newGroups()}
	run.groups.sources = run.shared.sourcesOf
	whole := linter.FixChosen(ctx, tree, run.choose)
	run.decide(whole.Findings, whole.Beyond)
	written := whole.Texts
	if len(run.groups.open) > 0 && len(whole.Texts) > 0 {
		run.writes = true
		written = linter.FixChosen(ctx, tree, run.choose).Texts
	}
	return &Charts{whole.Texts, written, run.notes(whole.Findings, whole.Beyond), whole.Notes, whole.Errors}, nil
}

// chartRun follows what is found in the rounds of fixes.
type chartRun struct {
	ChartOptions
	shared *sharing
	groups *groups
	writes bool                    // only groups without an open decision change
	first  []lint.Finding          // what was found before anything changed
	known  map[string]lint.Finding // those, by identity
	read   map[string]string       // who else reads what they are about, by identity
}

// isWaiting reports whether the finding is about a value that objects take over which are left to a person.
func (r *chartRun) isWaiting(f lint.Finding) bool {
	return r.ObjectsLeft && slices.ContainsFunc(f.Path, func(step any) bool { return step == "defaultInstanceProfile" || step == "tags" }) &&
		f.About == removedKey
}

// What the findings of the rules are about.
const (
	newerVersion      = "newer-version" // one that stays
	crdsVersion       = "crds-version"
	controllerVersion = "controller-version"
	renamedKey        = "renamed-value"
	removedKey        = "removed-value"         // it has no new name
	keyBesideNew      = "value-beside-new-name" // its new name is set, too
)

// setsTwice is the rule about values that are set twice.
const setsTwice = "CHART5"

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
		r.first, r.known, r.read = findings, map[string]lint.Finding{}, map[string]string{}
		for _, f := range findings {
			r.known[identity(f)] = f
		}
		r.groups.found(findings)
	}
	chosen := slices.DeleteFunc(slices.Clone(findings), func(f lint.Finding) bool {
		if r.staysForNow(f) {
			return true
		}
		if other := r.shared.other(f, findings); other != "" {
			r.read[identity(f)] = other
			return true
		}
		return r.writes && r.groups.isOpen(f)
	})
	r.groups.changed(chosen)
	return chosen
}

// staysForNow reports whether the finding has no fix, or one that must not be made in this round.
func (r *chartRun) staysForNow(f lint.Finding) bool {
	if f.Fix == nil || r.groups.isNewer(f) {
		return true
	}
	if r.isWaiting(f) || r.waitsForName(f) {
		return true
	}
	return r.isHeld(f) || r.isSetTwice(f)
}

// isHeld reports whether the fix would change a file in which no chart may.
func (r *chartRun) isHeld(f lint.Finding) bool {
	return f.Fix != nil && slices.ContainsFunc(f.Fix.Edits, func(e fixes.FileEdit) bool { return slices.Contains(r.Held, e.File) })
}

// isSetTwice reports whether the finding is about a value that also has its new name, and which of the two counts is for a person to say: they
// differ, or only what was done until now gave it the new name.
func (r *chartRun) isSetTwice(f lint.Finding) bool {
	if !isBeside(f) || r.isHalf(f) {
		return isBeside(f)
	}
	f.Rule = setsTwice
	_, differ := r.known[identity(f)]
	return differ
}

// waitsForName reports whether the finding is about the version of an installation in which a value is set twice: which of them counts, nobody
// could tell any more afterwards.
func (r *chartRun) waitsForName(f lint.Finding) bool {
	ofVersion := len(f.Path) > 0 && f.Path[len(f.Path)-1] == any("version")
	return f.Rule != renamedValue && ofVersion && slices.ContainsFunc(r.first, func(twice lint.Finding) bool {
		return twice.Rule == setsTwice && slices.ContainsFunc(twice.Owners, func(o lint.Owner) bool { return slices.Contains(f.Owners, o) })
	})
}

// decide says which groups have a decision open, given what is found in the end.
func (r *chartRun) decide(left, beyond []lint.Finding) {
	for _, f := range ofCharts(left) {
		if r.isOpen(f) {
			r.groups.leave(f)
		}
	}
	for _, f := range ofCharts(beyond) {
		if f.Fix != nil {
			r.groups.leave(f)
		}
	}
}

// isOpen reports whether a finding that is left has to be settled before its installation can change.
func (r *chartRun) isOpen(f lint.Finding) bool {
	return !r.groups.isNewer(f) && (f.Severity == rule.Error || r.isHalf(f))
}

// isHalf reports whether the finding is about a value that only some of its sources have by the old name since what was done until now.
func (r *chartRun) isHalf(f lint.Finding) bool {
	return isBeside(f) && !isBeside(r.known[identity(f)])
}

func isBeside(f lint.Finding) bool { return f.Fix != nil && f.About == keyBesideNew }
