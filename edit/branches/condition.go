package branches

import (
	"cmp"
	"slices"

	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// literal is a part of a composed condition: that a branch is taken, or that it is not.
type literal struct {
	in        draft.VariantSet
	condition *gotmpl.Condition
	term      *gotmpl.Condition // without a not
	like      *gotmpl.Block
}

const (
	maxTerms    = 64 // branches that may decide about one kid
	maxChosen   = 12 // up to that many terms, products of maxCombined literals are tried; otherwise only of two
	maxCombined = 4  // terms in a condition, unless it only joins terms with "or"
)

// condition composes a condition that is true in exactly these variants of the context. ok is false if there is none.
func (m *merger) condition(in draft.VariantSet, c context) (f layout.Frame, ok bool) {
	literals := m.literals(c)
	best, covered := cover(literals, in, c.in)
	if complement, ok := cover(literals, c.in.Without(in), c.in); ok {
		if complement.Condition = complement.Condition.Not(); !covered || len(complement.Condition.Text) < len(best.Condition.Text) {
			return complement, true
		}
	}
	return best, covered
}

// literals returns the branches whose conditions keep their meaning in the context, and their opposites.
func (m *merger) literals(c context) (result []literal) {
	for _, ctl := range m.Guards.Controls {
		if ctl.Branch == len(ctl.Block.Branches) || ctl.Block.Branches[ctl.Branch].Condition == nil || len(result) == 2*maxTerms {
			continue
		}
		outer := m.Guards.Outer(ctl.Block)
		frames := c.framesBeyond(outer)
		if slices.ContainsFunc(frames, m.scoped) || m.scoped(layout.Frame{Block: ctl.Block, Branch: 1}) || !m.fits(ctl.Block, c) {
			continue
		}
		f := layout.Frame{Block: ctl.Block, Branch: ctl.Branch}
		in := m.satisfied(append(outer[:len(outer):len(outer)], f)).And(c.in)
		if n := in.Count(); n == 0 || n == c.in.Count() || slices.ContainsFunc(result, func(l literal) bool { return l.condition == l.term && slices.Equal(l.in, in) }) {
			continue
		}
		condition := layout.ConditionOf(append(frames, f))
		result = append(result, literal{in, condition, condition, ctl.Block}, literal{c.in.Without(in), condition.Not(), condition, ctl.Block})
	}
	return result
}

// product is a conjunction of literals.
type product struct {
	in        draft.VariantSet
	of        []literal
	condition *gotmpl.Condition
}

// products returns the shortest products that extend begun and hold only in wanted variants.
func products(begun product, literals []literal, depth int, want draft.VariantSet) (result []product) {
	switch {
	case begun.in.Without(want).Count() == 0:
		return []product{begun}
	case depth == 0:
		return nil
	}
	for i, l := range literals {
		longer := product{in: begun.in.And(l.in), of: append(begun.of[:len(begun.of):len(begun.of)], l)}
		if longer.in.And(want).Count() > 0 && longer.in.Count() < begun.in.Count() {
			result = append(result, products(longer, literals[i+1:], depth-1, want)...)
		}
	}
	return result
}

// cover returns a condition that is true in all wanted variants and false in all others of the universe. It prefers few products,
// and returns false if there is none.
func cover(literals []literal, want, universe draft.VariantSet) (layout.Frame, bool) {
	depth := maxCombined
	if len(literals) > 2*maxChosen {
		depth = 2
	}
	fitting := products(product{in: universe}, literals, depth, want)
	for i, p := range fitting {
		var factors []*gotmpl.Condition
		for _, l := range p.of {
			factors = append(factors, l.condition)
		}
		fitting[i].condition = gotmpl.All(factors)
	}
	var parts []*gotmpl.Condition
	var like *gotmpl.Block
	used, single := map[*gotmpl.Condition]bool{}, true
	for uncovered := want; uncovered.Count() > 0; {
		best := product{in: make(draft.VariantSet, len(universe))}
		for _, p := range fitting {
			gain := p.in.And(uncovered).Count() - best.in.And(uncovered).Count()
			shorter := best.condition != nil && len(p.condition.Text) < len(best.condition.Text)
			if gain > 0 || gain == 0 && shorter {
				best = p
			}
		}
		if best.condition == nil {
			return layout.Frame{}, false
		}
		uncovered = uncovered.Without(best.in)
		parts, like = append(parts, best.condition), cmp.Or(like, best.of[0].like)
		for _, l := range best.of {
			used[l.term] = true
		}
		single = single && best.condition == best.of[0].term
	}
	return layout.Frame{Condition: gotmpl.Any(parts), Like: like}, single || len(used) <= maxCombined
}
