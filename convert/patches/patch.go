// Package patches converts kustomize patches by their effect. It finds the objects of each patch, and changes the patch so that it
// has the same effect on the converted objects as it had on the originals.
package patches

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// Conversion converts the patches in one file. It asks about replacements, variables and configurations.
type Conversion struct {
	*Builds
	*apis.Goal
	Run  Run // converts the file
	Path string

	// Settled reports whether an object of a kind and name is already in the API of the output; "" is any name.
	Settled func(kind, name string) bool
}

// ConvertPatch converts a patch in a file of its own, if Applies returns true for it. index is the index of the object in the
// file. It returns the new name of the object that the patch is for, and false if a person must decide.
func (c *Conversion) ConvertPatch(o *record.Object, from string, index int) (to string, decided bool) {
	return c.convertPatch(o, from, c.uses[location{file: c.Path, index: index}])
}

// convertPatch converts each object twice, without and with the patch. The changes to the object with the patch are also made to the
// patch, for the fields that the patch has. Then the patch gets further changes, so that it turns the first result into the second.
func (c *Conversion) convertPatch(o *record.Object, from string, uses []use) (to string, decided bool) {
	changes, ops, reason := c.patchOps(o, uses)
	if forBoth := uses[0].entry.Target != nil && c.Keep; forBoth && reason == "" && len(ops) > 0 {
		reason = uses[0].oneKind()
	}
	if reason != "" {
		o.See(pages.Pool).Decide(nil, "%s", reason)
		return from, false
	}
	for _, p := range changes {
		addNotes(o, p)
	}
	o.Ops = ops
	kind := o.Res.Kind
	if err := o.Next(); err != nil {
		o.Decide(nil, "karplint cannot edit this patch safely: %v", err)
		return from, false
	}
	if c.Keep {
		o.CopyInstead()
	}
	if o.Res.Kind == kind {
		return from, true
	}
	return o.Res.APIVersion + " " + strings.Replace(o.Name, kind, o.Res.Kind, 1), true
}

// patchOps returns the Ops that convert a patch, or the reason why there are none.
func (c *Conversion) patchOps(o *record.Object, uses []use) (changes []*patching, ops []edit.Op, reason string) {
	afters, reason := c.unpatched(o, uses)
	if reason != "" {
		return nil, nil, reason
	}
	for i, u := range uses {
		changes = append(changes, newPatching(o, u, afters[i]))
	}
	if reason = sameObjects(changes); reason != "" {
		return nil, nil, reason
	}
	if o.Res.Value.Kind != model.List {
		ops, reason = mergeOps(o.Res.Value, changes)
		return changes, ops, reason
	}
	ops, reason = jsonPatchOps(o, changes)
	return changes, ops, reason
}

// patching holds the conversion of one object before and after the patch.
type patching struct {
	use
	unpatched, patched           *record.Object // the converted object before and after the patch; patched is nil if the patch deletes the object
	unpatchedClass, patchedClass *model.Value   // the classes that become objects of their own
}

func newPatching(o *record.Object, u use, after *model.Value) *patching {
	p := &patching{use: u}
	p.unpatched, p.unpatchedClass = u.base.convert(o, u.before)
	if after != nil {
		p.patched, p.patchedClass = u.base.convert(o, after)
	}
	return p
}

// convert converts v, built from the base. Notes get the name of the patch o. Notes about values of the patch get their lines.
func (b *Base) convert(o *record.Object, v *model.Value) (object *record.Object, class *model.Value) {
	return b.Run.ConvertWhole(b, o.Res.Document, o.Name, v)
}

// converted is convert without the class.
func (b *Base) converted(o *record.Object, v *model.Value) *record.Object {
	object, _ := b.convert(o, v)
	return object
}

// addNotes adds to the patch o the notes that only the patched object has, because the others are reported for its base.
func addNotes(o *record.Object, p *patching) {
	if p.patched == nil {
		return
	}
	type noteKey struct {
		level         record.Level
		path, message string
	}
	earlier, places := map[noteKey]bool{}, map[string]bool{}
	for _, n := range slices.Concat(p.unpatched.Notes, o.Notes) {
		earlier[noteKey{n.Level, n.Path, n.Message}] = true
	}
	for _, n := range p.unpatched.Notes {
		places[n.Path] = o.Res.Value.Kind == model.List // a JSON 6902 patch does not repeat values that the base sets
	}
	for _, n := range p.patched.Notes {
		if !earlier[noteKey{n.Level, n.Path, n.Message}] && !(n.Level == record.Info && places[n.Path]) {
			o.Notes = append(o.Notes, n)
		}
	}
}

// ConvertMerged converts a value that Helm merges into a default, as kustomize merges a patch. unpatched and patched are the
// converted objects without and with it. Notes about its changes are added to patch. ok is false if there is no equivalent.
func ConvertMerged(patch, unpatched, patched *record.Object) (ops []edit.Op, ok bool) {
	p := &patching{use: use{base: &Base{Res: patch.Res}}, unpatched: unpatched, patched: patched}
	ops, reason := mergeOps(patch.Res.Value, []*patching{p})
	if reason != "" {
		return nil, false
	}
	addNotes(patch, p)
	return ops, true
}

// kindOps returns the Ops that change the kind of a patch to that of an object.
func kindOps(o *record.Object) []edit.Op {
	var ops []edit.Op
	for _, key := range []string{"apiVersion", "kind"} {
		ops = append(ops, edit.Op{Do: edit.Set, Path: []any{key}, Value: model.NewString(o.Res.Value.Str(key))})
	}
	return ops
}

// sameObjects returns the reason why a patch cannot be converted if it changes objects that the conversion creates beside the patched
// one; otherwise "".
func sameObjects(changes []*patching) string {
	for _, p := range changes {
		if p.patched != nil && !p.sameBeside() {
			return "a kustomize patch (" + p.kustomization + ") of a field that becomes an object of its own; convert both by hand"
		}
	}
	return ""
}

// sameBeside reports whether conversion creates the same objects beside the unpatched and the patched object.
func (p *patching) sameBeside() bool {
	return p.unpatched.Twin == nil && p.patched.Twin == nil && model.Equal(p.unpatchedClass, p.patchedClass)
}
