// Package installations converts installations of Karpenter's charts by the fixes of rules.
package installations

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
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
	"github.com/karplint/karplint/versions"
)

// chartRules convert the installations of Karpenter's charts, together with the rule renamedValue. They have the form of lint's rules,
// but lint does not run them.
//
//go:embed rules
var chartRules embed.FS

// renamedValue is lint's rule about renamed values of the chart.
const renamedValue = "KL601"

// ModulePermissions is lint's rule about a module argument that grants the controller the permissions for 1.0.
const ModulePermissions = "KL802"

// HasFix reports whether a conversion of charts makes the fixes of one of lint's rules, or has a reason not to.
func HasFix(rule string) bool { return rule == renamedValue || rule == ModulePermissions }

// Rules returns lint's rules and those that convert charts.
var Rules = sync.OnceValues(func() (*rule.Rules, error) {
	chartFiles, err := fs.Sub(chartRules, "rules")
	if err != nil {
		return nil, err
	}
	return rule.Load(rules.FS, chartFiles)
})

// Conversion is the conversion of the installations of Karpenter's charts.
type Conversion struct {
	Texts    map[string][]byte // by path: the changed files. An installation with an open decision does not change, nor does its group
	Notes    []convert.Note    // sorted by file and line; Line is 0 if there is no place in the file
	Messages []string          // messages that are about no file, one line each
	Errors   []error           // of files that cannot be read, and bugs

	stays map[lint.Owner]convert.Wait // installations whose version stays because of an open decision
}

// Options configure Convert.
type Options struct {
	Version     string   // exact
	ObjectsLeft bool     // some objects are not converted yet: values that move into these objects stay in the chart
	RolesLeft   bool     // some classes have neither role nor instance profile, so the value with the instance profile stays
	Left        []Left   // objects that stay, so the version of their installations must still serve them
	Drift       bool     // drift replaces the nodes of old pools, so it is enabled where the values leave it out
	AsDecided   bool     // what can change does, also where a decision is open: see convert.Options
	Refused     []string // files in which no chart may change; other changes of the same groups are not made either

	IsOther func(file string) bool // whether a file is changed for installations of another release, in a run of its own; nil for none
}

// Convert sets the version of every installation of Karpenter's charts in the tree, and renames its values for that version, wherever
// they are written. To do so, it applies the fixes of lint's rules for that target. Values that others read as well, or that cannot be
// edited, are decisions. Files that are only context do not change.
func Convert(ctx context.Context, tree lint.Tree, o Options) (*Conversion, error) {
	target, err := versions.ParseTarget(o.Version, "--karpenter-version")
	if err != nil {
		return nil, err
	}
	rules, err := Rules()
	if err != nil {
		return nil, err
	}
	options := lint.Options{Select: []string{renamedValue, ModulePermissions, "CHART"}, Target: target, Facts: facts.FS}
	if !o.Drift {
		options.Ignore = []string{driftOff}
	}
	linter, err := lint.New(rules, options)
	if err != nil {
		return nil, err
	}
	run := &chartRun{Options: o, shared: newSharing(ctx, tree), groups: newGroups()}
	run.groups.sources = run.shared.sourcesOf
	fixed := lint.FixChosen(ctx, tree, linter.ForAll(), run.choose)
	run.decide(fixed.Findings, fixed.Beyond)
	run.holdFor(run.first)
	texts := fixed.Texts
	if len(run.groups.open) > 0 && len(fixed.Texts) > 0 && !o.AsDecided {
		run.writes = true
		texts = lint.FixChosen(ctx, tree, linter.ForAll(), run.choose).Texts
	}
	notes := append(run.makeNotes(fixed.Findings, fixed.Beyond), run.leftNotes()...)
	slices.SortStableFunc(notes, func(a, b convert.Note) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return &Conversion{texts, notes, fixed.Notes, fixed.Errors, run.staying()}, nil
}

// chartRun is one conversion: it chooses the fixes of each round and keeps the findings.
type chartRun struct {
	Options
	shared     *sharing
	groups     *groups
	writes     bool                    // only groups without an open decision change
	first      []lint.Finding          // before anything changed
	byIdentity map[string]lint.Finding // first, by identity
	readers    map[string]string       // another reader of the value, by identity of the finding
}

// isWaiting reports whether the finding is about a value that must stay until the objects that replace it
// are converted.
func (r *chartRun) isWaiting(f lint.Finding) bool {
	isMoved := isRemoved(f, "defaultInstanceProfile") || isRemoved(f, "tags") // to fields of the objects
	return isMoved && r.ObjectsLeft || r.waitsForRole(f)
}

// waitsForRole reports whether the finding is about the instance profile in values, while some classes have neither an instance
// profile nor a role.
func (r *chartRun) waitsForRole(f lint.Finding) bool {
	return r.RolesLeft && !r.ObjectsLeft && isRemoved(f, "defaultInstanceProfile")
}

// isRemoved reports whether the finding is about a removed value with the key in its path.
func isRemoved(f lint.Finding, key string) bool {
	return f.About == removedKey && slices.Contains(f.Path, any(key))
}

// The topics of findings.
const (
	newerVersion      = "newer-version" // the version stays, because it is newer than the requested one
	crdsVersion       = "crds-version"
	controllerVersion = "controller-version"
	renamedKey        = "renamed-value"
	removedKey        = "removed-value"         // it has no new name
	keyBesideNew      = "value-beside-new-name" // its new name is set, too
)

const (
	setsTwice = "CHART5" // the rule about values that are set twice
	driftOff  = "CHART7" // the rule that enables drift
)

// ofCharts returns the findings of chart rules. It drops others, such as parse errors, because the conversion of
// objects reports them.
func ofCharts(findings []lint.Finding) []lint.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f lint.Finding) bool {
		return f.Rule != renamedValue && !strings.HasPrefix(f.Rule, "CHART")
	})
}

