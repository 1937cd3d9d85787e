package verdict

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/model"
)

// Builds holds the problems of objects as kustomizations build them, each at the object or patch that causes it.
type Builds struct {
	objects map[writtenAt][]admission.Problem // by place of an object, or of a patch that is an object; empty for one without problems
	Loose   []LooseProblem                    // problems of other patches
}

// writtenAt is the place of an object in the files.
type writtenAt struct {
	file  string
	start int    // of the document
	path  string // within the document
}

// LooseProblem is a problem of a patch that is not an object of Karpenter's kinds: a JSON 6902 patch, or one inside a
// kustomization.
type LooseProblem struct {
	admission.Problem
	Object *model.Resource // as it is built
	kustomize.Origin
}

// Context describes where an object is built.
type Context struct {
	Cluster
	Cloud string // as in Cluster.Check
}

// builder judges built objects.
type builder struct {
	patches *Patches
	context func(object *model.Resource, build *kustomize.Build) Context
	Builds
}

// JudgeBuilds judges the objects of documents as kustomizations build them. context returns the context of a build.
func JudgeBuilds(documents iter.Seq[*model.Document], patches *Patches, context func(*model.Resource, *kustomize.Build) Context) *Builds {
	b := &builder{patches: patches, context: context, Builds: Builds{objects: map[writtenAt][]admission.Problem{}}}
	for doc := range documents {
		b.document(doc)
	}
	return &b.Builds
}

func (b *builder) document(doc *model.Document) {
	for _, object := range place.Resources(doc) {
		if !admission.Serves(object.APIVersion, object.Kind) || rego.NewUncertain(object, false).Any() {
			continue
		}
		if builds, known := b.patches.Tree.Builds(doc.File.Path, object); known && len(builds) > 0 {
			b.object(object, builds)
		}
	}
}

// verdict is a problem at one place, with the builds that have it.
type verdict struct {
	admission.Problem
	kustomize.Origin
	builds []*kustomize.Build
}

// object judges the builds of an object.
func (b *builder) object(object *model.Resource, builds []*kustomize.Build) {
	b.markJudged(object, builds)
	var verdicts []*verdict
	for _, build := range builds {
		for _, p := range b.problems(object, build.Value, build) {
			origin := build.Origin(p.Path)
			i := slices.IndexFunc(verdicts, func(v *verdict) bool { return v.Code == p.Code && isSamePlace(v.Origin, origin) })
			if i < 0 {
				i = len(verdicts)
				verdicts = append(verdicts, &verdict{Problem: p, Origin: origin})
			}
			verdicts[i].builds = append(verdicts[i].builds, build)
		}
	}
	alone := b.problems(object, object.Value, builds[0])
	for _, v := range verdicts {
		b.report(object, v, len(v.builds) < countReaders(v.Origin, builds) || !v.isOwn(alone))
	}
}

// markJudged adds entries for the object, and for its patches that are objects.
func (b *builder) markJudged(object *model.Resource, builds []*kustomize.Build) {
	b.add(placeOf(object))
	for _, build := range builds {
		for _, patch := range build.Patches() {
			if patched, isObject := writtenPatch(patch, object.Kind); isObject {
				b.add(patched)
			}
		}
	}
}

// add adds problems of an object or patch.
func (b *builder) add(target writtenAt, problems ...admission.Problem) {
	b.objects[target] = append(b.objects[target], problems...)
}

// countReaders returns the number of builds that contain the text at a place.
func countReaders(origin kustomize.Origin, builds []*kustomize.Build) int {
	if origin.Patch == nil {
		return len(builds)
	}
	n := 0
	for _, build := range builds {
		if slices.ContainsFunc(build.Patches(), func(p *kustomize.PatchDocument) bool { return p == origin.Patch || p.IsSame(origin.Patch) }) {
			n++
		}
	}
	return n
}

// isOwn reports whether the text at the place is wrong in every combination. alone are the problems of the object as its file has
// it.
func (v *verdict) isOwn(alone []admission.Problem) bool {
	if v.Patch != nil {
		return v.Code != admission.CodeRule && v.Code != admission.CodeRequired
	}
	return slices.ContainsFunc(alone, func(p admission.Problem) bool {
		return p.Code == v.Code && slices.Equal(p.Path, v.Origin.Path)
	})
}

