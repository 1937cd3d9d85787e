// Package patches converts kustomize patches by their effect: it finds the objects that each patch applies to, and changes the patch so that it
// does to the converted objects what it did to the objects.
package patches

import (
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// Conversion converts the patches in one file, and names of fields in replacements, variables and configurations.
type Conversion struct {
	*Builds
	*apis.Goal
	Run  Run // that converts the file
	Path string
}

// ConvertPatch converts a patch in a file of its own, if it is one that Applies. index is that of the object in the file. It returns the name
// of the object that the patch is for then, and false if a decision is left to a person.
func (c *Conversion) ConvertPatch(o *record.Object, from string, index int) (to string, decided bool) {
	return c.convertPatch(o, from, c.uses[location{file: c.Path, index: index}])
}

// convertPatch converts a patch by its effect: each object is converted as it is before the patch and as it is after it. What is done to the
// object after the patch is done to the patch, as far as it has the fields. Then what is missing is added, so that the patch turns the first
// result into the second.
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
		tell(o, p)
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

// patchOps returns the Ops that convert a patch, or why there are none.
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
	ops, reason = jsonPatchOps(o, changes, false)
	if reason != "" && c.anyOrder(uses[0].location) {
		if loose, failure := jsonPatchOps(o, changes, true); failure == "" {
			return changes, loose, ""
		}
	}
	return changes, ops, reason
}

// patching is the conversion of the effect of a patch on one object.
type patching struct {
	use
	unpatched, patched           *record.Object // the object before the patch and after it, converted; patched is nil if the patch deletes it
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

// convert converts an object that kustomize builds of the base. Notes about it have the name of the patch o, and the lines of what the patch
// writes.
func (b *Base) convert(o *record.Object, v *model.Value) (object *record.Object, class *model.Value) {
	return b.Run.ConvertWhole(b, o.Res.Document, o.Name, v)
}

// converted returns the value of the object of convert, with its notes.
func (b *Base) converted(o *record.Object, v *model.Value) *record.Object {
	object, _ := b.convert(o, v)
	return object
}

// tell adds to a patch the notes about the object after it that are not about the object before it.
func tell(o *record.Object, p *patching) {
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
		places[n.Path] = o.Res.Value.Kind == model.List // which writes out nothing that the base does
	}
	for _, n := range p.patched.Notes {
		if !earlier[noteKey{n.Level, n.Path, n.Message}] && !(n.Level == record.Info && places[n.Path]) {
			o.Notes = append(o.Notes, n)
		}
	}
}

// ConvertMerged returns what is to be done to a value that Helm merges into a default as kustomize does a patch, or false if that cannot be told.
// unpatched and patched are the object without and with it, converted. The notes about what it changes are added to patch.
func ConvertMerged(patch, unpatched, patched *record.Object) ([]edit.Op, bool) {
	p := &patching{use: use{base: &Base{Res: patch.Res}}, unpatched: unpatched, patched: patched}
	ops, reason := mergeOps(patch.Res.Value, []*patching{p})
	if reason != "" {
		return nil, false
	}
	tell(patch, p)
	return ops, true
}

// mergeOps returns the Ops that convert a strategic-merge patch, or why there are none.
func mergeOps(patch *model.Value, changes []*patching) (ops []edit.Op, reason string) {
	ops, err := fitted(patch, wholeOps(patch, changes), changes)
	if err != nil {
		return nil, "karplint cannot edit this patch safely: " + err.Error()
	}
	now, reason := changes[0].applyOps(patch, ops)
	if reason != "" {
		return nil, reason
	}
	for _, p := range changes {
		if !p.producesTarget(now) {
			return nil, "a kustomize patch for which karplint finds no equivalent in the new API (" + p.kustomization + ", " + p.base.Path + "); convert it by hand"
		}
	}
	return ops, ""
}

// applyOps returns a patch as the Ops leave it, or why they cannot be done.
func (p *patching) applyOps(patch *model.Value, ops []edit.Op) (now *model.Value, reason string) {
	replaced := func(v *model.Value) bool { return v.Text == kustomize.Replaced }
	if slices.ContainsFunc(ops, func(op edit.Op) bool { return op.Value.Any(replaced) }) {
		return nil, "a kustomize patch (" + p.kustomization + ") that would have to set a field that a replacement also writes; convert it by hand"
	}
	now, err := draft.Changed(patch, ops)
	if err != nil {
		return nil, "karplint cannot edit this patch safely: " + err.Error()
	}
	return kustomize.Plain(now), ""
}

