package lint

import (
	"math"
	"slices"
)

// matcher says whether one of several needles stands in a text, in one pass over its bytes however many there are: the
// automaton of Aho and Corasick. It is safe for concurrent use.
type matcher struct {
	class [256]uint32 // of bytes that no needle tells apart
	width uint32      // how many classes there are
	next  []uint32    // row of a state + class of a byte → row of the next state, the root's is 0, or needleEnds
}

// needleEnds stands for the state at the end of a needle.
const needleEnds = math.MaxUint32

// newMatcher returns a matcher of the needles; none of them is empty.
func newMatcher(needles [][]byte) *matcher {
	m := &matcher{width: 1}
	needles = shortest(needles)
	size := 1
	for _, needle := range needles {
		size += len(needle)
		for _, b := range needle {
			if m.class[b] == 0 { // class 0 is that of bytes in no needle
				m.class[b] = m.width
				m.width++
			}
		}
	}
	m.next = make([]uint32, m.width, uint32(size)*m.width)
	for _, needle := range needles {
		m.add(needle)
	}
	m.complete()
	return m
}

// shortest leaves out the needles that hold another one.
func shortest(needles [][]byte) [][]byte {
	needles = slices.Clone(needles)
	slices.SortFunc(needles, func(a, b []byte) int { return len(a) - len(b) })
	var kept [][]byte
	for _, needle := range needles {
		if !containsAny(needle, kept) {
			kept = append(kept, needle)
		}
	}
	return kept
}

// add makes the states of a needle; a next state of 0 is one that is not known yet.
func (m *matcher) add(needle []byte) {
	at, last := uint32(0), len(needle)-1
	for _, b := range needle[:last] {
		i := at + m.class[b]
		if m.next[i] == 0 {
			m.next[i] = uint32(len(m.next))
			m.next = append(m.next, make([]uint32, m.width)...)
		}
		at = m.next[i]
	}
	m.next[at+m.class[needle[last]]] = needleEnds
}

// complete gives every state a next one for every class: that of its longest suffix which is a state. It goes breadth
// first, so that this one, which is shorter, is complete. It is never the end of a needle: no needle is inside another.
func (m *matcher) complete() {
	suffix := make([]uint32, uint32(len(m.next))/m.width)
	queue := make([]uint32, 1, len(suffix))
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		back := suffix[at/m.width]
		for c := range m.width {
			switch to := m.next[at+c]; {
			case to == 0:
				m.next[at+c] = m.next[back+c]
			case to != needleEnds:
				if at != 0 {
					suffix[to/m.width] = m.next[back+c]
				}
				queue = append(queue, to)
			}
		}
	}
}

// any says whether one of the needles stands in the text.
func (m *matcher) any(text []byte) bool {
	class, next, at := &m.class, m.next, uint32(0)
	for _, b := range text {
		if at = next[at+class[b]]; at == needleEnds {
			return true
		}
	}
	return false
}
