package lint

import (
	"path"
	"slices"
	"sync"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/project"
)

// pair tells which jobs find the same on two sides.
type pair struct {
	now, old   *comparedSide
	projects   *project.Comparison
	isArranged bool        // all files have the same observations
	isPatched  func() bool // kustomizations patch the same files in the same way
}

func newPair(now, old *comparedSide) *pair {
	p := &pair{now: now, old: old, projects: project.Compare(now.now.Projects, old.now.Projects), isArranged: now.now.SameObservations(old.now)}
	p.isPatched = sync.OnceValue(p.samePatches)
	return p
}

// same reports whether two jobs with the same id find the same, because all that they depend on is the same.
func (p *pair) same(j, other job) bool {
	if j.by.Linter != other.by.Linter {
		return false
	}
	switch j.kind {
	case rootJob:
		return j.root.Summary == other.root.Summary && p.sameRoot(j.root, other.root)
	case manifestJob:
		return p.sameManifest(j, other)
	case projectJob:
		return p.sameTexts(p.now.covered(j)) && p.sameTexts(p.old.covered(other)) && p.projects.Project(j.project, other.project)
	case patchesJob:
		return p.isPatched()
	}
	return p.sameTexts(j.paths)
}

// sameRoot reports whether a root whose files are the same is surrounded by the same. Its summary has what the others see of it.
func (p *pair) sameRoot(root, other *inventory.Root) bool {
	one, two := p.now.projectOf(root.Summary), p.old.projectOf(other.Summary)
	return p.sameTexts(paths(p.now.now.Projects.Objects(root.Summary.Dir))) && p.projects.Project(one, two) &&
		(p.isArranged || !slices.ContainsFunc(p.now.covered(job{kind: rootJob, root: root}), func(file string) bool { return !p.sameAppliers(file) }))
}

func (p *pair) sameManifest(j, other job) bool {
	if !p.sameTexts(p.now.covered(j)) || !p.sameTexts(p.old.covered(other)) {
		return false
	}
	if dir := helm.ChartOf(j.name); dir != "" && !p.sameText(path.Join(dir, helm.ChartFile)) {
		return false
	}
	if (p.now.isPatched(j.name) || p.old.isPatched(j.name)) && !p.isPatched() {
		return false
	}
	return p.isArranged || p.projects.File(j.name) && p.sameAppliers(j.name)
}

func (p *pair) sameAppliers(file string) bool {
	return slices.Equal(p.now.now.AppliersOf(file), p.old.now.AppliersOf(file))
}

// samePatches reports whether kustomizations read the same, and patched objects are for the same releases.
func (p *pair) samePatches() bool {
	if !p.isArranged {
		return false
	}
	changed := map[string][]byte{}
	for _, s := range []*comparedSide{p.now, p.old} {
		for _, in := range s.Inputs {
			if !p.sameText(in.Path) {
				changed[in.Path] = nil
			}
		}
	}
	return !p.now.patches.Tree.ReadsAny(changed) && !p.old.patches.Tree.ReadsAny(changed)
}

func (p *pair) sameTexts(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !p.sameText(name) })
}

func (p *pair) sameText(name string) bool { return p.now.now.SameText(p.old.now, name) }
