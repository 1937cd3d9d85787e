package convert

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// counterpart returns the one operation that does to the converted objects what the i-th does to the objects.
func counterpart(i int, op kustomize.Operation, all []*jsonPatching) (kustomize.Operation, bool) {
	for _, p := range all {
		for _, candidate := range p.candidates(i, op) {
			if turnsAll(all, i, i+1, []kustomize.Operation{candidate}) {
				return candidate, true
			}
		}
	}
	return op, false
}

// candidates returns operations that may be the counterpart of the i-th, the likeliest first.
func (p *jsonPatching) candidates(i int, op kustomize.Operation) (all []kustomize.Operation) {
	last := op.At[len(op.At)-1]
	here := op.At
	if path, ok := kustomize.PathIn(p.states[i], op.At[:len(op.At)-1]); ok && last == "-" {
		if list := p.states[i].Get(path...); list.Kind == model.List {
			here = append(slices.Clone(op.At[:len(op.At)-1]), strconv.Itoa(len(list.Items)))
		}
	}
	var places [][]string
	var added []string // the place of what is added at the end of a list
	add := func(place []string, ok bool) {
		if ok {
			places = append(places, place)
		}
	}
	if op.Verb != "remove" && op.Verb != "test" {
		place, ok := p.image(i+1, here)
		if ok && last == "-" {
			added = place
			add(append(slices.Clone(place[:len(place)-1]), "-"), true)
		}
		add(place, ok)
	}
	if op.Verb != "move" && op.Verb != "copy" {
		add(p.image(i, here))
	}
	if parent, ok := p.image(i, here[:len(here)-1]); ok {
		add(append(slices.Clone(parent), here[len(here)-1]), op.Verb != "remove")
	}
	add(here, true)
	for _, place := range places {
		candidate := kustomize.Operation{Verb: op.Verb, At: place, Value: op.Value}
		switch op.Verb {
		case "add", "replace", "test":
			at := place
			if place[len(place)-1] == "-" {
				at = added
			}
			value := valueAt(p.turned[i+1], at)
			if value == nil {
				continue
			}
			if !model.Equal(value, op.Value) {
				candidate.Value = value
			}
		case "move", "copy":
			from, ok := p.image(i, op.From)
			if !ok {
				continue
			}
			candidate.From = from
		}
		all = append(all, candidate)
	}
	return all
}

// valueAt returns the value at a place, nil where there is none.
func valueAt(v *model.Value, place []string) *model.Value {
	path, ok := kustomize.PathIn(v, place)
	if !ok || len(place) == 0 {
		return nil
	}
	return v.Get(path...)
}

// testsFor returns tests of the converted objects that pass as the i-th operation does, of what would be other if that failed; nil if there
// are none.
func testsFor(i int, op kustomize.Operation, all []*jsonPatching) (tests []kustomize.Operation) {
	for _, p := range all {
		tests = nil
		for _, shown := range p.shown(i, op.At) {
			if shown.Verb != "remove" {
				tests = append(tests, kustomize.Operation{Verb: "test", At: shown.At, Value: valueAt(p.turned[i], shown.At)})
			}
		}
		if place, _, ok := p.of.landing(p.patchUse, p.states[i], op.At); ok && op.Value.Kind == model.Null {
			for len(place) > 1 && !kustomize.HasMap(p.turned[i], place[:len(place)-1]) {
				place = place[:len(place)-1]
			}
			tests = append(tests, kustomize.Operation{Verb: "test", At: place, Value: op.Value})
		}
		if len(tests) > 0 && turnsAll(all, i, i+1, tests) {
			return tests
		}
	}
	return nil
}

// shown returns what the converted object has of a place of the object: what would be other without it, or else with other switches.
func (p *jsonPatching) shown(state int, at []string) []kustomize.Operation {
	path, ok := kustomize.PathIn(p.states[state], at)
	if !ok {
		return nil
	}
	for _, op := range []kustomize.Operation{
		{Verb: "remove", At: at},
		{Verb: "replace", At: at, Value: switched(p.states[state].Get(path...))},
	} {
		other, err := kustomize.ApplyOperations(p.states[state], []kustomize.Operation{op})
		if err != nil {
			continue
		}
		if ops := jsonDifference(nil, p.of.whole(p.patchUse, p.of.res.Document, other).res.Value, p.turned[state]); len(ops) > 0 {
			return ops
		}
	}
	return nil
}

// switched returns a value with its bools the other way round.
func switched(v *model.Value) *model.Value {
	return v.Copy(func(c *model.Value) {
		if c.Kind == model.Bool {
			c.Text = strconv.FormatBool(c.Text != "true")
		}
	})
}