// wholeOps returns the Ops of the object after the patch, for the fields that the patch has.
func wholeOps(patch *model.Value, changes []*patching) []edit.Op {
	ops := kindOps(changes[0].unpatched)
	for _, p := range changes {
		if p.patched != nil {
			ops = slices.Clone(p.patched.All())
			break
		}
	}
	ops = slices.DeleteFunc(ops, func(op edit.Op) bool { // a patch with a target may name any kind
		switch model.PathText(op.Path) {
		case "apiVersion":
			return patch.Str("apiVersion") != changes[0].base.Res.APIVersion
		case "kind":
			return patch.Str("kind") != changes[0].base.Res.Kind
		}
		return false
	})
	for i := range ops {
		ops[i].IfThere = true
	}
	return ops
}

// fitted adds the Ops that a patch still needs to turn each converted object into the wanted one.
func fitted(patch *model.Value, ops []edit.Op, changes []*patching) ([]edit.Op, error) {
	hints := map[string]edit.Op{}
	for _, op := range ops {
		if op.Do == edit.Set {
			hints[model.PathText(op.Path)] = op
		}
	}
	var idle map[string][][]any
	for range 2 { // because an Op for one object may change the effect on another
		idle = map[string][][]any{}
		for _, p := range changes {
			now, err := draft.Changed(patch, ops)
			if err != nil {
				return nil, err
			}
			r := &repair{hints: hints, written: patch}
			if p.patched != nil {
				r.maps(nil, kustomize.Plain(now), p.unpatched.Res.Value, p.patched.Res.Value)
			}
			ops = append(ops, r.ops...)
			for _, place := range r.idle {
				idle[model.PathText(place)] = append(idle[model.PathText(place)], place)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(idle)) {
		if places := idle[name]; len(places) == len(changes) {
			ops = append(ops, edit.Op{Do: edit.Delete, Path: places[0], IfThere: true})
		}
	}
	now, err := draft.Changed(patch, ops)
	if err != nil {
		return nil, err
	}
	return append(ops, policyOps(now, changes)...), nil
}

// The places of the policy for consolidation in a NodePool, and of the time that goes with it.
var (
	policyPath = model.Keys("spec.disruption.consolidationPolicy")
	afterPath  = model.Keys("spec.disruption.consolidateAfter")
)

// policyOps writes out the policy that consolidateAfter in a patch goes with, also where every base has it.
func policyOps(patch *model.Value, changes []*patching) []edit.Op {
	if delay := patch.Get(afterPath...); delay == nil || delay.Kind == model.Null || patch.Get(policyPath...) != nil {
		return nil
	}
	var policy *model.Value
	for _, p := range changes {
		if p.patched == nil {
			continue
		}
		v := p.patched.Res.Value.Get(policyPath...)
		if v == nil || policy != nil && !model.Equal(policy, v) {
			return nil
		}
		policy = v
	}
	return []edit.Op{{Do: edit.Set, Path: policyPath, Value: model.NewString(policy.Text), Before: "consolidateAfter"}}
}

// producesTarget reports whether a converted patch turns the converted object into the wanted one.
func (p *patching) producesTarget(patch *model.Value) bool {
	if patch == nil {
		return false
	}
	after := kustomize.Merge(p.unpatched.Res.Value, patch)
	if p.patched == nil {
		return after == nil
	}
	r := &repair{}
	if after != nil {
		r.maps(nil, nil, after, p.patched.Res.Value)
	}
	return after != nil && len(r.ops) == 0
}

// kindOps returns the Ops that change the kind of a patch to that of an object.
func kindOps(o *record.Object) []edit.Op {
	var ops []edit.Op
	for _, key := range []string{"apiVersion", "kind"} {
		ops = append(ops, edit.Op{Do: edit.Set, Path: []any{key}, Value: model.NewString(o.Res.Value.Str(key))})
	}
	return ops
}

// sameObjects returns why a patch cannot be converted that changes new objects beside its own, or "".
func sameObjects(changes []*patching) string {
	for _, p := range changes {
		if p.patched != nil && !p.sameBeside() {
			return "a kustomize patch (" + p.kustomization + ") of a field that becomes an object of its own; convert both by hand"
		}
	}
	return ""
}

// sameBeside reports whether the same object, or none, is added beside the object before the patch and after it.
func (p *patching) sameBeside() bool {
	return len(p.unpatched.Copies)+len(p.patched.Copies) == 0 && model.Equal(p.unpatchedClass, p.patchedClass)
}
