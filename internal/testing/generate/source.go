package generate

import (
	"slices"

	"pgregory.net/rapid"
)

// source draws values. Its methods shrink towards false, 0 and the first choice.
type source struct{ t *rapid.T }

// digits are drawn instead of numbers, because rapid prefers small numbers; among 4 values it hardly does.
var digits = rapid.IntRange(0, 3)

// intn returns a number from 0 to n-1.
func (g *source) intn(n int) int {
	value := 0
	for limit := 1; limit < n; limit *= 4 {
		value = value*4 + digits.Draw(g.t, "")
	}
	return value % max(n, 1)
}

// chance returns true with the given probability.
func (g *source) chance(percent int) bool { return percent > 0 && g.intn(64) >= 64-(percent*64+99)/100 }

func pick[T any](g *source, from ...T) T { return from[g.intn(len(from))] }

// sample returns between minimum and maximum different items of from, in any order.
func sample[T any](g *source, minimum, maximum int, from ...T) []T {
	n := minimum + g.intn(min(maximum, len(from))-minimum+1)
	remaining := slices.Clone(from)
	var picked []T
	for range n {
		i := g.intn(len(remaining))
		picked = append(picked, remaining[i])
		remaining = slices.Delete(remaining, i, i+1)
	}
	return picked
}

// shuffled returns the list, sometimes in another order.
func shuffled[S ~[]T, T any](g *source, list S) S {
	if len(list) < 2 || g.chance(50) {
		return list
	}
	return sample(g, len(list), len(list), list...)
}

// fields returns between minimum and maximum different entries.
func (g *source) fields(minimum, maximum int, from ...Entry) Map {
	return sample(g, minimum, maximum, from...)
}

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

// maybe adds a field with the given probability.
func (b *builder) maybe(percent int, key string, value func() any) {
	if b.g.chance(percent) {
		b.m.add(key, value())
	}
}

// null adds a missing field without a value, which the API server treats as absent.
func (b *builder) null(percent int, keys ...string) {
	if key := pick(b.g, keys...); b.g.chance(percent) && b.m.Get(key) == nil {
		b.m.Set(key, nil)
	}
}
