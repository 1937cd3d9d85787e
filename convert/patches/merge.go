package patches

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// mergeOps returns the Ops that convert a strategic-merge patch, or the reason why there are none: those of the patched object, and what the
// effect of the patch then still lacks.
func mergeOps(patch *model.Value, changes []*patching) (ops []edit.Op, reason string) {
	ops = wholeOps(patch, changes)
	for _, p := range changes {
		now, reason := p.applyOps(patch, ops)
		if reason != "" {
			return nil, reason
		}
		ops = append(ops, p.lacking(now, ops)...)
	}
	now, reason := changes[0].applyOps(patch, ops)
	if reason != "" {
		return nil, reason
	}
	ops = append(ops, leftOver(nil, now, patch, changes)...)
	if now, reason = changes[0].applyOps(patch, ops); reason != "" {
		return nil, reason
	}
	for _, p := range changes {
		if !p.producesTarget(now) {
			return nil, "a kustomize patch for which karplint finds no equivalent in the new API (" +
				p.kustomization + ", " + p.base.Path + "); convert it by hand"
		}
	}
	return ops, ""
}

// applyOps returns the patch after ops, or the reason why they cannot be made.
func (p *patching) applyOps(patch *model.Value, ops []edit.Op) (now *model.Value, reason string) {
	now, err := draft.Changed(patch, ops)
	if err != nil {
		return nil, "karplint cannot edit this patch safely: " + err.Error()
	}
	return kustomize.Plain(now), ""
}

// wholeOps returns the Ops of the patched object, for the fields that the patch has.
func wholeOps(patch *model.Value, changes []*patching) []edit.Op {
	ops := kindOps(changes[0].unpatched)
	if i := slices.IndexFunc(changes, func(p *patching) bool { return p.patched != nil }); i >= 0 {
		ops = slices.Clone(changes[i].patched.All())
	}
	base := changes[0].base.Res
	ops = slices.DeleteFunc(ops, func(op edit.Op) bool { // a patch with a target may name any kind
		switch model.PathText(op.Path) {
		case "apiVersion":
			return patch.Str("apiVersion") != base.APIVersion
		case "kind":
			return patch.Str("kind") != base.Kind
		}
		return false
	})
	for i := range ops {
		ops[i].IfThere = true
	}
	return ops
}

// identity are the fields that identify the object of a patch, so they are not compared.
var identity = []string{"apiVersion", "kind", "metadata.name", "metadata.namespace"}

// effect returns the differences between what a patch makes of the converted object and the wanted object.
func (p *patching) effect(patch *model.Value) []edit.Op {
	got := kustomize.Merge(p.unpatched.Res.Value, patch)
	if got == nil {
		return []edit.Op{{Do: edit.Set}}
	}
	return slices.DeleteFunc(differences(nil, withoutNulls(got), withoutNulls(p.patched.Res.Value)), func(op edit.Op) bool {
		return slices.Contains(identity, model.PathText(op.Path))
	})
}

// lacking returns the Ops that a patch still needs. New entries stand where ops would put them in a whole object.
func (p *patching) lacking(patch *model.Value, ops []edit.Op) (more []edit.Op) {
	if p.patched == nil {
		return nil
	}
	for _, op := range p.effect(patch) {
		if op.Do == edit.Delete && p.unpatched.Res.Value.Get(op.Path...) != nil {
			op = edit.Op{Do: edit.Set, Path: op.Path, Value: &model.Value{Kind: model.Null, Dash: -1}}
		}
		same := func(whole edit.Op) bool { return whole.Do == edit.Set && slices.Equal(whole.Path, op.Path) }
		if i := slices.IndexFunc(ops, same); i >= 0 {
			op.Before, op.Note = ops[i].Before, ops[i].Note
		}
		more = append(more, op)
	}
	return more
}

// leftOver returns the Ops that delete what has no effect any more: a null where no object has a value, and a map whose entries are gone.
func leftOver(path []any, now, written *model.Value, changes []*patching) (ops []edit.Op) {
	for _, e := range now.Entries {
		place := model.Join(path, e.Key.Text)
		isIdle := func(p *patching) bool { return p.unpatched.Res.Value.Get(place...) == nil }
		switch before := written.Get(place...); {
		case e.Value.Kind == model.Null && !slices.ContainsFunc(changes, func(p *patching) bool { return !isIdle(p) }),
			e.Value.IsMap() && len(e.Value.Entries) == 0 && before.IsMap() && len(before.Entries) > 0:
			ops = append(ops, edit.Op{Do: edit.Delete, Path: place})
		case e.Value.IsMap():
			ops = append(ops, leftOver(place, e.Value, written, changes)...)
		}
	}
	return ops
}

// producesTarget reports whether the converted patch turns the converted object into the wanted one.
func (p *patching) producesTarget(patch *model.Value) bool {
	if patch == nil {
		return false
	}
	if p.patched == nil {
		return kustomize.Merge(p.unpatched.Res.Value, patch) == nil
	}
	return len(p.effect(patch)) == 0
}
