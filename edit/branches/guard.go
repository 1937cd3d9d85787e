package branches

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/templates"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// scoped reports whether a template inside the frame may mean something else than outside of it.
func (m *merger) scoped(f layout.Frame) bool {
	if f.Block == nil {
		return false
	}
	first := f.Block.Branches[0]
	if f.Block.Open == "{{" && len(first.Variables) > 0 {
		return true
	}
	return f.Branch == 0 && first.Keyword != "if"
}

// context is the place of a collection: the frames around it, and the variants in which it exists because of them.
type context struct {
	frames []layout.Frame
	in     draft.VariantSet
}

// framesBeyond returns the frames that the context does not have.
func (c context) framesBeyond(frames []layout.Frame) []layout.Frame {
	var missing []layout.Frame
	for _, f := range frames {
		if !slices.Contains(c.frames, f) {
			missing = append(missing, f)
		}
	}
	return missing
}

// guard finds the frames for everything in n that some variants of the context do not have.
func (m *merger) guard(n *draft.Node, c context) {
	if n.Merged != draft.MergedChanged {
		return
	}
	var children []*draft.Child
	m.siblings = nil
	for _, k := range n.Children {
		if home, ok := m.home(k); ok {
			m.siblings = append(m.siblings, c.framesBeyond(home))
		}
	}
	siblings := m.siblings // those of the children are others
	for _, k := range n.Children {
		if k.Variants = k.Variants.And(c.in); k.Variants.Count() == 0 {
			continue
		}
		m.siblings = siblings
		if k.Guard = m.express(k, c, k.From != nil && k.From.Collection == n.Src); len(k.Guard) > 0 && !n.IsBlock() {
			m.fail(edit.Refuse("template lines cannot be written in a list or map on one line"))
		}
		m.guard(k.Node, context{slices.Concat(c.frames, k.Guard), k.Variants})
		children = append(children, k)
	}
	n.Children = children
}

// express returns the frames to write around k in a collection. If k is at its old place, all blocks around it stay.
func (m *merger) express(k *draft.Child, c context, isInPlace bool) []layout.Frame {
	in := k.Variants
	home, ok := m.home(k)
	if !ok {
		return m.compose(in, c, nil, true)
	}
	frames := c.framesBeyond(home)
	scopes := slices.DeleteFunc(slices.Clone(frames), func(f layout.Frame) bool { return !m.scoped(f) })
	if len(scopes) == 0 && slices.Equal(in, c.in) {
		return nil
	}
	if !isInPlace {
		frames = m.deciding(frames, c)
	}
	reached := m.satisfied(frames).And(c.in)
	fresh := k.From == nil && len(k.Node.Children) > 0
	switch {
	case slices.Equal(reached, in):
		return frames
	case in.Without(reached).Count() == 0:
		return slices.Concat(frames, m.compose(in, context{slices.Concat(c.frames, frames), reached}, home, false))
	case fresh || len(scopes) == 0:
		return m.compose(in, c, home, false)
	}
	m.fail(errBeyondScope)
	return nil
}

// deciding leaves out frames that are always taken when the frames around them are.
func (m *merger) deciding(frames []layout.Frame, c context) (needed []layout.Frame) {
	in := c.in
	for i, f := range frames {
		inner := m.satisfied(frames[:i+1]).And(c.in)
		if f.Repeats() || m.scoped(f) || !slices.Equal(in, inner) {
			needed = append(needed, f)
		}
		in = inner
	}
	return needed
}

var errBeyondScope = edit.Refuse("the content of a template block would be needed outside of it")

// home returns the branches in which the templates of k have their meaning. It returns false if k has no templates.
func (m *merger) home(k *draft.Child) ([]layout.Frame, bool) {
	if k.From != nil {
		return m.Guards.Path(k.From.Start), true
	}
	return m.homeOf(k.Node)
}

