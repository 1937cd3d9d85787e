package lint

import (
	"bytes"
	"slices"
	"sync"

	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/model"
)

// numbering gives each needle of the rules a number. Equal ones have the same in all linters.
type numbering struct {
	mu      sync.Mutex
	numbers map[string]int
	texts   [][]byte
}

var needleNumbers = numbering{numbers: map[string]int{}}

// of returns the numbers of needles.
func (n *numbering) of(needles [][]byte) (set bits) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, needle := range needles {
		number, isKnown := n.numbers[string(needle)]
		if !isKnown {
			number = len(n.texts)
			n.numbers[string(needle)] = number
			n.texts = append(n.texts, needle)
		}
		set.add(number)
	}
	return set
}

// from returns the needles with this number and later ones.
func (n *numbering) from(number int) [][]byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clip(n.texts)[number:]
}

// foundNeedles is the set of the needles in a file, which many roots may read.
type foundNeedles struct {
	mu    sync.Mutex
	tried int // the first so many needles
	bits
}

// needlesIn returns the numbers of the needles that a file contains.
func needlesIn(f *model.File) bits {
	in := model.Kept(f, func(*model.File) *foundNeedles { return &foundNeedles{} })
	in.mu.Lock()
	defer in.mu.Unlock()
	further := needleNumbers.from(in.tried)
	if len(further) > 0 {
		in.bits = slices.Clone(in.bits) // somebody may have those of before
		text := scan.Unescaped(f.Data)
		for _, needle := range further {
			if bytes.Contains(text, needle) {
				in.add(in.tried)
			}
			in.tried++
		}
	}
	return in.bits
}

// bits is a set of small numbers.
type bits []uint64

func (b *bits) add(number int) {
	for len(*b) <= number/64 {
		*b = append(*b, 0)
	}
	(*b)[number/64] |= 1 << (number % 64)
}

func (b *bits) addAll(others bits) {
	for i, word := range others {
		if i == len(*b) {
			*b = append(*b, 0)
		}
		(*b)[i] |= word
	}
}

// meets reports whether the sets have a number in common.
func (b bits) meets(others bits) bool {
	for i := range min(len(b), len(others)) {
		if b[i]&others[i] != 0 {
			return true
		}
	}
	return false
}
