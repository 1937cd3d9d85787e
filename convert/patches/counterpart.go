package patches

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// counterpart returns an operation with the same effect on the converted objects as the i-th operation has on the originals.
func counterpart(i int, op kustomize.Operation, patchings []*jsonPatching) (kustomize.Operation, bool) {
	for _, p := range patchings {
		for _, candidate := range p.candidates(i, op) {
			if turnsAll(patchings, i, i+1, []kustomize.Operation{candidate}) {
				return candidate, true
			}
		}
	}
	return op, false
}

// candidates returns operations that may be that counterpart, most likely first: at the converted place, then at the author's
// place.
func (p *jsonPatching) candidates(i int, op kustomize.Operation) (candidates []kustomize.Operation) {
	for _, place := range [][]string{p.landingOf(i, op.At), op.At} {
		candidate := kustomize.Operation{Verb: op.Verb, At: place, Value: op.Value}
		if op.From != nil {
			candidate.From = p.landingOf(i, op.From)
		} else if value := valueAt(p.turned[i+1], place); op.Value != nil && !model.Equal(value, op.Value) {
			candidate.Value = value
		}
		if place != nil && (candidate.From != nil) == (op.From != nil) && (candidate.Value != nil) == (op.Value != nil) {
			candidates = append(candidates, atEnd(candidate, op), candidate)
		}
	}
	return candidates
}

// atEnd returns op. If the author's operation appends to a list, the result does so too.
func atEnd(op, written kustomize.Operation) kustomize.Operation {
	if last := len(op.At) - 1; last >= 0 && written.At[len(written.At)-1] == "-" {
		op.At = append(slices.Clone(op.At[:last]), "-")
	}
	return op
}

// landingOf returns the place in the converted object of a place in the given state; nil if it has none.
func (p *jsonPatching) landingOf(state int, steps []string) []string {
	place, _ := landing(p.of, p.base, p.states[state], steps)
	return place
}

// valueAt returns the value at a place, or nil.
func valueAt(v *model.Value, place []string) *model.Value {
	path, ok := kustomize.PathIn(v, place)
	if !ok || len(place) == 0 {
		return nil
	}
	return v.Get(path...)
}

// testsFor returns tests of the converted objects that pass exactly if the i-th operation, a test, passes. It returns nil if there
// are none.
func testsFor(i int, op kustomize.Operation, patchings []*jsonPatching) (tests []kustomize.Operation) {
	for _, p := range patchings {
		tests = nil
		for _, shown := range p.shown(i, op.At) {
			if shown.Verb != "remove" {
				tests = append(tests, kustomize.Operation{Verb: "test", At: shown.At, Value: valueAt(p.turned[i], shown.At)})
			}
		}
		if place, ok := landing(p.of, p.base, p.states[i], op.At); ok && op.Value.Kind == model.Null {
			for len(place) > 1 && !kustomize.HasMap(p.turned[i], place[:len(place)-1]) {
				place = place[:len(place)-1]
			}
			tests = append(tests, kustomize.Operation{Verb: "test", At: place, Value: op.Value})
		}
		if len(tests) > 0 && turnsAll(patchings, i, i+1, tests) {
			return tests
		}
	}
	return nil
}

// shown returns the operations that a value adds to the converted object, so that a caller sees where the value takes effect. It
// compares with a conversion without the value, or with its bools reversed if that makes no difference.
func (p *jsonPatching) shown(state int, steps []string) []kustomize.Operation {
	path, ok := kustomize.PathIn(p.states[state], steps)
	if !ok {
		return nil
	}
	for _, op := range []kustomize.Operation{
		{Verb: "remove", At: steps},
		{Verb: "replace", At: steps, Value: switched(p.states[state].Get(path...))},
	} {
		changed, err := kustomize.ApplyOperations(p.states[state], []kustomize.Operation{op})
		if err != nil {
			continue
		}
		if ops := jsonDifference(p.base.converted(p.of, changed).Res.Value, p.turned[state]); len(ops) > 0 {
			return ops
		}
	}
	return nil
}

// switched returns the value with every bool reversed.
func switched(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		if c.Kind == model.Bool {
			c.Text = strconv.FormatBool(c.Text != "true")
		}
	})
}