func (m *merger) homeOf(n *draft.Node) ([]layout.Frame, bool) {
	switch {
	case n.Src != nil && !n.Src.Span.Empty():
		return m.Guards.Path(n.Src.Span.Start), true
	case len(n.Children) == 0:
		return m.homeOfText(n.Val.Text, n.Val.Kind)
	}
	var common []layout.Frame
	hasHome := false
	for _, k := range n.Children {
		home, ok := m.home(k)
		switch {
		case !ok:
		case !hasHome:
			common, hasHome = home, true
		default:
			i := 0
			for i < len(common) && i < len(home) && common[i] == home[i] {
				i++
			}
			common = common[:i]
		}
	}
	if i := slices.IndexFunc(common, layout.Frame.Repeats); i >= 0 {
		common = common[:i] // a map has a key once
	}
	return common, hasHome
}

// homeOfText returns the branches around the template of the document that a new text contains.
func (m *merger) homeOfText(text string, kind model.Kind) ([]layout.Frame, bool) {
	if kind != model.Unknown {
		return nil, false
	}
	for _, t := range m.Doc.Templates {
		if strings.Contains(templates.WithoutInteger(text), m.Doc.Text(t)) {
			return m.Guards.Path(t.Start), true
		}
	}
	return nil, false
}

// compose returns frames for a subject that exists in some variants of a context: a branch of an existing block, or a new condition. home are the
// frames in which its templates keep their meaning; a static subject has none and means the same in every block.
func (m *merger) compose(in draft.VariantSet, c context, home []layout.Frame, static bool) []layout.Frame {
	if slices.Equal(in, c.in) {
		return nil
	}
	if frames := m.branchFor(in, c, home, static); frames != nil {
		return frames
	}
	if f, ok := m.condition(in, c); ok {
		return []layout.Frame{f}
	}
	m.fail(edit.Refuse("what becomes of the template lines depends on more of them than can be written as one condition"))
	return nil
}

// fits reports whether the conditions of a block keep their meaning in a context.
func (m *merger) fits(b *gotmpl.Block, c context) bool {
	if !slices.ContainsFunc(b.Branches, func(branch *gotmpl.Branch) bool {
		return branch.Condition != nil && templates.Relative(b.Open, branch.Condition.Text)
	}) {
		return true
	}
	outer := m.Guards.Outer(b)
	return !slices.ContainsFunc(c.frames, func(f layout.Frame) bool { return m.scoped(f) && !slices.Contains(outer, f) })
}

// branchFor returns the frames of a block that is taken in exactly these variants of the context, or nil.
func (m *merger) branchFor(in draft.VariantSet, c context, home []layout.Frame, static bool) []layout.Frame {
	for _, frames := range m.siblings { // best together with other children of the same collection
		refused := func(f layout.Frame) bool {
			return f.Repeats() || !static && m.scoped(f) && !slices.Contains(home, f) || !m.fits(f.Block, c)
		}
		if len(frames) == 0 || len(c.framesBeyond(frames)) < len(frames) || slices.ContainsFunc(frames, refused) {
			continue
		}
		if slices.Equal(m.satisfied(frames).And(c.in), in) {
			return frames
		}
	}
	var best []layout.Frame
	for _, ctl := range m.Guards.Controls {
		b := ctl.Block
		outer := m.Guards.Outer(b)
		missing := c.framesBeyond(outer)
		if ctl.Branch == len(b.Branches) && b.Branches[len(b.Branches)-1].Condition == nil || slices.ContainsFunc(missing, layout.Frame.Repeats) {
			continue // the branch is the end of a block with an else
		}
		f := layout.Frame{Block: b, Branch: ctl.Branch}
		if best != nil && len(best) <= len(missing)+1 {
			continue // the one found is as short
		}
		if f.Repeats() || slices.Contains(c.frames, f) || !m.fits(b, c) {
			continue
		}
		if !static && (m.scoped(f) || slices.ContainsFunc(missing, m.scoped)) {
			continue
		}
		if slices.Equal(m.satisfied(append(outer[:len(outer):len(outer)], f)).And(c.in), in) {
			best = append(missing[:len(missing):len(missing)], f)
		}
	}
	return best
}
