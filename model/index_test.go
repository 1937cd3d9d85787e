package model

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestIndexedEntries looks up keys of random maps with and without an index: duplicates, templated keys and merge keys count alike.
func TestIndexedEntries(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 0))
		v := randomMap(r, 2)
		for range 40 {
			key := fmt.Sprint("k", r.IntN(60))
			v.index = nil
			want, number := v.Entry(key), v.IndexOf(key)
			v.IndexKeys()
			if got := v.Entry(key); got != want {
				t.Fatalf("seed %d: %s is %p with an index and %p without", seed, key, got, want)
			}
			if got := v.IndexOf(key); got != number {
				t.Fatalf("seed %d: %s is entry %d with an index and %d without", seed, key, got, number)
			}
		}
	}
}

func randomMap(r *rand.Rand, depth int) *Value {
	v := NewMap()
	for range minIndexed + r.IntN(40) {
		e := NewEntry(fmt.Sprint("k", r.IntN(60)), NewNumber("1"))
		switch r.IntN(12) {
		case 0:
			e.Key = NewUnknown(e.Key.Text)
		case 1:
			if depth > 0 {
				e = NewEntry("<<", randomMap(r, depth-1))
				e.Key.Style = Plain
			}
		}
		v.Entries = append(v.Entries, e)
	}
	return v
}

// TestIndexOfOtherEntries changes entries after the index was made.
func TestIndexOfOtherEntries(t *testing.T) {
	v := NewMap()
	for i := range 2 * minIndexed {
		v.Entries = append(v.Entries, NewEntry(fmt.Sprint("k", i), NewNumber("1")))
	}
	v.IndexKeys()
	shorter, longer := *v, *v
	shorter.Entries = v.Entries[:1]
	longer.Entries = append(v.Entries[:len(v.Entries):len(v.Entries)], NewEntry("last", NewNumber("1")))
	switch {
	case shorter.Entry("k1") != nil:
		t.Error("a key that was removed is there")
	case longer.Entry("last") == nil:
		t.Error("a key that was added is missing")
	}
}

// TestLargeMapsAreIndexed checks that a large map and its copies are not searched entry by entry.
func TestLargeMapsAreIndexed(t *testing.T) {
	v := NewMap()
	for i := range 1000 {
		v.Entries = append(v.Entries, NewEntry(fmt.Sprint("k", i), NewNumber("1")))
	}
	v.IndexKeys()
	changed := v.Rewrite(func(inner *Value) (*Value, bool) {
		if inner == v {
			return v, true
		}
		return NewNumber("2"), false
	})
	for name, large := range map[string]*Value{"map": v, "copy": v.Copy(nil), "rewritten map": changed} {
		if !large.index.isOf(large.Entries) {
			t.Errorf("the %s has no index", name)
		}
		for _, e := range large.Entries {
			if large.Entry(e.Key.Text) != e {
				t.Errorf("%s: %s is not found", name, e.Key.Text)
			}
		}
	}
}
