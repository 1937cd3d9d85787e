package lint

import (
	"iter"
	"slices"
	"strings"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/lint/verdict"
	"github.com/karplint/karplint/model"
)

// judgeBuilds judges the objects in files that kustomizations patch.
func (r *Run) judgeBuilds(by *runLinter) *verdict.Builds {
	return verdict.JudgeBuilds(r.patched(), r.patches, func(object *model.Resource, build *kustomize.Build) verdict.Context {
		return r.contextOf(by, object, build)
	})
}

// patched returns the documents of files with Karpenter objects that kustomizations patch.
func (r *Run) patched() iter.Seq[*model.Document] {
	return func(yield func(*model.Document) bool) {
		for _, m := range r.inventory.Scan.Manifests {
			isBase := r.patches.Tree.IsPatched(m.Path) && !r.patches.Tree.IsPatch(m.Path)
			if !isBase || !m.Signs.Any(scan.Karpenter) {
				continue
			}
			f, err := model.Open(r.now.Files, m.Path)
			if err != nil {
				continue // linting the file reports that
			}
			for _, d := range r.inventory.Documents(f, m.Named) {
				if d.Err == nil && !yield(d.Doc) {
					return
				}
			}
		}
	}
}

// contextOf returns the cluster of the build's project, or otherwise of the object's, and the cloud of the object.
func (r *Run) contextOf(by *runLinter, object *model.Resource, build *kustomize.Build) verdict.Context {
	file := build.Path
	if !r.now.Projects.Target(file).IsKnown() {
		file = object.Document.File.Path
	}
	return verdict.Context{
		Cluster: by.clusterOf(r.now.Projects.Installations(file), r.now.Projects.Target(file)),
		Cloud:   cloudOf(object, r.now.Projects.Context(object.Document.File.Path)),
	}
}

// lintPatches reports the problems of patches that are not objects in files of their own.
func (r *Run) lintPatches(by *runLinter) (Result, error) {
	builds := by.builds()
	var results []Result
	var cache *place.Cache
	loose := slices.Clone(builds.Loose)
	slices.SortStableFunc(loose, func(a, b verdict.LooseProblem) int { return strings.Compare(a.Patch.WrittenIn(), b.Patch.WrittenIn()) })
	for i, l := range loose { // so that each file is read once
		if i == 0 || l.Patch.WrittenIn() != loose[i-1].Patch.WrittenIn() {
			cache = place.NewCache(r.now.Files, nil)
		}
		result, err := r.lintPatch(by, l, cache)
		if err != nil {
			return result, err
		}
		results = append(results, result)
	}
	return Merge(results...), nil
}

func (r *Run) lintPatch(by *runLinter, l verdict.LooseProblem, cache *place.Cache) (Result, error) {
	file := l.Patch.WrittenIn()
	check := by.newChecker(r.now.Projects.Target(file))
	check.missing = (&projectChecker{checker: check, cache: cache}).readSuppressions
	check.appliers = r.now.AppliersOf
	s := check.subject(l.Object, addressOf(l.Object), patchView{cache.PatchSite(l.Patch, l.Origin.Path)})
	s.file, s.writtenIn, s.problems = file, file, []admission.Problem{l.Problem}
	relays := slices.DeleteFunc(slices.Clone(check.rules.units), func(u *unit) bool { return !u.Relays })
	check.keep(s.ask(relays))
	return check.result(0)
}

// patchView is the view of an object whose problem is in a patch.
type patchView struct{ site place.Site }

// Site is the place in the patch.
func (v patchView) Site([]any) place.Site { return v.site }

// Anchor refuses.
func (v patchView) Anchor([]any, bool) (place.Anchor, error) {
	return place.Anchor{}, edit.Refuse("a patch is changed by hand")
}
