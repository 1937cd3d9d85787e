package kustomize

import "github.com/karplint/karplint/model"

// Use is a document of a patch that a kustomization applies to an object.
type Use struct {
	*PatchDocument
	By     *Kustomization // that lists the patch
	In     *Kustomization // whose objects it patches: By, or the user of the component By
	Before *model.Value   // the object before the patch; nil if it is unknown
}

// Follow follows an object through the kustomizations that build its file, from the innermost one outwards. It calls use for each document of a
// patch that is for the object. It calls built for each kustomization and component with the object that it builds. Replacements change nothing
// here.
func (t *Tree) Follow(file string, object Object, use func(Use), built func(k *Kustomization, o Object)) {
	for _, r := range outermost(t.waysFrom(file)) {
		o := object
		for l := r.layers; l != nil && l.follow(&o, use); l = l.next {
			built(l.Kustomization, o)
		}
	}
}

// follow applies the patches of a layer. It returns false if one of them deletes the object.
func (l *layer) follow(o *Object, use func(Use)) bool {
	var last *PatchDocument // each operation of a JSON patch is a change of its own
	for c := range l.selecting(o) {
		if c.patch == nil || c.patch == last {
			continue
		}
		last = c.patch
		use(Use{c.patch, c.by, l.user(), o.Value})
		if c.patch.Apply(o); o.Value == nil && c.patch.Deletes() {
			return false
		}
	}
	if len(l.Transformers) > 0 {
		o.Value = nil
	}
	return true
}
