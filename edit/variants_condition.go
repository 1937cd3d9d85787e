package edit

import (
	"cmp"
	"slices"

	"github.com/karplint/karplint/parsers/gotmpl"
)

// literal is what conditions are composed of: a branch is taken, or it is not.
type literal struct {
	in   variantSet
	when *gotmpl.Condition
	term *gotmpl.Condition // without a not
	like *gotmpl.Block
}

const (
	maxTerms    = 64 // branches that may decide about one kid
	maxChosen   = 12 // of which every choice is tried
	maxCombined = 4  // in a condition that is neither true where any of its terms is, nor false
)

// condition composes a condition that holds in just these variants of the context.
func (m *merger) condition(in variantSet, c context) (frame, bool) {
	literals := m.literals(c)
	best, found := cover(literals, in, c.in)
	if rest, some := cover(literals, c.in.without(in), c.in); some {
		if rest.when = rest.when.Not(); !found || len(rest.when.Text) < len(best.when.Text) {
			return rest, true
		}
	}
	return best, found
}

// literals returns the branches whose conditions mean in the context what they mean in the document, and their opposites.
func (m *merger) literals(c context) (found []literal) {
	for _, ctl := range m.guards.controls {
		if ctl.branch == len(ctl.block.Branches) || ctl.block.Branches[ctl.branch].Condition == nil || len(found) == 2*maxTerms {
			continue
		}
		outer := m.guards.outer[ctl.block]
		rest := c.beyond(outer)
		if slices.ContainsFunc(rest, m.scoped) || m.scoped(frame{block: ctl.block, branch: 1}) || !m.fits(ctl.block, c) {
			continue
		}
		f := frame{block: ctl.block, branch: ctl.branch}
		in := m.satisfied(append(outer[:len(outer):len(outer)], f)).and(c.in)
		if n := in.count(); n == 0 || n == c.in.count() || slices.ContainsFunc(found, func(l literal) bool { return l.when == l.term && slices.Equal(l.in, in) }) {
			continue
		}
		when := conditionOf(append(rest, f))
		found = append(found, literal{in, when, when, ctl.block}, literal{c.in.without(in), when.Not(), when, ctl.block})
	}
	return found
}

// conditionOf returns the condition that all frames are taken, of which the first are around the last.
func conditionOf(frames []frame) *gotmpl.Condition {
	var factors []*gotmpl.Condition
	for _, f := range frames {
		for i, branch := range f.block.Branches[:min(f.branch+1, len(f.block.Branches))] {
			switch {
			case branch.Condition == nil:
			case i < f.branch:
				factors = append(factors, branch.Condition.Not())
			default:
				factors = append(factors, branch.Condition)
			}
		}
	}
	return gotmpl.All(factors)
}

// product is literals that all hold.
type product struct {
	in   variantSet
	of   []literal
	when *gotmpl.Condition
}

// products returns the shortest products that begin with one, and hold in variants that are wanted and in no other one.
func products(begun product, literals []literal, depth int, want variantSet) (found []product) {
	switch {
	case begun.in.without(want).count() == 0:
		return []product{begun}
	case depth == 0:
		return nil
	}
	for i, l := range literals {
		longer := product{in: begun.in.and(l.in), of: append(begun.of[:len(begun.of):len(begun.of)], l)}
		if longer.in.and(want).count() > 0 && longer.in.count() < begun.in.count() {
			found = append(found, products(longer, literals[i+1:], depth-1, want)...)
		}
	}
	return found
}

// cover returns a condition that holds in all variants that are wanted and in no other one of all: one of few products, if there is one.
func cover(literals []literal, want, all variantSet) (frame, bool) {
	depth := maxCombined
	if len(literals) > 2*maxChosen {
		depth = 2
	}
	fitting := products(product{in: all}, literals, depth, want)
	for i, p := range fitting {
		var factors []*gotmpl.Condition
		for _, l := range p.of {
			factors = append(factors, l.when)
		}
		fitting[i].when = gotmpl.All(factors)
	}
	var parts []*gotmpl.Condition
	var like *gotmpl.Block
	used, single := map[*gotmpl.Condition]bool{}, true
	for left := want; left.count() > 0; {
		best := product{in: make(variantSet, len(all))}
		for _, p := range fitting {
			more := p.in.and(left).count() - best.in.and(left).count()
			if more > 0 || more == 0 && best.when != nil && len(p.when.Text) < len(best.when.Text) {
				best = p
			}
		}
		if best.when == nil {
			return frame{}, false
		}
		left = left.without(best.in)
		parts, like = append(parts, best.when), cmp.Or(like, best.of[0].like)
		for _, l := range best.of {
			used[l.term] = true
		}
		single = single && best.when == best.of[0].term
	}
	return frame{when: gotmpl.Any(parts), like: like}, single || len(used) <= maxCombined
}
