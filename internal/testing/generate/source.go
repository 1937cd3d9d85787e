package generate

import (
	"slices"

	"pgregory.net/rapid"
)

// source draws. Its methods shrink towards false, 0 and the first of a choice.
type source struct{ t *rapid.T }

// digits are drawn instead of numbers because rapid prefers small numbers: of 4 values it hardly does.
var digits = rapid.IntRange(0, 3)

// intn returns a number from 0 to n-1.
func (g *source) intn(n int) int {
	value := 0
	for most := 1; most < n; most *= 4 {
		value = value*4 + digits.Draw(g.t, "")
	}
	return value % max(n, 1)
}

// chance returns true that often.
func (g *source) chance(percent int) bool { return percent > 0 && g.intn(64) >= 64-(percent*64+99)/100 }

func pick[T any](g *source, from ...T) T { return from[g.intn(len(from))] }

// some returns between least and most different items of from, in any order.
func some[T any](g *source, least, most int, from ...T) []T {
	n := least + g.intn(min(most, len(from))-least+1)
	left := slices.Clone(from)
	var picked []T
	for range n {
		i := g.intn(len(left))
		picked = append(picked, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return picked
}

// shuffled returns the list, now and then in another order.
func shuffled[S ~[]T, T any](g *source, list S) S {
	if len(list) < 2 || g.chance(50) {
		return list
	}
	return some(g, len(list), len(list), list...)
}

// fields returns between least and most different entries.
func (g *source) fields(least, most int, from ...Entry) Map { return some(g, least, most, from...) }

func anys[T any](list []T) []any {
	all := make([]any, len(list))
	for i := range list {
		all[i] = list[i]
	}
	return all
}

// builder collects the fields of a map.
type builder struct {
	g *source
	m Map
}

// maybe adds a field that often.
func (b *builder) maybe(percent int, key string, value func() any) {
	if b.g.chance(percent) {
		b.m.add(key, value())
	}
}

// null adds a field without a value, which the API server takes for none, where it is not there.
func (b *builder) null(percent int, keys ...string) {
	if key := pick(b.g, keys...); b.g.chance(percent) && b.m.Get(key) == nil {
		b.m.Set(key, nil)
	}
}
