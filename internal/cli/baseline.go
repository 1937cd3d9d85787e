package cli

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/edit/save"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/baseline"
	"github.com/karplint/karplint/model"
)

// baselines are the baseline of a run, whose findings are counted and not shown, and the one that it writes.
type baselines struct {
	used    *accepted // nil if there is none
	target  string    // the file of --write-baseline, "" if none is written
	old     *accepted // what the target contains
	counted int       // findings that are not shown
}

// accepted is a baseline that was read.
type accepted struct {
	file    *model.File
	entries []baseline.Entry
	known   map[string]bool // their fingerprints
}

func newAccepted(file *model.File, entries []baseline.Entry) *accepted {
	a := &accepted{file, entries, map[string]bool{}}
	for _, e := range entries {
		a.known[e.Fingerprint] = true
	}
	return a
}

func baselineFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "baseline", Usage: "count the findings in `FILE`, and do not show them; \"\": use none"},
		&cli.StringFlag{Name: "write-baseline", Usage: "write all findings to `FILE`, for --baseline"},
	}
}

// openBaselines reads the baselines of the flags, or of the configuration of the working directory.
func (l *linting) openBaselines(c *cli.Context, disk *load.Disk) (err error) {
	used, from, err := l.usedBaseline(c)
	if err != nil {
		return err
	}
	b := &l.baselines
	if c.IsSet("write-baseline") {
		b.target = c.String("write-baseline")
		if b.target == "" || filetype.IsManifest(b.target) || filetype.IsTerraform(b.target) {
			return usage(c, "--write-baseline cannot write to %q; name a text file, such as .karplint-baseline.txt", b.target)
		}
		if b.old, err = readTarget(disk, l.full(b.target), b.target); err != nil {
			return fmt.Errorf("--write-baseline: %w", err)
		}
	}
	switch {
	case used == "":
	case b.target != "" && l.full(b.target) == l.full(used):
		b.used = b.old
	default:
		if b.used, err = readBaseline(disk, used); err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
	}
	return nil
}

// usedBaseline returns the path of the baseline and what names it, "" if there is none. A configuration may name only a file in its repository.
func (l *linting) usedBaseline(c *cli.Context) (name, from string, err error) {
	own, err := l.configs.settingsIn(l.dir)
	if err != nil || c.IsSet("baseline") || own.Baseline == "" {
		return c.String("baseline"), "--baseline", err
	}
	from = own.Place("baseline")
	name = filepath.FromSlash(own.Baseline)
	if !filepath.IsAbs(name) {
		name = filepath.Join(own.scope.Dir, name)
	}
	boundary := load.RepositoryRoot(own.scope.Dir)
	if boundary == "" {
		boundary = own.scope.Dir
	}
	if _, err := regular.Resolve(name, boundary); errors.Is(err, regular.ErrOutside) || !regular.Contains(boundary, name) {
		return "", "", fmt.Errorf("%s: %s: %w", from, own.Baseline, regular.ErrOutside)
	}
	if rel, err := filepath.Rel(l.dir, name); err == nil {
		name = rel
	}
	return name, from, nil
}

// full returns the absolute path of a file that the user named.
func (r *runner) full(name string) string { return fullPath(r.dir, name) }

func readBaseline(disk *load.Disk, name string) (*accepted, error) {
	if !disk.Exists(name) {
		return nil, fmt.Errorf("%s does not exist; write it: karplint lint --write-baseline %s", name, name)
	}
	read, broken, err := parseBaseline(disk, name)
	switch {
	case err != nil:
		return nil, err
	case len(read.file.Data) == 0:
		return nil, fmt.Errorf("%s is empty; write it: karplint lint --write-baseline %s", name, name)
	case broken != nil && broken.Conflict:
		return nil, fmt.Errorf("%s:%d: %w; keep the entries of both sides, or renew it: karplint lint --write-baseline %s", name, broken.Line, broken, name)
	case broken != nil:
		return nil, notAnEntry(name, broken)
	}
	return read, nil
}

