package patches

import (
	"errors"
	"slices"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// A JSON 6902 patch is converted operation by operation: the object is converted before and after each one. An operation stays, at
// another place or with another value, if it has the same effect on the converted object. Otherwise the difference between the two
// converted objects replaces it.

// jsonPatching is the conversion of the effect of a JSON 6902 patch on one object.
type jsonPatching struct {
	*patching
	of     *record.Object // the patch
	loose  bool           // the converted patch may reorder requirements, because Karpenter ignores their order
	states []*model.Value // the object before each operation, and after the last
	turned []*model.Value // the states, converted
}

// Bounds on the states of objects that a JSON 6902 patch produces for karplint to convert it, and on the keys and values of all of them.
const (
	maxStates    = 2000
	maxStateSize = 250_000
)

var errStates = errors.New("more states than karplint follows")

// tooMany is the reason why a patch with more is not converted.
func tooMany(p *patching) string {
	return "a kustomize patch (" + p.kustomization + ") with more operations, or for more or larger objects, than karplint follows; convert it by hand"
}

// anyOrder reports whether requirements may be reordered, because no other patch refers to them by index.
func (b *Builds) anyOrder(patch location) bool {
	return len(b.byIndex) == 0 || len(b.byIndex) == 1 && b.byIndex[patch]
}

// jsonPatchOps returns the changes to a JSON 6902 patch, or the reason why there are none. loose is as in jsonPatching.
func jsonPatchOps(o *record.Object, changes []*patching, loose bool) (ops []edit.Op, reason string) {
	written, err := kustomize.ReadOperations(o.Res.Value)
	switch {
	case err != nil:
		return nil, err.Error()
	case len(written)*len(changes) > maxStates:
		return nil, tooMany(changes[0])
	}
	patchings, left := make([]*jsonPatching, len(changes)), maxStateSize
	for i, p := range changes {
		patchings[i], err = follow(o, p, written, &left)
		switch {
		case errors.Is(err, errStates):
			return nil, tooMany(p)
		case err != nil:
			return nil, err.Error()
		}
		patchings[i].loose = loose
	}
	ops, reason = operationOps(written, patchings)
	if reason != "" {
		return nil, reason
	}
	if len(ops) == len(written) && !slices.ContainsFunc(ops, func(op edit.Op) bool { return op.Do != edit.Delete }) {
		return nil, "a kustomize patch (" + changes[0].kustomization + ") that has nothing to do in the new API; remove it"
	}
	now, reason := changes[0].applyOps(o.Res.Value, ops)
	if reason != "" {
		return nil, reason
	}
	converted, err := kustomize.ReadOperations(now)
	if err != nil || !turnsAll(patchings, 0, len(written), converted) {
		return nil, noJSONText(patchings[0])
	}
	return ops, ""
}

func noJSONText(p *jsonPatching) string {
	return "a kustomize patch for which karplint finds no equivalent operations in the new API (" + p.kustomization + ", " + p.base.Path + "); convert it by hand"
}

// follow converts the object before each operation and after the last one. It takes the keys and values of the states from left.
func follow(o *record.Object, p *patching, ops []kustomize.Operation, left *int) (*jsonPatching, error) {
	j := &jsonPatching{patching: p, of: o, states: []*model.Value{p.before}, turned: []*model.Value{p.unpatched.Res.Value}}
	for i, op := range ops {
		after, err := kustomize.ApplyOperations(j.states[i], []kustomize.Operation{op})
		if err != nil {
			return nil, err
		}
		for range after.Nodes() {
			*left--
		}
		if *left < 0 {
			return nil, errStates
		}
		turned := p.patched
		if i < len(ops)-1 {
			turned = p.base.converted(o, after)
		}
		j.states, j.turned = append(j.states, after), append(j.turned, turned.Res.Value)
	}
	return j, nil
}

// byIndex reports whether an operation refers to a requirement of a pool by its index.
func byIndex(op kustomize.Operation) bool {
	i := slices.Index(op.At, "requirements")
	if i < 0 || i+1 == len(op.At) {
		return false
	}
	_, isIndex := kustomize.ListIndex(op.At[i+1])
	return isIndex
}

// operationOps returns the Ops that write the operations for the converted objects into the patch. Neighbours without a counterpart each are replaced
// together. The Ops start at the end of the patch, so that indices stay valid.
func operationOps(written []kustomize.Operation, patchings []*jsonPatching) (ops []edit.Op, reason string) {
	counterparts := make([][]kustomize.Operation, len(written))
	for i, op := range written {
		counterparts[i] = counterpart(i, op, patchings)
	}
	for from, to := 0, len(written); to > 0; to = from {
		from = to - 1
		now, ok := counterparts[from], true
		if now == nil {
			for from > 0 && counterparts[from-1] == nil {
				from--
			}
			if now, ok = between(from, to, patchings); !ok {
				return nil, noJSONText(patchings[0])
			}
		}
		ops = append(ops, replaced(from, written[from:to], now)...)
	}
	return ops, ""
}

// replaced returns the Ops that replace the operations of a patch from an index on.
func replaced(first int, written, now []kustomize.Operation) (ops []edit.Op) {
	for i := max(len(written), len(now)) - 1; i >= 0; i-- {
		switch {
		case i >= len(now):
			ops = append(ops, edit.Op{Do: edit.Delete, Path: []any{first + i}})
		case i >= len(written):
			ops = append(ops, edit.Op{Do: edit.Insert, Index: first + len(written), Value: writtenOperation(now[i])})
		default:
			ops = append(ops, differences([]any{first + i}, writtenOperation(written[i]), writtenOperation(now[i]))...)
		}
	}
	return ops
}

// turnsAll reports whether ops have the effect on every converted object that the patch has between the states from and to.
func turnsAll(patchings []*jsonPatching, from, to int, ops []kustomize.Operation) bool {
	return !slices.ContainsFunc(patchings, func(p *jsonPatching) bool {
		got, err := kustomize.ApplyOperations(p.turned[from], ops)
		if err != nil {
			return true
		}
		got, want := withoutNulls(got), withoutNulls(p.turned[to])
		return !model.Equal(got, want) && !(p.loose && equalInAnyOrder(got, want))
	})
}

// equalInAnyOrder reports whether two pools are equal, apart from the order of their requirements.
func equalInAnyOrder(a, b *model.Value) bool {
	got, want := a.Get(requirementsPath...), b.Get(requirementsPath...)
	if got == nil || want == nil {
		return false
	}
	unmatched := slices.Clone(want.Items)
	for _, item := range got.Items {
		i := slices.IndexFunc(unmatched, func(candidate *model.Value) bool { return model.Equal(item, candidate) })
		if i < 0 {
			return false
		}
		unmatched = slices.Delete(unmatched, i, i+1)
	}
	ordered, err := kustomize.Add(a, kustomize.PointerSteps(requirementsPath), want)
	return err == nil && len(unmatched) == 0 && model.Equal(ordered, b)
}

// requirementsPath is the path of the requirements in a NodePool.
var requirementsPath = model.Keys("spec.template.spec.requirements")

// writtenOperation returns an operation as a value to write.
func writtenOperation(op kustomize.Operation) *model.Value {
	v := model.NewMap(model.NewEntry("op", model.NewString(op.Verb)))
	v.Entries = append(v.Entries, model.NewEntry("path", model.NewString(kustomize.Pointer(op.At))))
	if op.Value != nil {
		v.Entries = append(v.Entries, model.NewEntry("value", op.Value))
	}
	return v
}
