package cli

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/report"
	"github.com/karplint/karplint/internal/sides"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/rule"
)

// fixNew applies the fixes of new findings. On the disk, the result is what remains. Otherwise the fixes go to the files on the disk, and the
// findings remain until these are staged.
func (l *linting) fixNew(s *sides.Sides, tree lint.Tree) {
	fresh := map[string]bool{}
	for _, f := range l.result.Findings {
		fresh[f.Fingerprint] = true
	}
	save := l.save
	if !s.OnDisk {
		save = l.savesStaged(s)
	}
	if !l.diff {
		l.in.Notes = append(l.in.Notes, removeLeftovers(l.in.Files)...)
	}
	roots := newRoots(l.dir) // of its own, because a run that is given up may still ask
	choose := func(findings []lint.Finding) []lint.Finding {
		chosen := slices.Clone(findings)
		lint.Fingerprints(chosen, roots.path)
		return slices.DeleteFunc(chosen, func(f lint.Finding) bool { return !fresh[f.Fingerprint] || l.unstaged(s, f.Fix) != "" })
	}
	before := l.result.Findings
	fixed := lint.Fix(l.ctx, tree, l.linters(), l.unsafe, choose, save)
	l.in.Notes = append(l.in.Notes, fixed.Notes...)
	left := map[string]bool{}
	lint.Fingerprints(fixed.Findings, roots.path)
	for _, f := range fixed.Findings {
		left[f.Fingerprint] = true
	}
	for _, err := range fixed.Errors {
		if !errors.Is(err, errLeft) {
			l.result.Errors = append(l.result.Errors, err)
		}
	}
	l.result.Findings = slices.DeleteFunc(slices.Clone(before), func(f lint.Finding) bool { return !left[f.Fingerprint] && !f.Compares })
	l.fixed = len(before) - len(l.result.Findings)
	l.news.changed = s.OnDisk && !l.diff && len(fixed.Texts) > 0
	if !s.OnDisk && !l.diff && len(fixed.Texts) > 0 {
		l.news.held = before
		l.in.Notes = append(l.in.Notes, fmt.Sprintf("%s fixed in the working tree; look at the changes, and stage them with git add",
			report.Count(l.fixed, "finding")))
	}
	for _, f := range l.result.Findings {
		isMade := f.Fix != nil && (l.unsafe || f.Fix.Safety == rule.Safe)
		switch file := l.unstaged(s, f.Fix); {
		case !isMade || file == "":
		case file == f.File:
			l.in.Notes = append(l.in.Notes, fmt.Sprintf("%s: %s is not fixed, because the file is not staged", f.File, f.Rule))
		default:
			l.in.Notes = append(l.in.Notes, fmt.Sprintf("%s: %s is not fixed, because that also changes %s, which is not staged", f.File, f.Rule, file))
		}
	}
}

// unstaged returns a file that a fix changes and that is not staged, "" if there is none. On the disk, all files count as staged.
func (l *linting) unstaged(s *sides.Sides, fix *fixes.Fix) string {
	if s.OnDisk || fix == nil {
		return ""
	}
	for _, e := range fix.Edits {
		if name, ok := s.Relative(l.dir, e.File); !ok || !s.Changed[name] {
			return e.File
		}
	}
	return ""
}

// savesStaged returns what writes a file that was fixed as it is staged, to the working tree.
func (l *linting) savesStaged(s *sides.Sides) func(path string, staged, fixed []byte) error {
	return func(path string, staged, fixed []byte) error {
		onDisk, after, reason := l.onDisk(s, path, staged, fixed)
		if reason != "" {
			l.in.Notes = append(l.in.Notes, fmt.Sprintf("%s: not fixed, because %s", path, reason))
			return errLeft
		}
		return l.save(path, onDisk, after)
	}
}

// errLeft means that a file was left as it is, for a reason that a note tells.
var errLeft = errors.New("left as it is")

// onDisk returns what a file contains in the working tree, and what to write there so that it becomes what its staged text was changed to. If the
// file has other changes, or a program filters it on its way into the repository, it returns that as a reason to leave it.
func (r *runner) onDisk(s *sides.Sides, path string, staged, changed []byte) (now, after []byte, reason string) {
	name, _ := s.Relative(r.dir, path)
	now, err := regular.Read(r.full(path), load.MaxSize)
	switch {
	case err != nil:
		return nil, nil, "it is not in the working tree"
	case regular.IsLink(r.full(path)):
		return nil, nil, "it is a link in the working tree"
	case s.HasFilter(name):
		return nil, nil, "git filters the file"
	case bytes.Equal(now, staged):
		return now, changed, ""
	case !bytes.Contains(staged, []byte("\r\n")) && bytes.Equal(bytes.ReplaceAll(now, []byte("\r\n"), []byte("\n")), staged):
		return now, bytes.ReplaceAll(changed, []byte("\n"), []byte("\r\n")), ""
	}
	return nil, nil, "it has changes that are not staged"
}