// readTarget returns what the file to write contains; nothing if it does not exist. What git left of a conflict is passed over.
func readTarget(disk *load.Disk, full, name string) (*accepted, error) {
	if !regular.Exists(full) {
		return newAccepted(model.NewFile(name, nil), nil), nil
	}
	read, broken, err := parseBaseline(disk, name)
	if err == nil && broken != nil && !broken.Conflict {
		err = notAnEntry(name, broken)
	}
	return read, err
}

func parseBaseline(disk *load.Disk, name string) (*accepted, *baseline.Error, error) {
	shown, err := disk.Allow(name)
	if err != nil {
		return nil, nil, err
	}
	data, err := disk.ReadFile(shown)
	if err != nil {
		return nil, nil, err
	}
	entries, broken := baseline.Parse(data)
	return newAccepted(model.NewFile(shown, data), entries), broken, nil
}

func notAnEntry(name string, broken *baseline.Error) error {
	return fmt.Errorf("%s:%d: %w; remove the line, or delete the file and write it again: karplint lint --write-baseline %s",
		name, broken.Line, broken, name)
}

// chooseNew returns what selects the findings that the baseline lacks; nil if there is no baseline.
func (l *linting) chooseNew() func([]lint.Finding) []lint.Finding {
	if l.baselines.used == nil {
		return nil
	}
	known, roots := l.baselines.used.known, newRoots(l.dir) // of its own, because a run that is given up may still ask
	return func(findings []lint.Finding) []lint.Finding {
		chosen := slices.Clone(findings)
		lint.Fingerprints(chosen, roots.path)
		return slices.DeleteFunc(chosen, func(f lint.Finding) bool { return known[f.Fingerprint] })
	}
}

// useBaselines writes the new baseline, and hides the findings of the one that is used: of the new one, if it was written.
func (l *linting) useBaselines() error {
	b := &l.baselines
	if b.target == "" && b.used == nil {
		return nil
	}
	l.unwatch() // what follows is short, and must not be given up
	var failed error
	if b.target != "" {
		failed = l.writeBaseline()
	}
	if b.used == nil {
		return failed
	}
	found := l.hideAccepted()
	if stale := l.stale(b.used.entries, found); len(stale) > 0 {
		findings := l.groupOf(b.used.file.Path).linter.Stale(b.used.file, stale)
		lint.Fingerprints(findings, l.roots.path)
		l.result.Findings = append(l.result.Findings, findings...)
		lint.Sort(l.result.Findings)
	}
	return failed
}

// hideAccepted hides the findings of the baseline that is used, and returns the fingerprints of all.
func (l *linting) hideAccepted() map[string]bool {
	found, exceeded, b := map[string]bool{}, limit.Of(l.ctx) != nil, &l.baselines
	var left []lint.Finding
	for _, f := range l.result.Findings {
		found[f.Fingerprint] = true
		if isHidden := b.used.known[f.Fingerprint] && !(exceeded && f.Rule == parseRule) && !f.Compares; !isHidden {
			left = append(left, f)
		}
	}
	b.counted = len(l.result.Findings) - len(left)
	l.result.Findings = left
	return found
}

// parseRule is the rule about files that are not checked, and about a limit.
const parseRule = "KL000"

// baselined returns the number of findings that the baseline hides; nil if there is none.
func (l *linting) baselined() *int {
	if l.baselines.used == nil {
		return nil
	}
	return &l.baselines.counted
}

