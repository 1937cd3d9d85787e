package edit

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// frame is what some kids of a collection stand in: a branch of a block of the document, or a condition that karplint composed.
type frame struct {
	block  *gotmpl.Block
	branch int               // the number of branches for an else that the block does not have
	when   *gotmpl.Condition // composed, where block is nil
	like   *gotmpl.Block     // whose style its control lines take
}

func (f frame) taken(taken gotmpl.Taken) bool {
	i, known := taken[f.block]
	if !known || i >= len(f.block.Branches) {
		i = -1
	}
	if f.branch == len(f.block.Branches) {
		return i < 0
	}
	return i == f.branch
}

// equal says whether f is the same as another frame, which may be composed anew.
func (f frame) equal(other frame) bool {
	return f == other || f.block == nil && other.block == nil && f.when.Text == other.when.Text
}

// repeats says whether what stands in the frame is written several times.
func (f frame) repeats() bool {
	if f.block == nil || f.branch > 0 {
		return false
	}
	return f.block.Branches[0].Repeats()
}

// scoped says whether templates mean something else inside the frame than outside.
func (m *merger) scoped(f frame) bool {
	if f.block == nil {
		return false
	}
	first := f.block.Branches[0]
	return f.branch == 0 && first.Keyword != "if" || f.block.Open == "{{" && len(first.Variables) > 0
}

// context is where a collection stands: in which frames, and so in which variants.
type context struct {
	frames []frame
	in     variantSet
}

func (c context) inside(f ...frame) context {
	return context{append(c.frames[:len(c.frames):len(c.frames)], f...), c.in}
}

// beyond returns the frames that the context does not have.
func (c context) beyond(frames []frame) []frame {
	var rest []frame
	for _, f := range frames {
		if !slices.Contains(c.frames, f) {
			rest = append(rest, f)
		}
	}
	return rest
}

// standing is one place of a kid: the frames around it, and the variants in which it is there.
type standing struct {
	frames []frame
	in     variantSet
}

// guard finds the frames for everything in n that some variants of the context do not have.
func (m *merger) guard(n *node, c context) {
	if n.merged != mergedChanged {
		return
	}
	var kids []*kid
	m.beside = nil
	for _, k := range n.kids {
		if home, known := m.home(k); known {
			m.beside = append(m.beside, c.beyond(home))
		}
	}
	beside := m.beside
	for _, k := range n.kids {
		m.beside = beside
		standings := m.express(k, c, k.from != nil && k.from.coll == n.src)
		for i, one := range standings {
			k := k
			if i+1 < len(standings) {
				k = cloneKid(k)
			}
			k.in, k.guard = one.in, one.frames
			if len(k.guard) > 0 && !n.isBlock() {
				m.fail(Refuse("what template lines decide about cannot stand in a list or map of one line"))
			}
			inner := c.inside(k.guard...)
			inner.in = one.in
			m.guard(k.node, inner)
			kids = append(kids, k)
		}
	}
	n.kids = kids
}

func cloneKid(k *kid) *kid {
	c := *k
	n := *k.node
	c.node, n.kids = &n, nil
	for _, below := range k.node.kids {
		n.kids = append(n.kids, cloneKid(below))
	}
	return &c
}

// express returns the places of k in a collection: one, unless no single condition says when it is there. One that stays where it
// was keeps all blocks around it.
func (m *merger) express(k *kid, c context, stays bool) []standing {
	in := k.in.and(c.in)
	if in.count() == 0 {
		return nil
	}
	home, known := m.home(k)
	if !known {
		return m.compose(in, c, composer{static: true})
	}
	own := c.beyond(home)
	scopes := slices.DeleteFunc(slices.Clone(own), func(f frame) bool { return !m.scoped(f) })
	if len(scopes) == 0 && slices.Equal(in, c.in) {
		return []standing{{nil, in}}
	}
	if !stays {
		own = m.deciding(own, c)
	}
	within := m.satisfied(own).and(c.in)
	fresh := k.from == nil && len(k.node.kids) > 0
	switch {
	case slices.Equal(within, in):
		return []standing{{own, in}}
	case in.without(within).count() == 0:
		inner := c.inside(own...)
		inner.in = within
		return prefixed(own, m.compose(in, inner, composer{home: home}))
	case fresh || len(scopes) == 0:
		return m.compose(in, c, composer{home: home})
	}
	m.fail(errBeyondScope)
	return nil
}

// deciding leaves out the frames that are always taken where those around them are.
func (m *merger) deciding(frames []frame, c context) (needed []frame) {
	in := c.in
	for i, f := range frames {
		inner := m.satisfied(frames[:i+1]).and(c.in)
		if f.repeats() || m.scoped(f) || !slices.Equal(in, inner) {
			needed = append(needed, f)
		}
		in = inner
	}
	return needed
}

var errBeyondScope = Refuse("what stands in a template block would be needed outside of it")

func prefixed(frames []frame, standings []standing) []standing {
	for i := range standings {
		standings[i].frames = slices.Concat(frames, standings[i].frames)
	}
	return standings
}

// home returns the branches in which the templates of k mean what they mean. It is not known of what holds none.
func (m *merger) home(k *kid) ([]frame, bool) {
	if k.from != nil {
		return m.guards.path(k.from.start), true
	}
	return m.homeOf(k.node)
}

