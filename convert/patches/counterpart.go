package patches

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// counterpart returns one operation with the same effect on the converted objects as the i-th operation has on the originals; nil if there is none.
func counterpart(i int, op kustomize.Operation, patchings []*jsonPatching) []kustomize.Operation {
	for _, p := range patchings {
		for _, candidate := range p.candidates(i, op) {
			if now := []kustomize.Operation{candidate}; turnsAll(patchings, i, i+1, now) {
				return now
			}
		}
	}
	return nil
}

// candidates returns operations that may be that counterpart, most likely first: at the place to which the conversion moves the value, at the
// author's place, and the difference that the operation makes.
func (p *jsonPatching) candidates(i int, op kustomize.Operation) (candidates []kustomize.Operation) {
	landing, _ := landing(p.of, p.base, p.states[i], op.At)
	for _, place := range [][]string{landing, op.At} {
		candidate := kustomize.Operation{Verb: op.Verb, At: place, Value: op.Value}
		if value := valueAt(p.turned[i+1], place); op.Value != nil && !model.Equal(value, op.Value) {
			candidate.Value = value
		}
		if place != nil && (candidate.Value != nil) == (op.Value != nil) {
			candidates = append(candidates, atEnd(candidate, op), candidate)
		}
	}
	if ops := operations(p.turned[i], p.turned[i+1]); len(ops) == 1 && (ops[0].Verb == "remove") == (op.Verb == "remove") {
		asWritten := ops[0]
		asWritten.Verb = op.Verb // add also replaces
		candidates = append(candidates, atEnd(ops[0], op), asWritten, ops[0])
	}
	return candidates
}

// between returns operations that turn each converted object from one state into another.
func between(from, to int, patchings []*jsonPatching) ([]kustomize.Operation, bool) {
	for _, p := range patchings {
		if ops := operations(p.turned[from], p.turned[to]); turnsAll(patchings, from, to, ops) {
			return ops, true
		}
	}
	return nil, false
}

// operations returns the operations that turn from into to.
func operations(from, to *model.Value) (ops []kustomize.Operation) {
	for _, d := range differences(nil, from, to) {
		op := kustomize.Operation{Verb: "add", At: kustomize.PointerSteps(d.Path), Value: d.Value}
		switch {
		case d.Do == edit.Insert:
			op.At = append(op.At, strconv.Itoa(d.Index))
		case d.Do == edit.Delete:
			op.Verb = "remove"
		case from.Get(d.Path...) != nil:
			op.Verb = "replace"
		}
		ops = append(ops, op)
	}
	return ops
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