// writeBaseline writes all findings, and the old entries that this run did not judge. What it wrote is the baseline in use then.
func (l *linting) writeBaseline() error {
	b := &l.baselines
	failed := slices.Concat(l.in.Errors, l.result.Errors)
	if limit.Of(l.ctx) != nil || slices.ContainsFunc(failed, l.in.fails) {
		l.in.Notes = append(l.in.Notes, b.target+": not written, because not everything was checked")
		return nil
	}
	found := map[string]bool{}
	var entries []baseline.Entry
	for _, f := range l.result.Findings {
		found[f.Fingerprint] = true
		entries = append(entries, baseline.Entry{Fingerprint: f.Fingerprint, Rule: f.Rule, File: l.roots.path(f.File), Message: f.Message})
	}
	stale := l.stale(b.old.entries, found)
	for _, e := range b.old.entries {
		if !found[e.Fingerprint] && !slices.Contains(stale, e) {
			entries = append(entries, e)
		}
	}
	text := baseline.Format(entries)
	if !regular.Exists(l.full(b.target)) {
		if err := save.New(b.target, nil, false); err != nil {
			return fmt.Errorf("--write-baseline: %w", err)
		}
	}
	if err := l.saveGroup([]save.Change{{Path: b.target, Before: b.old.file.Data, After: text}})[0]; err != nil {
		return fmt.Errorf("--write-baseline: %w", err)
	}
	written, _ := baseline.Parse(text)
	b.used = newAccepted(model.NewFile(b.target, text), written)
	l.in.Notes = append(l.in.Notes, fmt.Sprintf("%s now holds %s", b.target, report.Count(len(written), "finding")))
	return nil
}

// stale returns the entries that this run judged, and whose findings it did not find.
func (l *linting) stale(entries []baseline.Entry, found map[string]bool) (stale []baseline.Entry) {
	var judges func(baseline.Entry) bool
	for _, e := range entries {
		if found[e.Fingerprint] {
			continue
		}
		if judges == nil {
			judges = l.judges()
		}
		if judges(e) {
			stale = append(stale, e)
		}
	}
	return stale
}

// judges returns a function that reports whether the run judged what an entry is about: its rule was selected for its file, and the file was
// requested, read and parsed. A file that is gone was judged if it would have been listed.
func (l *linting) judges() func(baseline.Entry) bool {
	unchecked, all := l.unchecked()
	if !all {
		return func(baseline.Entry) bool { return false }
	}
	roots := l.requestedRoots()
	selected := map[*lint.Linter]map[string]bool{}
	for _, g := range l.groups {
		selected[g.linter] = map[string]bool{}
		for _, choice := range g.linter.Rules() {
			selected[g.linter][choice.ID] = !choice.Before // it may find something when other states are compared
		}
	}
	return func(e baseline.Entry) bool {
		for root := range roots { // in any order: one is enough
			file := l.shownPath(root, e.File)
			listed, isRequested := l.in.Find(file)
			isChecked := !unchecked[file] && !(filetype.IsTerraform(file) && unchecked[path.Dir(file)])
			if isRequested && !listed.Context && isChecked && selected[l.groupOf(file).linter][e.Rule] {
				return true
			}
		}
		return false
	}
}

// unchecked returns the files that were not read or parsed, and directories with such a file of Terraform. all is false if the run did not end.
func (l *linting) unchecked() (unchecked map[string]bool, all bool) {
	unchecked = map[string]bool{}
	for _, f := range l.result.Findings {
		if f.Rule == parseRule {
			unchecked[f.File] = true
			if filetype.IsTerraform(f.File) {
				unchecked[path.Dir(f.File)] = true
			}
		}
	}
	for _, err := range l.result.Errors {
		var unread *load.Error
		if !errors.As(err, &unread) {
			return nil, false
		}
		unchecked[unread.Path] = true
	}
	return unchecked, limit.Of(l.ctx) == nil
}

// requestedRoots returns the roots by which files of the run are named, as absolute paths.
func (l *linting) requestedRoots() map[string]bool {
	roots := map[string]bool{}
	for _, p := range l.in.paths {
		full := l.full(p)
		if !regular.IsDir(full) {
			full = filepath.Dir(full)
		}
		roots[l.roots.rootOf(full)] = true
	}
	for _, f := range l.in.Files {
		if !f.Context {
			roots[l.roots.rootOf(filepath.Dir(l.full(filepath.FromSlash(f.Path))))] = true
		}
	}
	return roots
}

// shownPath returns the path by the working directory of a file that an entry names by a root.
func (l *linting) shownPath(root, file string) string {
	full := filepath.FromSlash(file)
	if file == stdinName {
		return file
	}
	if !filepath.IsAbs(full) {
		full = filepath.Join(root, full)
	}
	if rel, err := filepath.Rel(l.dir, full); err == nil {
		full = rel
	}
	return filepath.ToSlash(full)
}
