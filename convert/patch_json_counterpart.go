package convert

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/model"
)

// counterpart returns the one operation that does to the converted objects what the i-th does to the objects.
func counterpart(i int, op jsonOp, all []*jsonPatching) (jsonOp, bool) {
	for _, p := range all {
		for _, candidate := range p.candidates(i, op) {
			if turnsAll(all, i, i+1, []jsonOp{candidate}) {
				return candidate, true
			}
		}
	}
	return op, false
}

// candidates returns operations that may be the counterpart of the i-th, the likeliest first.
func (p *jsonPatching) candidates(i int, op jsonOp) (all []jsonOp) {
	last := op.at[len(op.at)-1]
	here := op.at
	if path, ok := pathIn(p.states[i], op.at[:len(op.at)-1]); ok && last == "-" {
		if list := p.states[i].Get(path...); list.Kind == model.List {
			here = append(slices.Clone(op.at[:len(op.at)-1]), strconv.Itoa(len(list.Items)))
		}
	}
	var places [][]string
	var added []string // the place of what is added at the end of a list
	add := func(place []string, ok bool) {
		if ok {
			places = append(places, place)
		}
	}
	if op.verb != "remove" && op.verb != "test" {
		place, ok := p.image(i+1, here)
		if ok && last == "-" {
			added = place
			add(append(slices.Clone(place[:len(place)-1]), "-"), true)
		}
		add(place, ok)
	}
	if op.verb != "move" && op.verb != "copy" {
		add(p.image(i, here))
	}
	if parent, ok := p.image(i, here[:len(here)-1]); ok {
		add(append(slices.Clone(parent), here[len(here)-1]), op.verb != "remove")
	}
	add(here, true)
	for _, place := range places {
		candidate := jsonOp{verb: op.verb, at: place, value: op.value}
		switch op.verb {
		case "add", "replace", "test":
			at := place
			if place[len(place)-1] == "-" {
				at = added
			}
			value := valueAt(p.turned[i+1], at)
			if value == nil {
				continue
			}
			if !model.Equal(value, op.value) {
				candidate.value = value
			}
		case "move", "copy":
			from, ok := p.image(i, op.from)
			if !ok {
				continue
			}
			candidate.from = from
		}
		all = append(all, candidate)
	}
	return all
}

// valueAt returns the value at a place, nil where there is none.
func valueAt(v *model.Value, place []string) *model.Value {
	path, ok := pathIn(v, place)
	if !ok || len(place) == 0 {
		return nil
	}
	return v.Get(path...)
}

// testsFor returns tests of the converted objects that pass as the i-th operation does, of what would be other if that failed; nil if there
// are none.
func testsFor(i int, op jsonOp, all []*jsonPatching) (tests []jsonOp) {
	for _, p := range all {
		tests = nil
		for _, shown := range p.shown(i, op.at) {
			if shown.verb != "remove" {
				tests = append(tests, jsonOp{verb: "test", at: shown.at, value: valueAt(p.turned[i], shown.at)})
			}
		}
		if place, _, ok := p.of.landing(p.patchUse, p.states[i], op.at); ok && op.value.Kind == model.Null {
			for len(place) > 1 && !hasMap(p.turned[i], place[:len(place)-1]) {
				place = place[:len(place)-1]
			}
			tests = append(tests, jsonOp{verb: "test", at: place, value: op.value})
		}
		if len(tests) > 0 && turnsAll(all, i, i+1, tests) {
			return tests
		}
	}
	return nil
}

// shown returns what the converted object has of a place of the object: what would be other without it, or else with other switches.
func (p *jsonPatching) shown(state int, at []string) []jsonOp {
	path, ok := pathIn(p.states[state], at)
	if !ok {
		return nil
	}
	for _, op := range []jsonOp{
		{verb: "remove", at: at},
		{verb: "replace", at: at, value: switched(p.states[state].Get(path...))},
	} {
		other, err := applyJSON(p.states[state], []jsonOp{op})
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
	if v.Kind == model.Bool {
		return model.NewBool(v.Text != "true")
	}
	after := *v
	after.Entries = nil
	for _, e := range v.Entries {
		after.Entries = append(after.Entries, &model.Entry{Key: e.Key, Value: switched(e.Value)})
	}
	return &after
}
