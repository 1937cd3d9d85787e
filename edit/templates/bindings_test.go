package templates

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"testing"
)

// TestBindings compares bindings with maps. A version does not change when later ones are derived from it.
func TestBindings(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var versions []*bindings
	var want []map[string]string
	last, lastWant := (*bindings)(nil), map[string]string{}
	for i := range 500 {
		name := fmt.Sprint("$", r.IntN(100))
		last, lastWant = last.with(name, fmt.Sprint(i)), maps.Clone(lastWant)
		lastWant[name] = fmt.Sprint(i)
		versions, want = append(versions, last), append(want, lastWant)
	}
	for i, version := range versions {
		if got := maps.Collect(version.all()); !maps.Equal(got, want[i]) {
			t.Fatalf("version %d is %v, want %v", i, got, want[i])
		}
		for name, meaning := range want[i] {
			if got := version.get(name); got != meaning {
				t.Fatalf("version %d: %s is %q, want %q", i, name, got, meaning)
			}
		}
	}
}

// TestBindingsShare keeps the scopes of many assignments. Their memory must not grow with the square of their number.
func TestBindingsShare(t *testing.T) {
	const count, perScope = 8000, 4 << 10 // bytes; a copy would take 500 KB
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	scopes := []Scope{{}}
	for i := range count {
		scopes = append(scopes, scopes[i].set(fmt.Sprint("$x", i), "a"))
	}
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) / count; got > perScope {
		t.Errorf("a scope takes %d bytes, want at most %d", got, perScope)
	}
	runtime.KeepAlive(scopes)
}
