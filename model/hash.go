package model

import "hash/maphash"

var hashSeed = maphash.MakeSeed()

// Hash returns the same number for Equal values, to find equal ones among many. It differs between processes.
func (v *Value) Hash() uint64 {
	if v == nil {
		return 0
	}
	sum := maphash.Comparable(hashSeed, v.Kind)
	if v.Kind != Map {
		sum = mixed(sum, maphash.String(hashSeed, v.Text))
	}
	for _, item := range v.Items {
		sum = mixed(sum, item.Hash())
	}
	var entries uint64 // independent of their order
	for _, e := range v.Entries {
		entries += mixed(maphash.String(hashSeed, e.Key.Text), e.Value.Hash())
	}
	return mixed(sum, entries)
}

func mixed(a, b uint64) uint64 { return maphash.Comparable(hashSeed, [2]uint64{a, b}) }