func (m *merger) homeOf(n *node) ([]frame, bool) {
	switch {
	case n.src != nil && !n.src.Span.Empty():
		return m.guards.path(n.src.Span.Start), true
	case len(n.kids) == 0:
		return m.homeOfText(n.val.Text, n.val.Kind)
	}
	var common []frame
	known := false
	for _, k := range n.kids {
		home, ok := m.home(k)
		switch {
		case !ok:
		case !known:
			common, known = home, true
		default:
			i := 0
			for i < len(common) && i < len(home) && common[i] == home[i] {
				i++
			}
			common = common[:i]
		}
	}
	if i := slices.IndexFunc(common, frame.repeats); i >= 0 {
		common = common[:i] // the key of a map stands once
	}
	return common, known
}

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

// composer says how a condition may be written.
type composer struct {
	static bool    // what it is about holds no templates, which would mean something else in some blocks
	home   []frame // where those that it holds mean what they mean
	depth  int     // of blocks that variants are divided by
}

// allows says whether what the condition is about may stand in a frame.
func (m *merger) allows(how composer, f frame) bool {
	return how.static || !m.scoped(f) || slices.Contains(how.home, f)
}

// compose returns places for what is in some variants of a context, whatever it is: in a branch of a block, or under a
// new condition.
func (m *merger) compose(in variantSet, c context, how composer) []standing {
	switch {
	case in.count() == 0:
		return nil
	case slices.Equal(in, c.in):
		return []standing{{nil, in}}
	}
	if frames := m.branchFor(in, c, how); frames != nil {
		return []standing{{frames, in}}
	}
	if f, ok := m.condition(in, c); ok {
		return []standing{{[]frame{f}, in}}
	}
	if how.depth < 3 {
		if standings := m.apart(in, c, how); standings != nil {
			return standings
		}
	}
	m.fail(Refuse("what becomes of the template lines depends on more of them than can be written as one condition"))
	return nil
}

// fits says whether the conditions of a block mean in a context what they mean in the document.
func (m *merger) fits(b *gotmpl.Block, c context) bool {
	if !slices.ContainsFunc(b.Branches, func(branch *gotmpl.Branch) bool {
		return branch.Condition != nil && relative(b.Open, branch.Condition.Text)
	}) {
		return true
	}
	outer := m.guards.outer[b]
	return !slices.ContainsFunc(c.frames, func(f frame) bool { return m.scoped(f) && !slices.Contains(outer, f) })
}

var fromHere = pattern.New(`(?:^|[\s(|,=])\.`)

// relative says whether what a text of a template language means depends on the blocks around it, its variables aside.
func relative(open, text string) bool { return open == "{{" && fromHere().MatchString(text) }

// branchFor returns the frames of a block that is taken in just these variants of the context, nil if there is none.
func (m *merger) branchFor(in variantSet, c context, how composer) []frame {
	for _, frames := range m.beside { // best together with what stands in the same collection
		refused := func(f frame) bool { return f.repeats() || !m.allows(how, f) || !m.fits(f.block, c) }
		if len(frames) > 0 && len(c.beyond(frames)) == len(frames) && !slices.ContainsFunc(frames, refused) &&
			slices.Equal(m.satisfied(frames).and(c.in), in) {
			return frames
		}
	}
	var best []frame
	for _, ctl := range m.guards.controls {
		b := ctl.block
		outer := m.guards.outer[b]
		rest := c.beyond(outer)
		if ctl.branch == len(b.Branches) && b.Branches[len(b.Branches)-1].Condition == nil || slices.ContainsFunc(rest, frame.repeats) {
			continue // the end of a block that has an else
		}
		f := frame{block: b, branch: ctl.branch}
		if f.repeats() || best != nil && len(best) <= len(rest)+1 || slices.Contains(c.frames, f) || !m.fits(b, c) {
			continue
		}
		if !how.static && (m.scoped(f) || slices.ContainsFunc(rest, m.scoped)) {
			continue
		}
		if slices.Equal(m.satisfied(append(outer[:len(outer):len(outer)], f)).and(c.in), in) {
			best = append(rest[:len(rest):len(rest)], f)
		}
	}
	return best
}

// apart divides the variants by a block that the conditions of others stand in.
func (m *merger) apart(in variantSet, c context, how composer) []standing {
	for _, ctl := range m.guards.controls {
		f := frame{block: ctl.block, branch: ctl.branch}
		outer := m.guards.outer[ctl.block]
		if ctl.branch == len(ctl.block.Branches) || f.repeats() || len(c.beyond(outer)) > 0 || slices.Contains(c.frames, f) ||
			!m.fits(ctl.block, c) || !m.allows(how, f) {
			continue
		}
		within := m.satisfied([]frame{f}).and(c.in)
		some, rest := in.and(within), in.without(within)
		if some.count() == 0 || within.count() == c.in.count() {
			continue
		}
		inner := c.inside(f)
		inner.in = within
		outside := c
		outside.in = c.in
		before := m.failed
		m.failed = nil
		deeper := composer{how.static, how.home, how.depth + 1}
		first, second := m.compose(some, inner, deeper), m.compose(rest, outside, deeper)
		failed := m.failed
		if m.failed = before; failed == nil {
			return append(prefixed([]frame{f}, first), second...)
		}
	}
	return nil
}
