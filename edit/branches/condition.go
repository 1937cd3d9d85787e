package branches

import (
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

const maxTerms = 64 // branches that may decide about one kid

// condition returns a condition that is true in exactly these variants of the context. ok is false if the template has none.
func (m *merger) condition(in draft.VariantSet, c context) (f layout.Frame, ok bool) {
	for _, l := range m.literals(c) {
		if slices.Equal(l.in, in) {
			return layout.Frame{Condition: l.condition, Like: l.like}, true
		}
	}
	return layout.Frame{}, false
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
