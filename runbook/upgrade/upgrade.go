// Package upgrade carries out the stops of a road: it changes the files of a repository to those of the next release of Karpenter.
package upgrade

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/internal/installations"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/versions"
)

// Repository has the files that an upgrade changes, and their configuration.
type Repository struct {
	Tree      lint.Tree                              // the files as they are, and those around them
	Paths     []string                               // of the files that may change, in order
	AsDecided bool                                   // see convert.Options: for plans
	Settings  func(file string) conversions.Settings // the configuration of a file
	Exists    func(file string) bool                 // whether there is a file on the disk
	Drift     bool                                   // Karpenter replaces the nodes of old pools by drift
	// Linters returns the linters of the configurations for a release, or for the installed ones if it is unknown.
	Linters func(release versions.Target) (lint.Settings, error)

	Outside []string            // lines about pools for other providers, which stay as they are; set by Roads
	foreign map[string][]string // the same by file, as globs of kind and name
	unread  map[string]bool     // templates with a decision that nothing reads, which stay as they are
	others  map[string]bool     // files that other roads change; set by On
}

// Outcome is the result of a stop.
type Outcome struct {
	Stop     road.Stop
	Files    []convert.File // changed files and files with notes; something may change even if the stop is not written
	Blockers []lint.Finding // findings of Left to be fixed before the stop
	Left     []lint.Finding // errors and warnings that are new with the release and that karplint does not fix
	Read     int            // number of files that were read
	Messages []string       // about no single file, one line each
	Errors   []error        // of files that cannot be read, and bugs; the rest is changed
}

// IsOpen reports whether a person has to decide or fix something first. Then nothing of the stop is written. Otherwise the files would be wrong for
// their release, and the next run would go on, because it would no longer count the findings as new.
func (o *Outcome) IsOpen() bool { return !o.isDecided() || len(o.Blockers) > 0 }

// isDecided reports whether the conversion leaves nothing to decide.
func (o *Outcome) isDecided() bool {
	return !slices.ContainsFunc(o.Files, func(f convert.File) bool { return f.Undecided() })
}

// blocks reports whether a new finding has to be fixed before the stop: an error, or a warning about the migration itself.
func blocks(f lint.Finding) bool {
	if slices.Contains(road.OwnRules, f.Rule) {
		return false
	}
	return f.Severity == rule.Error || f.Severity == rule.Warning && strings.HasPrefix(f.Rule, migration)
}

// migration is the prefix of the ids of rules about Karpenter's APIs and releases.
const migration = "KL3"

// Untold returns the findings of Left that no note repeats.
func (o *Outcome) Untold() []lint.Finding {
	messages := map[string][]string{} // of notes, by file
	for i := range o.Files {
		for _, n := range o.Files[i].Notes {
			messages[n.File] = append(messages[n.File], n.Message)
		}
	}
	return slices.DeleteFunc(slices.Clone(o.Left), func(f lint.Finding) bool {
		return slices.ContainsFunc(messages[f.File], func(message string) bool { return strings.HasPrefix(message, f.Text()) })
	})
}

// Take takes a stop in memory: it removes old objects, converts objects and installations to the release, and makes the safe fixes of findings that
// are new with the release. No file is written.
func (r *Repository) Take(ctx context.Context, stop road.Stop) (*Outcome, error) {
	if r.unread == nil { // Roads was not asked for
		r.unread = map[string]bool{}
	}
	outcome := &Outcome{Stop: stop, Read: len(r.Paths)}
	known := newKnownFindings(ctx, r, outcome)
	for _, step := range []func(context.Context, *Repository, *Outcome) error{retire, convertAll, known.fix, raiseCharts} {
		now := *r
		now.Tree = r.changed(outcome.Files)
		removed := outcome.removed()
		now.Paths = slices.DeleteFunc(slices.Clone(r.Paths), func(path string) bool { return removed[path] })
		if err := step(ctx, &now, outcome); err != nil {
			return nil, err
		}
	}
	if err := r.noteStaying(ctx, outcome); err != nil {
		return nil, err
	}
	slices.SortStableFunc(outcome.Files, func(a, b convert.File) int { return strings.Compare(a.Path, b.Path) })
	return outcome, nil
}

// add adds files that a step has changed. A file that an earlier step has changed keeps its Before, because the step read the earlier result.
func (o *Outcome) add(files []convert.File) {
	indexes := map[string]int{}
	for i, f := range o.Files {
		indexes[f.Path] = i
	}
	for _, f := range files {
		i, isKnown := indexes[f.Path]
		if !isKnown {
			indexes[f.Path] = len(o.Files)
			o.Files = append(o.Files, f)
			continue
		}
		known := &o.Files[i]
		known.After = f.After
		known.Objects = append(known.Objects, f.Objects...)
		known.Notes = append(known.Notes, f.Notes...)
	}
}

// Changes reports whether a file changes.
func (o *Outcome) Changes() bool {
	return slices.ContainsFunc(o.Files, func(f convert.File) bool { return f.Changed() })
}

// removed returns the paths of the files that the stop removes.
func (o *Outcome) removed() map[string]bool {
	removed := map[string]bool{}
	for _, f := range o.Files {
		if f.Removed {
			removed[f.Path] = true
		}
	}
	return removed
}

