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

func (c context) inside(f ...layout.Frame) context {
	return context{append(c.frames[:len(c.frames):len(c.frames)], f...), c.in}
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

// standing is one place of a kid: the frames around it, and the variants in which it exists.
type standing struct {
	frames []layout.Frame
	in     draft.VariantSet
}

// guard finds the frames for everything in n that some variants of the context do not have.
func (m *merger) guard(n *draft.Node, c context) {
	if n.Merged != draft.MergedChanged {
		return
	}
	var kids []*draft.Kid
	m.siblings = nil
	for _, k := range n.Kids {
		if home, ok := m.home(k); ok {
			m.siblings = append(m.siblings, c.framesBeyond(home))
		}
	}
	siblings := m.siblings
	for _, k := range n.Kids {
		m.siblings = siblings
		standings := m.express(k, c, k.From != nil && k.From.Collection == n.Src)
		for i, place := range standings {
			k := k
			if i+1 < len(standings) {
				k = cloneKid(k)
			}
			k.Variants, k.Guard = place.in, place.frames
			if len(k.Guard) > 0 && !n.IsBlock() {
				m.fail(edit.Refuse("template lines cannot be written in a list or map on one line"))
			}
			inner := c.inside(k.Guard...)
			inner.in = place.in
			m.guard(k.Node, inner)
			kids = append(kids, k)
		}
	}
	n.Kids = kids
}

func cloneKid(k *draft.Kid) *draft.Kid {
	c := *k
	n := *k.Node
	c.Node, n.Kids = &n, nil
	for _, child := range k.Node.Kids {
		n.Kids = append(n.Kids, cloneKid(child))
	}
	return &c
}

// express returns the places of k in a collection: one, or several if no single condition describes when it exists. If k is at its
// old place, all blocks around it stay.
func (m *merger) express(k *draft.Kid, c context, isInPlace bool) []standing {
	in := k.Variants.And(c.in)
	if in.Count() == 0 {
		return nil
	}
	home, ok := m.home(k)
	if !ok {
		return m.compose(in, c, composer{static: true})
	}
	frames := c.framesBeyond(home)
	scopes := slices.DeleteFunc(slices.Clone(frames), func(f layout.Frame) bool { return !m.scoped(f) })
	if len(scopes) == 0 && slices.Equal(in, c.in) {
		return []standing{{nil, in}}
	}
	if !isInPlace {
		frames = m.deciding(frames, c)
	}
	reached := m.satisfied(frames).And(c.in)
	fresh := k.From == nil && len(k.Node.Kids) > 0
	switch {
	case slices.Equal(reached, in):
		return []standing{{frames, in}}
	case in.Without(reached).Count() == 0:
		inner := c.inside(frames...)
		inner.in = reached
		return prefixed(frames, m.compose(in, inner, composer{home: home}))
	case fresh || len(scopes) == 0:
		return m.compose(in, c, composer{home: home})
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

func prefixed(frames []layout.Frame, standings []standing) []standing {
	for i := range standings {
		standings[i].frames = slices.Concat(frames, standings[i].frames)
	}
	return standings
}

// home returns the branches in which the templates of k have their meaning. It returns false if k has no templates.
func (m *merger) home(k *draft.Kid) ([]layout.Frame, bool) {
	if k.From != nil {
		return m.Guards.Path(k.From.Start), true
	}
	return m.homeOf(k.Node)
}

func (m *merger) homeOf(n *draft.Node) ([]layout.Frame, bool) {
	switch {
	case n.Src != nil && !n.Src.Span.Empty():
		return m.Guards.Path(n.Src.Span.Start), true
	case len(n.Kids) == 0:
		return m.homeOfText(n.Val.Text, n.Val.Kind)
	}
	var common []layout.Frame
	hasHome := false
	for _, k := range n.Kids {
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

// composer limits how a condition may be written for its subject.
type composer struct {
	static bool           // the subject has no templates, so it means the same in every block
	home   []layout.Frame // the frames in which the templates of the subject keep their meaning
	depth  int            // how many blocks already divide the variants
}

// allows reports whether the subject of the condition may be moved into a frame.
func (m *merger) allows(composition composer, f layout.Frame) bool {
	return composition.static || !m.scoped(f) || slices.Contains(composition.home, f)
}

// compose returns places for a subject that exists in some variants of a context: in a branch of an existing block, or under a new
// condition.
func (m *merger) compose(in draft.VariantSet, c context, composition composer) []standing {
	switch {
	case in.Count() == 0:
		return nil
	case slices.Equal(in, c.in):
		return []standing{{nil, in}}
	}
	if frames := m.branchFor(in, c, composition); frames != nil {
		return []standing{{frames, in}}
	}
	if f, ok := m.condition(in, c); ok {
		return []standing{{[]layout.Frame{f}, in}}
	}
	if composition.depth < 3 {
		if standings := m.divide(in, c, composition); standings != nil {
			return standings
		}
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
func (m *merger) branchFor(in draft.VariantSet, c context, composition composer) []layout.Frame {
	for _, frames := range m.siblings { // best together with other kids of the same collection
		refused := func(f layout.Frame) bool { return f.Repeats() || !m.allows(composition, f) || !m.fits(f.Block, c) }
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
		if !composition.static && (m.scoped(f) || slices.ContainsFunc(missing, m.scoped)) {
			continue
		}
		if slices.Equal(m.satisfied(append(outer[:len(outer):len(outer)], f)).And(c.in), in) {
			best = append(missing[:len(missing):len(missing)], f)
		}
	}
	return best
}

// divide splits the variants by a block around the conditions of other blocks.
func (m *merger) divide(in draft.VariantSet, c context, composition composer) []standing {
	for _, ctl := range m.Guards.Controls {
		f := layout.Frame{Block: ctl.Block, Branch: ctl.Branch}
		outer := m.Guards.Outer(ctl.Block)
		isEnd := ctl.Branch == len(ctl.Block.Branches)
		if isEnd || len(c.framesBeyond(outer)) > 0 || slices.Contains(c.frames, f) {
			continue
		}
		if f.Repeats() || !m.fits(ctl.Block, c) || !m.allows(composition, f) {
			continue
		}
		satisfied := m.satisfied([]layout.Frame{f}).And(c.in)
		covered, uncovered := in.And(satisfied), in.Without(satisfied)
		if covered.Count() == 0 || satisfied.Count() == c.in.Count() {
			continue
		}
		inner := c.inside(f)
		inner.in = satisfied
		outside := c
		outside.in = c.in
		before := m.Failed
		m.Failed = nil
		deeper := composer{composition.static, composition.home, composition.depth + 1}
		first, second := m.compose(covered, inner, deeper), m.compose(uncovered, outside, deeper)
		failed := m.Failed
		if m.Failed = before; failed == nil {
			return append(prefixed([]layout.Frame{f}, first), second...)
		}
	}
	return nil
}
