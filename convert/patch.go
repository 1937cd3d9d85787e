package convert

import (
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// convertPatch converts a patch by what it is applied to: each object is converted as it is before the patch and as it is after
// it. What is done to the object after the patch is done to the patch, as far as it has the fields; what then is missing for
// the patch to make the one of the other is added.
func (c *conversion) convertPatch(o *object, from string, uses []patchUse) (to string, status Status) {
	if change, _ := c.Change(o.Res); c.keptBefore(o, change) {
		return from, Unchanged
	}
	var changes []*patching
	var ops []edit.Op
	afters, reason := c.unpatched(o, uses)
	if reason == "" {
		changes = make([]*patching, len(uses))
		for i, u := range uses {
			changes[i] = o.patching(u, afters[i])
		}
		reason = sameObjects(changes)
	}
	switch {
	case reason != "":
	case o.Res.Value.Kind == model.List:
		if ops, reason = o.jsonPatchOps(changes, false); reason != "" && c.seen.anyOrder(uses[0].at) {
			if loose, why := o.jsonPatchOps(changes, true); why == "" {
				ops, reason = loose, ""
			}
		}
	default:
		ops, reason = patchOps(o.Res.Value, changes)
	}
	if forBoth := uses[0].entry.Target != nil && c.Keep; forBoth && reason == "" && len(ops) > 0 {
		reason = uses[0].oneKind()
	}
	if reason != "" {
		o.See(pages.Pool).Decide(nil, "%s", reason)
		return from, Undecided
	}
	for _, p := range changes {
		o.tell(p)
	}
	o.Ops = ops
	kind := o.Res.Kind
	if err := o.Next(); err != nil {
		o.Decide(nil, "karplint cannot edit this patch safely: %v", err)
		return from, Undecided
	}
	if c.Keep && len(ops) > 0 {
		o.CopyInstead()
	}
	switch {
	case len(ops) == 0:
		return from, Unchanged
	case o.Res.Kind == kind:
		return from, Converted
	}
	return o.Res.APIVersion + " " + strings.Replace(o.Name, kind, o.Res.Kind, 1), Converted
}

// patching is the conversion of what a patch makes of one object.
type patching struct {
	patchUse
	was     *object // converted as it is before the patch
	becomes *object // and behind it; nil where the patch deletes it
}

func (o *object) patching(u patchUse, after *model.Value) *patching {
	p := &patching{patchUse: u, was: o.whole(u, o.Res.Document, u.before)}
	if after != nil {
		p.becomes = o.whole(u, o.Res.Document, after)
	}
	return p
}

// whole converts an object that kustomize builds of u.base. Notes about it name the patch, which stands in doc, and the lines of what
// the patch writes.
func (o *object) whole(u patchUse, doc *model.Document, v *model.Value) *object {
	res := *u.base.res
	res.Value, res.Document = v, doc
	w := u.base.conv.object(&res, o.seen, u.base.ID)
	w.Name = o.Name
	u.base.conv.convertWhole(w)
	return w
}

// tell adds to a patch what there is to say of the object behind it and not of the one before it.
func (o *object) tell(p *patching) {
	if p.becomes == nil {
		return
	}
	type said struct {
		level         record.Level
		path, message string
	}
	before, places := map[said]bool{}, map[string]bool{}
	for _, n := range slices.Concat(p.was.Notes, o.Notes) {
		before[said{n.Level, n.Path, n.Message}] = true
	}
	for _, n := range p.was.Notes {
		places[n.Path] = o.Res.Value.Kind == model.List // which writes out nothing that the base does
	}
	for _, n := range p.becomes.Notes {
		if !before[said{n.Level, n.Path, n.Message}] && !(n.Level == record.Info && places[n.Path]) {
			o.Notes = append(o.Notes, n)
		}
	}
}

// patchOps returns what is to be done to a patch, or why that cannot be told.
func patchOps(patch *model.Value, changes []*patching) (ops []edit.Op, reason string) {
	ops, err := fitted(patch, wholeOps(patch, changes), changes)
	if err != nil {
		return nil, "karplint cannot edit this patch safely: " + err.Error()
	}
	now, reason := changes[0].after(patch, ops)
	if reason != "" {
		return nil, reason
	}
	for _, p := range changes {
		if !p.holds(now) {
			return nil, "a kustomize patch for which karplint finds no text that does in the new API what it did (" + p.kustomization + ", " + p.base.path + "); convert it by hand"
		}
	}
	return ops, ""
}

// after returns a patch as the Ops leave it, or why they cannot be done.
func (p *patching) after(patch *model.Value, ops []edit.Op) (now *model.Value, reason string) {
	replaced := func(v *model.Value) bool { return v.Text == kustomize.Replaced }
	if slices.ContainsFunc(ops, func(op edit.Op) bool { return op.Value.Any(replaced) }) {
		return nil, "a kustomize patch (" + p.kustomization + ") that would have to say what a replacement writes; convert it by hand"
	}
	now, err := edit.Changed(patch, ops)
	if err != nil {
		return nil, "karplint cannot edit this patch safely: " + err.Error()
	}
	return kustomize.Plain(now), ""
}

// wholeOps returns what is done to the object behind the patch, as far as the patch has the fields.
func wholeOps(patch *model.Value, changes []*patching) []edit.Op {
	ops := kindOps(changes[0].was)
	for _, p := range changes {
		if p.becomes != nil {
			ops = slices.Clone(p.becomes.All())
			break
		}
	}
	ops = slices.DeleteFunc(ops, func(op edit.Op) bool { // a patch whose entry says what it is for may name any kind
		return slices.Equal(op.Path, []any{"apiVersion"}) && patch.Str("apiVersion") != changes[0].base.res.APIVersion ||
			slices.Equal(op.Path, []any{"kind"}) && patch.Str("kind") != changes[0].base.res.Kind
	})
	for i := range ops {
		ops[i].IfThere = true
	}
	return ops
}

// fitted adds to the Ops of a patch what is missing for it to make of each object what it is to make of it.
func fitted(patch *model.Value, ops []edit.Op, changes []*patching) ([]edit.Op, error) {
	hints := map[string]edit.Op{}
	for _, op := range ops {
		if op.Do == edit.Set {
			hints[model.PathText(op.Path)] = op
		}
	}
	var idle map[string][][]any
	for range 2 { // what one object asks for may change what the patch does to another
		idle = map[string][][]any{}
		for _, p := range changes {
			now, err := edit.Changed(patch, ops)
			if err != nil {
				return nil, err
			}
			r := &repair{hints: hints, written: patch}
			if p.becomes != nil {
				r.maps(nil, kustomize.Plain(now), p.was.Res.Value, p.becomes.Res.Value)
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
	now, err := edit.Changed(patch, ops)
	if err != nil {
		return nil, err
	}
	return append(ops, policyOps(now, changes)...), nil
}

// policyOps writes out the policy that consolidateAfter in a patch goes with, also where every base has it.
func policyOps(patch *model.Value, changes []*patching) []edit.Op {
	if after := patch.Get(fields.AfterPath...); after == nil || after.Kind == model.Null || patch.Get(fields.PolicyPath...) != nil {
		return nil
	}
	var policy *model.Value
	for _, p := range changes {
		if p.becomes == nil {
			continue
		}
		v := p.becomes.Res.Value.Get(fields.PolicyPath...)
		if v == nil || policy != nil && !model.Equal(policy, v) {
			return nil
		}
		policy = v
	}
	return []edit.Op{{Do: edit.Set, Path: fields.PolicyPath, Value: model.NewString(policy.Text), Before: "consolidateAfter"}}
}

// holds says whether a converted patch makes of the converted object what it is to make of it.
func (p *patching) holds(patch *model.Value) bool {
	if patch == nil {
		return false
	}
	after := kustomize.Merge(p.was.Res.Value, patch)
	if p.becomes == nil {
		return after == nil
	}
	r := &repair{}
	if after != nil {
		r.maps(nil, nil, after, p.becomes.Res.Value)
	}
	return after != nil && len(r.ops) == 0
}

// kindOps returns what makes the kind of an object another one.
func kindOps(o *object) []edit.Op {
	var ops []edit.Op
	for _, key := range []string{"apiVersion", "kind"} {
		ops = append(ops, edit.Op{Do: edit.Set, Path: []any{key}, Value: model.NewString(o.Res.Value.Str(key))})
	}
	return ops
}

// sameObjects returns why a patch cannot be converted that changes what is added beside an object, or "".
func sameObjects(changes []*patching) string {
	for _, p := range changes {
		if p.becomes != nil && !sameBeside(p.was, p.becomes) {
			return "a kustomize patch (" + p.kustomization + ") of what becomes an object of its own; convert them together by hand"
		}
	}
	return ""
}

// sameBeside says whether the same is added beside two objects.
func sameBeside(a, b *object) bool {
	if len(a.Copies)+len(b.Copies) > 0 || a.Class == nil || b.Class == nil {
		return len(a.Copies)+len(b.Copies) == 0 && a.Class == b.Class
	}
	return model.Equal(a.Class.Res.Value, b.Class.Res.Value)
}