// After returns the repository after a stop.
func (r *Repository) After(o *Outcome) *Repository {
	next := *r
	next.Tree = r.changed(o.Files)
	paths, removed := setOf(r.Paths), o.removed()
	maps.DeleteFunc(paths, func(path string, _ bool) bool { return removed[path] })
	next.Paths = slices.Sorted(maps.Keys(paths))
	next.Exists = func(file string) bool { return paths[file] || r.Exists(file) && !removed[file] }
	return &next
}

func setOf(paths []string) map[string]bool {
	set := map[string]bool{}
	for _, path := range paths {
		set[path] = true
	}
	return set
}

// files returns the files of the tree, those that its Memory holds with their trees.
func (r *Repository) files() model.Reader { return r.Tree.Memory.Held(r.Tree.Files) }

// changed returns the tree with the changed files.
func (r *Repository) changed(files []convert.File) lint.Tree {
	tree := r.Tree
	tree.Inputs = slices.Clone(tree.Inputs)
	texts, removed := map[string][]byte{}, map[string]bool{}
	for _, f := range files {
		switch {
		case f.Removed:
			removed[f.Path] = true
		case f.Changed():
			texts[f.Path] = f.After
		}
	}
	tree.Inputs = slices.DeleteFunc(tree.Inputs, func(in fileset.Input) bool { return removed[in.Path] })
	slices.SortStableFunc(tree.Inputs, func(a, b fileset.Input) int { return strings.Compare(a.Path, b.Path) })
	tree.Files = fileset.Overlay{Base: fileset.Without{Files: tree.Files, Removed: removed}}.With(texts)
	return tree
}

// retire removes the objects of the version that the stop removes.
func retire(_ context.Context, r *Repository, outcome *Outcome) error {
	if outcome.Stop.Removes == "" {
		return nil
	}
	c, err := convert.New(convert.Options{To: convert.API(outcome.Stop.Writes), Keep: true, KarpenterVersion: outcome.Stop.Release, Exists: r.Exists,
		For: r.conversionOf})
	if err != nil {
		return err
	}
	outcome.add(c.Retire(conversions.ReadModules(r.readable(), r.files())))
	return nil
}

// convertAll converts the objects, and the installations of Karpenter's charts.
func convertAll(ctx context.Context, r *Repository, outcome *Outcome) error {
	if !outcome.isDecided() {
		return nil
	}
	if outcome.Stop.Writes == facts.Served().Generations[0].Name {
		return convertCharts(ctx, r, outcome)
	}
	run, err := conversions.NewRun(ctx, conversions.Request{
		Options: convert.Options{
			To: convert.API(outcome.Stop.Writes), Keep: outcome.Stop.Keeps != "", KarpenterVersion: outcome.Stop.Release,
			AsDecided: r.AsDecided, Exists: r.Exists,
		},
		Files: conversions.ReadFiles(r.readable(), r.files()), Settings: r.settings,
		Tree:        func() (lint.Tree, error) { return r.Tree, nil },
		ElseInPlace: true, Linted: true, Drift: r.Drift && outcome.Stop.Keeps != "", IsOther: r.isOther,
	})
	if err != nil {
		return err
	}
	result, err := run.Convert(ctx)
	if err != nil {
		return err
	}
	if r.leave(result.Files, outcome) {
		return convertAll(ctx, r, outcome)
	}
	outcome.add(result.Files)
	outcome.Messages, outcome.Errors = append(outcome.Messages, result.Messages...), append(outcome.Errors, result.Errors...)
	return nil
}

// convertCharts converts only the installations, because nothing is converted to the oldest API.
func convertCharts(ctx context.Context, r *Repository, outcome *Outcome) error {
	charts, err := installations.Convert(ctx, r.Tree, installations.Options{Version: outcome.Stop.Release, AsDecided: r.AsDecided, IsOther: r.isOther})
	if err != nil {
		return err
	}
	files, _ := conversions.Join(nil, charts, r.Tree.Files.ReadFile)
	outcome.add(files)
	outcome.Messages, outcome.Errors = append(outcome.Messages, charts.Messages...), append(outcome.Errors, charts.Errors...)
	return nil
}

// fix makes the safe fixes of new findings, and keeps the others in Left. While a decision is open it does nothing, because the text after the
// decision is unknown.
func (k *knownFindings) fix(ctx context.Context, r *Repository, outcome *Outcome) error {
	if !outcome.isDecided() {
		return nil
	}
	target, err := versions.ParseTarget(outcome.Stop.Release, "--to")
	if err != nil {
		return err
	}
	linters, err := r.Linters(target)
	if err != nil {
		return err
	}
	fixed := lint.FixChosen(ctx, r.Tree, linters, k.safelyFixable)
	outcome.Left = k.selectNew(fixed.Findings)
	outcome.Blockers = slices.DeleteFunc(slices.Clone(outcome.Left), func(f lint.Finding) bool { return !blocks(f) })
	if k.err != nil {
		return k.err
	}
	outcome.Messages, outcome.Errors = append(outcome.Messages, fixed.Notes...), append(outcome.Errors, fixed.Errors...)
	var files []convert.File
	for _, path := range slices.Sorted(maps.Keys(fixed.Texts)) {
		before, err := r.Tree.Files.ReadFile(path)
		if err != nil {
			return err
		}
		files = append(files, convert.File{Path: path, Before: before, After: fixed.Texts[path]})
	}
	outcome.add(files)
	return nil
}
