package lint

// matcher says whether one of several needles stands in a text, in one pass over its bytes however many there are: the
// automaton of Aho and Corasick. It is safe for concurrent use.
type matcher struct {
	class  [256]uint32 // of bytes that no needle tells apart
	width  uint32      // how many classes there are
	next   []uint32    // row of a state + class of a byte → row of the next state
	accept uint32      // rows from here on are of states at which needles end
}

// newMatcher returns a matcher of the needles; none of them is empty.
func newMatcher(needles [][]byte) *matcher {
	m := &matcher{width: 1}
	for _, needle := range needles {
		for _, b := range needle {
			if m.class[b] == 0 { // class 0 is that of bytes in no needle
				m.class[b] = m.width
				m.width++
			}
		}
	}
	m.sort(m.trie(needles))
	return m
}

// trieState is a state while the automaton is built.
type trieState struct {
	next []int // by class; 0 is the root
	ends bool  // a needle ends here
}

// trie returns the states, the root first, with a next state for every class.
func (m *matcher) trie(needles [][]byte) []*trieState {
	states := []*trieState{{next: make([]int, m.width)}}
	for _, needle := range needles {
		at := 0
		for _, b := range needle {
			c := m.class[b]
			if states[at].next[c] == 0 {
				states[at].next[c] = len(states)
				states = append(states, &trieState{next: make([]int, m.width)})
			}
			at = states[at].next[c]
		}
		states[at].ends = true
	}
	// Breadth first, so that the longest suffix of a state, which is shorter, is complete when it is needed.
	suffix := make([]int, len(states))
	queue := []int{0}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		s := states[at]
		for c, to := range s.next {
			back := states[suffix[at]].next[c]
			switch {
			case to == 0:
				s.next[c] = back
				continue
			case at != 0:
				suffix[to] = back
				states[to].ends = states[to].ends || states[back].ends
			}
			queue = append(queue, to)
		}
	}
	return states
}

// sort lays the states out as rows, those at which needles end last.
func (m *matcher) sort(states []*trieState) {
	order := make([]int, 0, len(states))
	for _, ending := range []bool{false, true} {
		for i, s := range states {
			if s.ends == ending {
				order = append(order, i)
			}
		}
	}
	row := make([]uint32, len(states))
	for place, i := range order {
		row[i] = uint32(place) * m.width
	}
	m.accept = uint32(len(order)) * m.width
	for place, i := range order {
		for _, to := range states[i].next {
			m.next = append(m.next, row[to])
		}
		if states[i].ends {
			m.accept = min(m.accept, uint32(place)*m.width)
		}
	}
}

// any says whether one of the needles stands in the text.
func (m *matcher) any(text []byte) bool {
	class, next, accept, at := &m.class, m.next, m.accept, uint32(0)
	for _, b := range text {
		at = next[at+class[b]]
		if at >= accept {
			return true
		}
	}
	return false
}
