package lint

import (
	"context"
	"maps"
	"slices"
)

// TreeFixed is a Tree after its fixes.
type TreeFixed struct {
	TreeResult
	Texts map[string][]byte // of the files that were changed, by path
	Fixes int               // how many fixes were made
}

// FixTree applies the safe fixes, with unsafe also the others, until nothing changes, at most ten rounds; of fixes that get
// in each other's way the first is applied and the others wait for the next round. Only files in which something may
// be reported are changed: a fix that would change another is not made. save is called for each changed file, in the
// order of their paths; a file that it returns an error for is as it was, and so are its findings.
func (l *Linter) FixTree(ctx context.Context, t Tree, unsafe bool, save func(path string, before, after []byte) error) TreeFixed {
	r := l.newTreeRun(ctx, t)
	r.linted = make([]lintedFile, len(r.scan.manifests))
	fixed := TreeFixed{Texts: map[string][]byte{}}
	files := Overlay{Base: t.Files}
	for round := 0; ; round++ {
		fixed.TreeResult = r.lint(files)
		if round == maxRounds || ctx.Err() != nil {
			break
		}
		changed, made := ApplyFixes(r.withinReach(fixed.Findings), unsafe, files.ReadFile)
		if made == 0 {
			break
		}
		fixed.Fixes += made
		files = files.With(changed)
		r.forget(changed)
	}
	fixed.Texts = files.Texts
	r.save(&fixed, t, save)
	return fixed
}

// withinReach returns the findings whose fixes change only files that were asked for.
func (r *treeRun) withinReach(findings []Finding) []Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		return f.Fix == nil || slices.ContainsFunc(f.Fix.Edits, func(e FileEdit) bool { return !r.reports(e.File) })
	})
}

// forget drops what is known of the files, and of those that read them.
func (r *treeRun) forget(changed map[string][]byte) {
	isChanged := func(name string) bool {
		_, is := changed[name]
		return is
	}
	for i, m := range r.scan.manifests {
		if isChanged(m.path) || slices.ContainsFunc(r.read[i], isChanged) || slices.ContainsFunc(r.linted[i].read, isChanged) {
			r.surveyed[i] = nil
			r.linted[i] = lintedFile{}
		}
	}
}

// save saves the changed files, and lints once more if one could not be.
func (r *treeRun) save(fixed *TreeFixed, t Tree, save func(path string, before, after []byte) error) {
	before := len(fixed.Findings) + fixed.Fixes
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(fixed.Texts)) {
		old, err := t.Files.ReadFile(name)
		if err == nil {
			err = save(name, old, fixed.Texts[name])
		}
		if err != nil {
			errs = append(errs, err)
			r.forget(map[string][]byte{name: nil})
			delete(fixed.Texts, name)
		}
	}
	if len(errs) == 0 {
		return
	}
	fixed.TreeResult = r.lint(Overlay{Base: t.Files}.With(fixed.Texts))
	fixed.Errors = append(fixed.Errors, errs...)
	fixed.Fixes = max(0, before-len(fixed.Findings))
}
