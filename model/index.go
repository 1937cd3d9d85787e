package model

import (
	"slices"
	"strings"
)

// minIndexed is the number of entries from which an index is faster than a search.
const minIndexed = 32

// index finds the entries of a map by key.
type index struct {
	entries []*Entry // the entries of the map when it was indexed; the index is invalid for others
	byKey   []int32  // entries with a known key, sorted by key; those with equal keys stay in their order
	merges  []int32  // entries with a merge key, in their order
}

// IndexKeys prepares a complete map, so that Entry finds keys in logarithmic time. Call it before several goroutines read the map.
// A copy with other entries does not use the index. A map that is indexed already stays as it is.
func (v *Value) IndexKeys() {
	if len(v.Entries) < minIndexed || v.index.isOf(v.Entries) {
		return
	}
	x := &index{entries: v.Entries, byKey: make([]int32, 0, len(v.Entries))}
	for i, e := range v.Entries {
		switch {
		case e.IsMerge():
			x.merges = append(x.merges, int32(i)) //nolint:gosec // a file has fewer entries than bytes
		case e.Key.Kind != Unknown:
			x.byKey = append(x.byKey, int32(i)) //nolint:gosec // as above
		}
	}
	slices.SortFunc(x.byKey, func(a, b int32) int {
		if order := strings.Compare(v.Entries[a].Key.Text, v.Entries[b].Key.Text); order != 0 {
			return order
		}
		return int(a - b)
	})
	v.index = x
}

// IndexOf returns the index of the entry that has the key, as opposed to one that a merge key adds; -1 if there is none. The last one
// counts if the key occurs twice.
func (v *Value) IndexOf(key string) int {
	if v == nil {
		return -1
	}
	if v.index.isOf(v.Entries) {
		return v.index.last(key)
	}
	for i, e := range slices.Backward(v.Entries) {
		if e.Key.Text == key && e.Key.Kind != Unknown && !e.IsMerge() {
			return i
		}
	}
	return -1
}

// HasMerge reports whether a map has a merge key.
func (v *Value) HasMerge() bool {
	if v.index.isOf(v.Entries) {
		return len(v.index.merges) > 0
	}
	return slices.ContainsFunc(v.Entries, (*Entry).IsMerge)
}

// isOf reports whether the index is valid for entries.
func (x *index) isOf(entries []*Entry) bool {
	return x != nil && len(x.entries) == len(entries) && &x.entries[0] == &entries[0]
}

// entry is Value.Entry with the index.
func (x *index) entry(key string) *Entry {
	last := x.last(key)
	for _, i := range slices.Backward(x.merges) {
		if int(i) < last {
			break
		}
		if e := x.entries[i].mergedEntry(key); e != nil {
			return e
		}
	}
	if last < 0 {
		return nil
	}
	return x.entries[last]
}

// last is Value.IndexOf with the index.
func (x *index) last(key string) int {
	after, _ := slices.BinarySearchFunc(x.byKey, key, func(i int32, key string) int {
		if x.entries[i].Key.Text <= key {
			return -1
		}
		return 1
	})
	if after > 0 && x.entries[x.byKey[after-1]].Key.Text == key {
		return int(x.byKey[after-1])
	}
	return -1
}