// identity returns a key of a finding that stays the same while fixes of other findings move its
// place.
func identity(f lint.Finding) string {
	return fmt.Sprint(f.Rule, "\x00", f.File, "\x00", f.Resource, "\x00", f.Path)
}

// choose returns the findings whose fixes are made.
func (r *chartRun) choose(findings []lint.Finding) []lint.Finding {
	permissions := slices.DeleteFunc(slices.Clone(findings), func(f lint.Finding) bool { return f.Rule != ModulePermissions })
	findings = ofCharts(findings)
	if r.first == nil {
		r.first, r.byIdentity, r.readers = findings, map[string]lint.Finding{}, map[string]string{}
		for _, f := range findings {
			r.byIdentity[identity(f)] = f
		}
		r.groups.noteFindings(findings)
	}
	chosen := slices.DeleteFunc(slices.Clone(findings), func(f lint.Finding) bool {
		if r.staysForNow(f) {
			return true
		}
		if reader := r.shared.otherReader(f, findings); reader != "" {
			r.readers[identity(f)] = reader
			return true
		}
		return r.writes && r.groups.isOpen(f)
	})
	for _, f := range permissions {
		if f.Fix != nil && !r.isRefused(f) && r.shared.otherReader(f, permissions) == "" {
			chosen = append(chosen, f)
		}
	}
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
	return r.isRefused(f) || r.isSetTwice(f)
}

// isRefused reports whether the fix would change a file in which no chart may.
func (r *chartRun) isRefused(f lint.Finding) bool {
	return f.Fix != nil && slices.ContainsFunc(f.Fix.Edits, func(e fixes.FileEdit) bool { return slices.Contains(r.Refused, e.File) })
}

// isSetTwice reports whether the finding is about a value that also has its new name, and a person must choose between the two: they
// differ, or an earlier round gave it the new name.
func (r *chartRun) isSetTwice(f lint.Finding) bool {
	if !isBeside(f) || r.isHalf(f) {
		return isBeside(f)
	}
	f.Rule = setsTwice
	_, differ := r.byIdentity[identity(f)]
	return differ
}

// waitsForName reports whether the finding is about the version of an installation in which a value is set twice, because afterwards nobody
// could tell which of them counts.
func (r *chartRun) waitsForName(f lint.Finding) bool {
	ofVersion := len(f.Path) > 0 && f.Path[len(f.Path)-1] == any("version")
	return f.Rule != renamedValue && ofVersion && slices.ContainsFunc(r.first, func(twice lint.Finding) bool {
		return twice.Rule == setsTwice && slices.ContainsFunc(twice.Owners, func(o lint.Owner) bool { return slices.Contains(f.Owners, o) })
	})
}

// decide marks the groups with an open decision, by the findings of the last round.
func (r *chartRun) decide(remaining, outside []lint.Finding) {
	for _, f := range ofCharts(remaining) {
		if r.isOpen(f) {
			r.groups.leave(f, !r.isRefused(f))
		}
	}
	for _, f := range ofCharts(outside) {
		if f.Fix != nil && !r.isOfOther(f) {
			r.groups.leave(f, true)
		}
	}
}

// isOther reports whether a file is changed in another run, for installations of another release.
func (r *chartRun) isOther(file string) bool { return r.IsOther != nil && r.IsOther(file) }

// isOfOther reports whether the finding is about the version of an installation that another run upgrades.
func (r *chartRun) isOfOther(f lint.Finding) bool {
	return r.isOther(f.File) && (f.About == controllerVersion || f.About == crdsVersion)
}

// isOpen reports whether a remaining finding must be resolved before its installation can change.
func (r *chartRun) isOpen(f lint.Finding) bool {
	isBlocking := f.Severity == rule.Error || r.isHalf(f)
	return isBlocking && !r.groups.isNewer(f) && !r.waitsForRole(f)
}

// isHalf reports whether an earlier round renamed the value of the finding in only some of its sources.
func (r *chartRun) isHalf(f lint.Finding) bool {
	return isBeside(f) && !isBeside(r.byIdentity[identity(f)])
}

func isBeside(f lint.Finding) bool { return f.Fix != nil && f.About == keyBesideNew }
