package branches

import (
	"cmp"
	"slices"

	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// literal is a condition that a template has: that a branch is taken, or that it is not.
type literal struct {
	in        draft.VariantSet
	condition *gotmpl.Condition
	like      *gotmpl.Block
}

const maxTerms = 64 // branches that may decide about one child

// condition returns a condition that is true in exactly these variants of the context: one of the template, several joined by "or", or the opposite.
// ok is false if there is none.
func (m *merger) condition(in draft.VariantSet, c context) (f layout.Frame, ok bool) {
	literals := m.literals(c)
	if f, ok = anyOf(literals, in); ok {
		return f, true
	}
	if f, ok = anyOf(literals, c.in.Without(in)); ok {
		f.Condition = f.Condition.Not()
	}
	return f, ok
}

// anyOf joins literals by "or" so that they hold in exactly the wanted variants.
func anyOf(literals []literal, want draft.VariantSet) (layout.Frame, bool) {
	var parts []*gotmpl.Condition
	var like *gotmpl.Block
	for left := want; left.Count() > 0; {
		var best literal
		gain := 0
		for _, l := range literals {
			if n := l.in.And(left).Count(); n > gain && l.in.Without(want).Count() == 0 {
				best, gain = l, n
			}
		}
		if gain == 0 {
			return layout.Frame{}, false
		}
		parts, like, left = append(parts, best.condition), cmp.Or(like, best.like), left.Without(best.in)
	}
	return layout.Frame{Condition: gotmpl.Any(parts), Like: like}, true
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
		if n := in.Count(); n == 0 || n == c.in.Count() || slices.ContainsFunc(result, func(l literal) bool { return slices.Equal(l.in, in) }) {
			continue
		}
		condition := layout.ConditionOf(append(frames, f))
		result = append(result, literal{in, condition, ctl.Block}, literal{c.in.Without(in), condition.Not(), ctl.Block})
	}
	return result
}
