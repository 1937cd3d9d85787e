package kustomize

import (
	"slices"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// Build is the result of an outermost kustomization for one object. No other kustomization among the files uses an outermost one.
type Build struct {
	Path    string       // of the file with the kustomization
	InFile  bool         // the kustomization is inside an object of that file, rather than the one of its directory
	Partial bool         // another kustomization may change the object further
	Value   *model.Value // the object with all patches

	base    *model.Value
	patches []*PatchDocument // in the order in which they were applied
	origins map[*model.Value]Origin
}

// partialBuild matches kustomizations that other repositories may use.
var partialBuild = pattern.New(`(?i)(^|/)(components?|bases?)/`)

// IsPatched reports whether a kustomization among the files may patch objects of a file.
func (t *Tree) IsPatched(file string) bool { return len(t.waysFrom(file)) > 0 }

// HasPatches reports whether any object may be patched.
func (t *Tree) HasPatches() bool { return t != nil && len(t.byPlace)+len(t.anywhere) > 0 }

// Builds returns the builds of an object by the outermost kustomizations; none if they do not change it. known is false if a patch
// cannot be read, or if its effect cannot be determined.
func (t *Tree) Builds(file string, object *model.Resource) (builds []*Build, known bool) {
	base := PlainInPlace(object.Value)
	if base == nil {
		return nil, false
	}
	changed := false
	for _, r := range outermost(t.waysFrom(file)) {
		b, known := r.build(object, base)
		if !known {
			return nil, false
		}
		if b.Value != nil {
			builds = append(builds, b)
			changed = changed || b.Value != base
		}
	}
	if !changed {
		return nil, true
	}
	return builds, true
}

// outermost returns the reaches whose kustomization no other one uses: no other path begins with theirs.
func outermost(reached []*reach) (outer []*reach) {
	for _, r := range reached {
		isUsed := func(other *reach) bool { return other.layers.extends(r.layers) }
		if r.layers == nil || !slices.ContainsFunc(reached, isUsed) {
			outer = append(outer, r)
		}
	}
	return outer
}

// build applies the changes of the reach to an object. The value of the build is nil if a patch deletes the object.
func (r *reach) build(object *model.Resource, base *model.Value) (b *Build, known bool) {
	o := NewObject(object, base)
	b = &Build{Path: r.path, base: base}
	if r.layers == nil { // the directory is unknown
		return b.unlessSelected(&o, r.changes)
	}
	for l := r.layers; l != nil; l = l.next {
		if l.Unfollowed || !b.apply(&o, l) {
			return nil, false
		}
		b.InFile, b.Partial = l.InObject(), partialBuild().MatchString(l.Path)
		if o.Value == nil {
			break
		}
	}
	b.Value = o.Value
	return b, true
}

// unlessSelected returns the build without a value. That is known only if no change selects the object, because the kustomization of the changes
// may build any directory.
func (b *Build) unlessSelected(o *Object, changes []*Change) (*Build, bool) {
	return b, !slices.ContainsFunc(changes, func(c *Change) bool { return c.selects(o) })
}

// apply applies the changes of a layer. It returns false if the result is unknown.
func (b *Build) apply(o *Object, l *layer) bool {
	for c := range l.selecting(o) {
		if slices.Contains(b.patches, c.patch) {
			continue
		}
		if !b.applyChange(o, c) {
			return false
		}
		if o.Value == nil {
			break
		}
	}
	return true
}

func (b *Build) applyChange(o *Object, c *Change) bool {
	switch {
	case c.Unread:
		return false
	case c.patch == nil:
		o.Value = Merge(o.Value, c.Value)
		return true
	}
	b.patches = append(b.patches, c.patch)
	c.patch.Apply(o)
	return o.Value != nil || c.patch.Deletes()
}

// Patches returns the patches in the build, in order.
func (b *Build) Patches() []*PatchDocument { return b.patches }

// Origin is the place in the files of a part of a built object.
type Origin struct {
	Patch *PatchDocument // nil for the object itself
	Path  []any          // in the object, or in the document of the patch
}

// Origin returns the place of the value at a path of the build. For a missing value it returns the place of the instruction that
// removes it, or of the map that lacks it.
func (b *Build) Origin(path []any) Origin {
	if len(path) == 0 {
		return Origin{}
	}
	v := b.Value.Get(path...)
	if v == nil {
		return b.originOfMissing(path)
	}
	b.index()
	if o, isKnown := b.origins[v]; isKnown {
		return o
	}
	if b.isMerged(v, path) {
		return Origin{nil, path}
	}
	if o, isKnown := b.originByChildren(v); isKnown {
		return o
	}
	parent := b.Origin(path[:len(path)-1])
	return Origin{parent.Patch, model.Join(parent.Path, path[len(path)-1])}
}

// isMerged reports whether a value results from patching the value at the same path of the object. In lists the indices may
// differ.
func (b *Build) isMerged(v *model.Value, path []any) bool {
	isIndex := func(step any) bool { _, ok := step.(int); return ok }
	before := b.base.Get(path...)
	return !slices.ContainsFunc(path, isIndex) && before != nil && before.Kind == v.Kind
}

// originByChildren returns the place of a value that several sources contribute to: the place in the object if it is there too.
func (b *Build) originByChildren(v *model.Value) (origin Origin, isKnown bool) {
	for _, child := range v.Children() {
		o, isWritten := b.origins[child]
		isOperand := o.Patch != nil && o.Patch.Object == nil && len(o.Path) == len([]any{"operation", "value"})
		if !isWritten || isOperand {
			continue
		}
		if o.Path = o.Path[:len(o.Path)-1]; o.Patch == nil {
			return o, true
		}
		origin, isKnown = o, true
	}
	return origin, isKnown
}

func (b *Build) originOfMissing(path []any) Origin {
	for _, patch := range slices.Backward(b.patches) {
		if place := patch.removal(path, b.Value); place != nil {
			return Origin{patch, place}
		}
	}
	parent := b.Origin(path[:len(path)-1])
	return Origin{parent.Patch, model.Join(parent.Path, path[len(path)-1])}
}

// index records the place of each value in the object and in the patches.
func (b *Build) index() {
	if b.origins != nil {
		return
	}
	b.origins = map[*model.Value]Origin{}
	b.add(b.base, nil, nil)
	for _, patch := range b.patches {
		if patch.Object != nil {
			b.add(patch.Object.Value, patch, nil)
		}
		for i, op := range patch.Operations {
			b.add(op.Value, patch, []any{i, "value"})
		}
	}
}

func (b *Build) add(v *model.Value, patch *PatchDocument, path []any) {
	if v == nil {
		return
	}
	b.origins[v] = Origin{patch, path}
	for step, child := range v.Children() {
		b.add(child, patch, model.Join(path, step))
	}
}

// removal returns the path in the patch of the instruction that removes the value at a path, or a value around it; nil if there is
// none.
func (d *PatchDocument) removal(path []any, result *model.Value) []any {
	if d.Object != nil {
		for depth := range path {
			if v := d.Object.Value.Get(path[:depth+1]...); v != nil && v.Kind == model.Null {
				return path[:depth+1]
			}
		}
		return nil
	}
	steps := PointerSteps(path)
	for i, op := range d.Operations {
		isPrefix := len(op.At) <= len(steps) && slices.Equal(op.At, steps[:min(len(op.At), len(steps))])
		if op.Verb == "remove" && isPrefix && result.Get(path[:len(op.At)]...) == nil {
			return []any{i, "path"}
		}
	}
	return nil
}
