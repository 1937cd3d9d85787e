package scan

// matcher finds which of several needles are in a text, in one pass over its bytes however many there are: the automaton of Aho and
// Corasick. It is safe for concurrent use.
type matcher struct {
	class [256]uint32 // of bytes that are equal for all needles
	width uint32      // how many classes there are
	next  []uint32    // row of a state + class of a byte → row of the next state, the root's is 0, with needleEnds where needles end
	signs []Signs     // by state: of the needles that end there
	all   Signs
}

// needleEnds marks the row of a state at the end of needles.
const needleEnds = 1 << 31

// newMatcher returns a matcher of the needles, each with its sign; none of them is empty.
func newMatcher(needles map[string]Signs) *matcher {
	m := &matcher{width: 1, signs: make([]Signs, 1)}
	for needle, sign := range needles {
		m.all |= sign
		for _, b := range []byte(needle) {
			if m.class[b] == 0 { // class 0 is that of bytes in no needle
				m.class[b] = m.width
				m.width++
			}
		}
	}
	m.next = make([]uint32, m.width)
	for needle, sign := range needles {
		m.add(needle, sign)
	}
	m.complete()
	return m
}

// add makes the states of a needle; a next state of 0 is one that is not known yet.
func (m *matcher) add(needle string, sign Signs) {
	state := uint32(0)
	for _, b := range []byte(needle) {
		i := state + m.class[b]
		if m.next[i] == 0 {
			m.next[i] = uint32(len(m.next))
			m.next = append(m.next, make([]uint32, m.width)...)
			m.signs = append(m.signs, 0)
		}
		state = m.next[i]
	}
	m.signs[state/m.width] |= sign
}

// complete gives every state a next one for every class, that of its longest suffix which is a state, and the needles that end there. It
// goes breadth first, so that this one, which is shorter, is complete.
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
			if signs |= m.signs[state/m.width]; signs == m.all {
				break
			}
		}
	}
	return signs
}
