package model

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/testing/cputime"
)

// TestHash compares the hashes of random maps with those of copies in another order, which are equal, and of changed copies.
func TestHash(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 0))
		v := randomMap(r, 1)
		shuffled := v.Copy(nil)
		r.Shuffle(len(shuffled.Entries), func(i, j int) {
			shuffled.Entries[i], shuffled.Entries[j] = shuffled.Entries[j], shuffled.Entries[i]
		})
		if !Equal(v, shuffled) || v.Hash() != shuffled.Hash() {
			t.Fatalf("seed %d: a map in another order is not the same", seed)
		}
		shuffled.Entries[0].Value = NewString("changed")
		if Equal(v, shuffled) || v.Hash() == shuffled.Hash() {
			t.Fatalf("seed %d: a changed map is the same", seed)
		}
	}
}

// TestEqualOfOneKey compares maps with one key many times, in opposite orders.
func TestEqualOfOneKey(t *testing.T) {
	a, b := NewMap(), NewMap()
	for i := range 100_000 {
		a.Entries = append(a.Entries, NewEntry("k", NewString(string(rune('a'+i%26))+time.Duration(i).String())))
	}
	b.Entries = slices.Clone(a.Entries)
	slices.Reverse(b.Entries)
	start := cputime.Used()
	if !Equal(a, b) {
		t.Error("the maps differ")
	}
	if used := cputime.Used() - start; used > 5*time.Second {
		t.Errorf("comparing takes %v", used)
	}
}
