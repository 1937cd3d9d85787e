package patches

import (
	"slices"
	"strconv"

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
	states []*model.Value // the object before each operation, and after the last
	turned []*model.Value // the states, converted
}

// jsonPatchOps returns the changes to a JSON 6902 patch, or the reason why there are none.
func jsonPatchOps(o *record.Object, changes []*patching) (ops []edit.Op, reason string) {
	written, err := kustomize.ReadOperations(o.Res.Value)
	if err != nil {
		return nil, err.Error()
	}
	var patchings []*jsonPatching
	for _, p := range changes {
		j, err := follow(o, p, written)
		if err != nil {
			return nil, err.Error()
		}
		patchings = append(patchings, j)
	}
	deleted := 0
	for i, op := range slices.Backward(written) { // so that indices stay valid
		now, ok := counterpart(i, op, patchings)
		switch {
		case !ok:
			return nil, "a kustomize patch with an operation that karplint does not convert (" + op.Verb + " " + kustomize.Pointer(op.At) + ", " +
				changes[0].kustomization + ", " + changes[0].base.Path + "); convert it by hand"
		case now == nil:
			deleted++
			ops = append(ops, edit.Op{Do: edit.Delete, Path: []any{i}})
		default:
			ops = append(ops, differences([]any{i}, writtenOperation(op), writtenOperation(*now))...)
		}
	}
	if deleted == len(written) {
		return nil, "a kustomize patch (" + changes[0].kustomization + ") that has nothing to do in the new API; remove it"
	}
	now, reason := changes[0].applyOps(o.Res.Value, ops)
	if reason != "" {
		return nil, reason
	}
	converted, err := kustomize.ReadOperations(now)
	if err != nil || !turnsAll(patchings, 0, len(written), converted) {
		return nil, "a kustomize patch that karplint does not convert (" + changes[0].kustomization + ", " + changes[0].base.Path + "); convert it by hand"
	}
	return ops, ""
}

// follow converts the object before each operation and after the last one.
func follow(o *record.Object, p *patching, ops []kustomize.Operation) (*jsonPatching, error) {
	j := &jsonPatching{patching: p, of: o, states: []*model.Value{p.before}, turned: []*model.Value{p.unpatched.Res.Value}}
	for i, op := range ops {
		after, err := kustomize.ApplyOperations(j.states[i], []kustomize.Operation{op})
		if err != nil {
			return nil, err
		}
		turned := p.patched
		if i < len(ops)-1 {
			turned = p.base.converted(o, after)
		}
		j.states, j.turned = append(j.states, after), append(j.turned, turned.Res.Value)
	}
	return j, nil
}

// counterpart returns the operation with the same effect on the converted objects as the i-th operation has on the originals; nil if there is
// nothing left to do, and false if karplint finds none.
func counterpart(i int, op kustomize.Operation, patchings []*jsonPatching) (now *kustomize.Operation, ok bool) {
	for _, p := range patchings {
		for _, candidate := range p.candidates(i, op) {
			if turnsAll(patchings, i, i+1, []kustomize.Operation{candidate}) {
				return &candidate, true
			}
		}
	}
	return nil, turnsAll(patchings, i, i+1, nil)
}

// candidates returns operations that may be that counterpart: at the place to which the conversion moves the value, at the author's place, and
// where the operation changes the converted object, if that is one place.
func (p *jsonPatching) candidates(i int, op kustomize.Operation) (candidates []kustomize.Operation) {
	moved, _ := movedTo(p.of, p.base, p.states[i], op.At)
	for _, place := range [][]string{moved, op.At} {
		if value := valueAt(p.turned[i+1], place); place != nil && (value != nil || op.Verb == "remove") {
			candidate := kustomize.Operation{Verb: op.Verb, At: place, Value: value}
			candidates = append(candidates, atEnd(candidate, op), candidate)
		}
	}
	if d := differences(nil, p.turned[i], p.turned[i+1]); len(d) == 1 {
		verb := op.Verb
		switch {
		case d[0].Do == edit.Delete:
			verb = "remove"
		case verb == "remove":
			verb = "replace"
		}
		candidate := itemOf(kustomize.Operation{Verb: verb, At: kustomize.PointerSteps(d[0].Path), Value: d[0].Value}, p.turned[i], op)
		candidates = append(candidates, atEnd(candidate, op), candidate)
	}
	return candidates
}

// turnsAll reports whether ops have the effect on every converted object that the patch has between the states from and to.
func turnsAll(patchings []*jsonPatching, from, to int, ops []kustomize.Operation) bool {
	return !slices.ContainsFunc(patchings, func(p *jsonPatching) bool {
		got, err := kustomize.ApplyOperations(p.turned[from], ops)
		return err != nil || !model.Equal(withoutNulls(got), withoutNulls(p.turned[to]))
	})
}

// itemOf returns an operation for a list as one for the first item that differs, if the author's is for an item too.
func itemOf(op kustomize.Operation, before *model.Value, written kustomize.Operation) kustomize.Operation {
	from, last := valueAt(before, op.At), written.At[len(written.At)-1]
	if _, isIndex := kustomize.ListIndex(last); !isIndex && last != "-" || from == nil || from.Kind != model.List || op.Value == nil {
		return op
	}
	to, first := op.Value, 0
	for first < min(len(from.Items), len(to.Items)) && model.Equal(from.Items[first], to.Items[first]) {
		first++
	}
	op.Verb, op.At, op.Value = written.Verb, append(op.At, strconv.Itoa(first)), nil
	if written.Value != nil && first < len(to.Items) {
		op.Value = to.Items[first]
	}
	return op
}

// atEnd returns op. If the author's operation appends to a list, the result does so too.
func atEnd(op, written kustomize.Operation) kustomize.Operation {
	if last := len(op.At) - 1; last >= 0 && written.At[len(written.At)-1] == "-" {
		op.At = append(slices.Clone(op.At[:last]), "-")
	}
	return op
}

// valueAt returns the value at a place, or nil.
func valueAt(v *model.Value, place []string) *model.Value {
	path, ok := kustomize.PathIn(v, place)
	if !ok || len(place) == 0 {
		return nil
	}
	return v.Get(path...)
}

// writtenOperation returns an operation as a value to write.
func writtenOperation(op kustomize.Operation) *model.Value {
	v := model.NewMap(model.NewEntry("op", model.NewString(op.Verb)))
	v.Entries = append(v.Entries, model.NewEntry("path", model.NewString(kustomize.Pointer(op.At))))
	if op.Value != nil {
		v.Entries = append(v.Entries, model.NewEntry("value", op.Value))
	}
	return v
}
