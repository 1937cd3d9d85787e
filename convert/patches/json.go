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

// jsonSlot holds the operations that replace the items [from, to) of a patch.
type jsonSlot struct {
	from, to int
	ops      []kustomize.Operation
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
	slots, reason := slotsOf(written, patchings)
	if reason != "" {
		return nil, reason
	}
	if !slices.ContainsFunc(slots, func(s jsonSlot) bool { return len(s.ops) > 0 }) {
		return nil, "a kustomize patch (" + changes[0].kustomization + ") that has nothing to do in the new API; remove it"
	}
	ops = slotOps(o.Res.Value, slots)
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
	return slices.ContainsFunc([][]string{op.At, op.From}, namesRequirement)
}

// namesRequirement reports whether a place is an item in the list of requirements, or below one.
func namesRequirement(place []string) bool {
	i := slices.Index(place, "requirements")
	if i < 0 || i+1 == len(place) {
		return false
	}
	_, isIndex := kustomize.ListIndex(place[i+1])
	return isIndex
}

// slotsOf returns the operations that replace each operation, or that replace several together.
func slotsOf(written []kustomize.Operation, patchings []*jsonPatching) (slots []jsonSlot, reason string) {
	single := make([][]kustomize.Operation, len(written))
	for i, op := range written {
		if match, ok := counterpart(i, op, patchings); ok {
			single[i] = []kustomize.Operation{match}
			continue
		}
		if op.Verb != "test" {
			continue
		}
		if single[i] = testsFor(i, op, patchings); single[i] == nil {
			return nil, "a kustomize patch (" + patchings[0].kustomization + ") with a test of " + kustomize.Pointer(op.At) + ", which the new API cannot test; convert it by hand"
		}
	}
	ends := groupEnds(written, single, patchings)
	for i := 0; i < len(written); {
		to := i + 1
		if single[i] == nil {
			to = ends[i]
			ops, ok := jsonBetween(i, to, written[i:to], patchings)
			if !ok {
				return nil, noJSONText(patchings[0])
			}
			single[i] = ops
		}
		slots = append(slots, jsonSlot{i, to, single[i]})
		i = to
	}
	return slots, ""
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

// jsonBetween returns operations that turn the converted state from into the converted state to, for every object.
func jsonBetween(from, to int, written []kustomize.Operation, patchings []*jsonPatching) ([]kustomize.Operation, bool) {
	for _, p := range patchings {
		ops := p.difference(from, to, written)
		if len(ops) == 1 {
			end := []kustomize.Operation{atEnd(ops[0], written[0])}
			if turnsAll(patchings, from, to, end) {
				return end, true
			}
		}
		if turnsAll(patchings, from, to, ops) {
			return ops, true
		}
		for i, op := range ops { // add also replaces
			if op.Verb == "replace" && !isIndex(p.turned[from], op.At) {
				ops[i].Verb = "add"
			}
		}
		if turnsAll(patchings, from, to, ops) {
			return ops, true
		}
	}
	return nil, false
}

// difference returns operations between two states, in the notation of the author.
func (p *jsonPatching) difference(from, to int, written []kustomize.Operation) []kustomize.Operation {
	ops := jsonDifference(p.turned[from], p.turned[to])
	if len(written) != 1 || written[0].Verb != "add" && written[0].Verb != "replace" {
		return ops
	}
	if len(ops) == 0 { // the patch has no effect
		for _, op := range p.shown(to, written[0].At) {
			if path, ok := kustomize.PathIn(p.turned[to], op.At); ok && op.Verb != "remove" {
				ops = append(ops, kustomize.Operation{Verb: "replace", At: op.At, Value: p.turned[to].Get(path...)})
			}
		}
	}
	for i, op := range ops {
		if op.Verb == "replace" && !isIndex(p.turned[from], op.At) {
			ops[i].Verb = written[0].Verb
		}
	}
	return ops
}

func isIndex(v *model.Value, steps []string) bool {
	path, ok := kustomize.PathIn(v, steps)
	if !ok {
		return true
	}
	_, index := path[len(path)-1].(int)
	return index
}

// slotOps returns the Ops that write the slots into the patch. They start at its end, so that indices stay valid.
func slotOps(patch *model.Value, slots []jsonSlot) (ops []edit.Op) {
	for _, s := range slices.Backward(slots) {
		var items []*model.Value
		for _, op := range s.ops {
			items = append(items, writtenOperation(op))
		}
		for _, c := range listDifference(nil, s.from, patch.Items[s.from:s.to], items) {
			ops = append(ops, c.op())
		}
	}
	return ops
}

// writtenOperation returns an operation as a value to write.
func writtenOperation(op kustomize.Operation) *model.Value {
	v := model.NewMap(model.NewEntry("op", model.NewString(op.Verb)))
	if op.From != nil {
		v.Entries = append(v.Entries, model.NewEntry("from", model.NewString(kustomize.Pointer(op.From))))
	}
	v.Entries = append(v.Entries, model.NewEntry("path", model.NewString(kustomize.Pointer(op.At))))
	if op.Value != nil {
		v.Entries = append(v.Entries, model.NewEntry("value", op.Value))
	}
	return v
}