func isSamePlace(a, b kustomize.Origin) bool {
	return slices.Equal(a.Path, b.Path) && isSamePatch(a.Patch, b.Patch)
}

func isSamePatch(a, b *kustomize.PatchDocument) bool {
	if a == b || a == nil || b == nil {
		return a == b
	}
	return a.IsSame(b)
}

// problems returns the problems of the object as one build makes it.
func (b *builder) problems(object *model.Resource, v *model.Value, build *kustomize.Build) []admission.Problem {
	context := b.context(object, build)
	return context.Check(context.Cloud, admission.Object{
		Value: v, APIVersion: object.APIVersion, Kind: object.Kind, Partial: build.Partial,
		Reader: known.Reader{Filled: known.Filled(object.Document)},
	})
}

// report adds the problem to the object or patch that causes it. If only some builds have the problem, or if the object alone does
// not have it, it names the builds.
func (b *builder) report(object *model.Resource, v *verdict, named bool) {
	p, first := v.Problem, v.builds[0]
	if named {
		p.Builds = names(v.builds)
	}
	target, isObject := placeOf(object), true
	if v.Patch != nil {
		target, isObject = writtenPatch(v.Patch, object.Kind)
	}
	if !isObject {
		asBuilt := *object
		asBuilt.Value, p.Fix = first.Value, nil
		isKnown := func(l LooseProblem) bool { return l.Code == p.Code && isSamePlace(l.Origin, v.Origin) }
		if !slices.ContainsFunc(b.Loose, isKnown) {
			b.Loose = append(b.Loose, LooseProblem{p, &asBuilt, v.Origin})
		}
		return
	}
	if named || p.Fix != nil && !isFixableAt(p, first, v.Origin) {
		p.Fix = nil
	}
	if !slices.Equal(p.Path, v.Origin.Path) {
		p.Meant = nil
	}
	p.Path = v.Origin.Path
	isKnown := func(other admission.Problem) bool { return other.Code == p.Code && slices.Equal(other.Path, p.Path) }
	if !slices.ContainsFunc(b.objects[target], isKnown) {
		b.add(target, p)
	}
}

// isFixableAt reports whether the fix changes only the place of the problem, under the same path.
func isFixableAt(p admission.Problem, build *kustomize.Build, origin kustomize.Origin) bool {
	for _, op := range p.Fix.Ops {
		if written := build.Origin(op.Path); written.Patch != origin.Patch || !slices.Equal(written.Path, op.Path) {
			return false
		}
	}
	return true
}

// names returns the names of kustomizations, for a text.
func names(builds []*kustomize.Build) string {
	var names []string
	for _, build := range builds {
		name := path.Dir(build.Path)
		if build.InFile {
			name = build.Path
		}
		names = append(names, name)
	}
	return strings.Join(names, " and ")
}

func placeOf(object *model.Resource) writtenAt {
	return writtenAt{object.Document.File.Path, object.Document.Span.Start, model.PathText(object.Path)}
}

// writtenPatch returns the place of a patch, if the patch is an object of the kind in a file of its own.
func writtenPatch(patch *kustomize.PatchDocument, kind string) (target writtenAt, isObject bool) {
	isObject = patch.Patch.File != "" && patch.Object != nil && patch.Object.Kind == kind
	return writtenAt{patch.Patch.File, patch.Span.Start, model.PathText(nil)}, isObject
}

// builtProblems returns the problems of an object or patch, if it is judged as it is built.
func (j *Judge) builtProblems(object *model.Resource) (problems []admission.Problem, isJudged bool) {
	if j.Builds == nil || object.Document == nil {
		return nil, false
	}
	file := object.Document.File.Path
	if !j.Patches.Tree.IsPatched(file) && !j.Patches.Tree.IsPatch(file) {
		return nil, false
	}
	problems, isJudged = j.Builds().objects[placeOf(object)]
	return slices.Clone(problems), isJudged
}
