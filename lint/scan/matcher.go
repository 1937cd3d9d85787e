package scan

// matcher finds out which of several needles a text contains. It needs one pass over the bytes, whatever the number of needles (the
// Aho-Corasick automaton). It is safe for concurrent use.
type matcher struct {
	class [256]uint32 // classes of bytes that no needle distinguishes
	width uint32      // how many classes there are
	next  []uint32    // row of a state + class of a byte → row of the next state; the root's row is 0; needleEnds is set where needles end
	signs []Signs     // by state: the signs of the needles that end there
	union Signs
}

// needleEnds marks the row of a state at the end of needles.
const needleEnds = 1 << 31

// newMatcher returns a matcher of the needles, each with its sign; none of them is empty.
func newMatcher(needles map[string]Signs) *matcher {
	m := &matcher{width: 1, signs: make([]Signs, 1)}
	states := 1 // at most
	for needle, sign := range needles {
		m.union |= sign
		states += len(needle)
		for _, b := range []byte(needle) {
			if m.class[b] == 0 { // class 0 is that of bytes in no needle
				m.class[b] = m.width
				m.width++
			}
		}
	}
	m.next = make([]uint32, m.width, states*int(m.width)) // it must not grow, because copying so much memory would take longer than everything else
	for needle, sign := range needles {                   // in any order: the states have other numbers, and the same meaning
		m.add(needle, sign)
	}
	m.complete()
	return m
}

// add adds the states of a needle; a next state of 0 is not set yet.
func (m *matcher) add(needle string, sign Signs) {
	state := uint32(0)
	for _, b := range []byte(needle) {
		i := state + m.class[b]
		if m.next[i] == 0 {
			m.next[i] = uint32(len(m.next))
			m.next = m.next[:len(m.next)+int(m.width)]
			m.signs = append(m.signs, 0)
		}
		state = m.next[i]
	}
	m.signs[state/m.width] |= sign
}

// complete sets the missing next states of every state to those of its longest suffix that is a state, and adds the needles that end
// there. It proceeds breadth first, so that the shorter suffix is complete already.
func (m *matcher) complete() {
	suffix := make([]uint32, len(m.signs))
	queue := make([]uint32, 1, len(suffix))
	for i := 0; i < len(queue); i++ {
		state := queue[i]
		back := suffix[state/m.width]
		m.signs[state/m.width] |= m.signs[back/m.width]
		for c := range m.width {
			to := m.next[state+c]
			if to == 0 {
				m.next[state+c] = m.next[back+c]
				continue
			}
			if state != 0 {
				suffix[to/m.width] = m.next[back+c]
			}
			queue = append(queue, to)
		}
	}
	for i, to := range m.next {
		if m.signs[to/m.width] != 0 {
			m.next[i] |= needleEnds
		}
	}
}

// find returns the signs of the needles in the text.
func (m *matcher) find(text []byte) (signs Signs) {
	class, next, state := &m.class, m.next, uint32(0)
	for _, b := range text {
		state = next[state+class[b]]
		if state >= needleEnds {
			state -= needleEnds
			if signs |= m.signs[state/m.width]; signs == m.union {
				break
			}
		}
	}
	return signs
}
