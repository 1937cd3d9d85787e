package edit

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// homeOfText returns the branches around a template of the document that a new text holds.
func (m *merger) homeOfText(text string, kind model.Kind) ([]frame, bool) {
	if kind != model.Unknown {
		return nil, false
	}
	for _, t := range m.doc.Templates {
		if strings.Contains(withoutInteger(text), m.doc.Text(t)) {
			return m.guards.path(t.Start), true
		}
	}
	return nil, false
}

// term is what a condition is composed of: a branch is taken.
type term struct {
	in    variantSet
	text  string // of the condition
	block *gotmpl.Block
}

const (
	maxTerms    = 64 // that may decide about one kid
	maxChosen   = 12 // of which every choice is tried
	maxCombined = 4  // in a condition that is neither true where any of its terms is, nor false
)

// condition composes a condition that holds in just these variants of the context, of as few terms as possible.
func (m *merger) condition(in variantSet, c context) (frame, bool) {
	terms := m.terms(c)
	for size := 1; size <= min(maxCombined, len(terms)); size++ {
		if f, ok := anyOf(terms, in, c); size == 3 && ok {
			return f, true
		}
		if size > 2 && len(terms) > maxChosen {
			break
		}
		var found []term
		choose(terms, size, nil, func(chosen []term) bool {
			if _, ok := table(chosen, in, c.in); ok {
				found = slices.Clone(chosen)
			}
			return found == nil
		})
		if found == nil {
			continue
		}
		rows, _ := table(found, in, c.in)
		l := logic{open: found[0].block.Open}
		return frame{text: l.write(found, rows), like: found[0].block}, true
	}
	return frame{}, false
}

// anyOf composes a condition that is true, or one that is false, where any of its terms is.
func anyOf(terms []term, in variantSet, c context) (frame, bool) {
	for _, negative := range []bool{false, true} {
		want := in
		if negative {
			want = c.in.without(in)
		}
		var parts []string
		var like *gotmpl.Block
		left := slices.Clone(want)
		for _, t := range terms {
			if t.in.without(want).count() > 0 || t.in.and(left).count() == 0 {
				continue
			}
			left = left.without(t.in)
			parts = append(parts, t.text)
			if like == nil {
				like = t.block
			}
		}
		if left.count() > 0 || len(parts) == 0 {
			continue
		}
		l := logic{open: like.Open}
		text := l.any(parts)
		if negative {
			text = l.not(text)
		}
		return frame{text: text, like: like}, true
	}
	return frame{}, false
}

// terms returns the branches whose conditions mean in the context what they mean in the document.
func (m *merger) terms(c context) []term {
	var terms []term
	for _, ctl := range m.guards.controls {
		if ctl.branch == len(ctl.block.Branches) || ctl.block.Branches[ctl.branch].Condition == "" || len(terms) == maxTerms {
			continue
		}
		outer := m.guards.outer[ctl.block]
		rest := c.beyond(outer)
		if slices.ContainsFunc(rest, m.scoped) || m.scoped(frame{block: ctl.block, branch: 1}) || !m.fits(ctl.block, c) {
			continue
		}
		f := frame{block: ctl.block, branch: ctl.branch}
		in := m.satisfied(append(outer[:len(outer):len(outer)], f)).and(c.in)
		if n := in.count(); n == 0 || n == c.in.count() || slices.ContainsFunc(terms, func(t term) bool { return slices.Equal(t.in, in) }) {
			continue
		}
		l := logic{open: ctl.block.Open}
		terms = append(terms, term{in, l.all(rest, f), ctl.block})
	}
	return terms
}

// choose calls f with each choice of terms, until it returns false.
func choose(terms []term, size int, chosen []term, f func([]term) bool) bool {
	if size == 0 {
		return f(chosen)
	}
	for i := range terms {
		if !choose(terms[i+1:], size-1, append(chosen, terms[i]), f) {
			return false
		}
	}
	return true
}

// table returns for each row of values that the terms have whether what is asked for is there: 1 or -1, and 0 for a row that no
// variant has. It is not ok where variants with the same values differ.
func table(terms []term, in, all variantSet) ([]int, bool) {
	rows := make([]int, 1<<len(terms))
	for v := range all {
		if !all[v] {
			continue
		}
		row := 0
		for i, t := range terms {
			if t.in[v] {
				row |= 1 << i
			}
		}
		want := -1
		if in[v] {
			want = 1
		}
		if rows[row] == -want {
			return nil, false
		}
		rows[row] = want
	}
	return rows, true
}

// cube is a product of terms: those of mask have the values.
type cube struct{ mask, values int }

// cover returns few cubes that hold all rows of a kind and none of the other, and how many terms they have.
func cover(size int, rows []int, kind int) ([]cube, int) {
	var cubes []cube
	for mask := range 1 << size {
		for values := range 1 << size {
			if values&^mask == 0 && !slices.ContainsFunc(indices(rows, -kind), cube{mask, values}.holds) {
				cubes = append(cubes, cube{mask, values})
			}
		}
	}
	slices.SortStableFunc(cubes, func(a, b cube) int {
		if by := bits.OnesCount(uint(a.mask)) - bits.OnesCount(uint(b.mask)); by != 0 {
			return by
		}
		return bits.OnesCount(uint(b.values)) - bits.OnesCount(uint(a.values))
	})
	left := indices(rows, kind)
	var chosen []cube
	cost := 0
	for len(left) > 0 {
		best, most := cube{}, 0
		for _, c := range cubes {
			n := 0
			for _, row := range left {
				if c.holds(row) {
					n++
				}
			}
			if n > most {
				best, most = c, n
			}
		}
		chosen = append(chosen, best)
		cost += bits.OnesCount(uint(best.mask)) + bits.OnesCount(uint(best.mask&^best.values))
		left = slices.DeleteFunc(left, best.holds)
	}
	return chosen, cost
}

func (c cube) holds(row int) bool { return row&c.mask == c.values }

func indices(rows []int, kind int) []int {
	var found []int
	for i, row := range rows {
		if row == kind {
			found = append(found, i)
		}
	}
	return found
}
