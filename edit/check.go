package edit

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// check returns an error where a changed entry stands in a way that cannot be taken apart: an
// explicit key, a template line inside what moves, a template block that it would leave.
func (t *tree) check() error {
	t.findBlocks()
	return t.checkNode(t.root, t.root.src)
}

// checkNode checks n and what is in it; home is the closest collection of the document.
func (t *tree) checkNode(n *node, home *model.Value) error {
	if n.clean() {
		return nil
	}
	if kids := t.kids[n.src]; len(kids) > 0 {
		home = n.src
		if n.kind == model.Map && n.src.Style == model.Flow && t.data[n.src.Span.Start] != '{' {
			return t.oddError(kids[0]) // [a: b], a map without braces
		}
	}
	here := map[int]bool{}
	for _, p := range t.order(n) {
		k, o := p.kid, p.kid.from
		if o != nil && n.src != nil && o.coll == n.src {
			here[o.index] = true
		}
		if o != nil && o.odd && !(here[o.index] && k.clean()) {
			return t.oddError(o)
		}
		if p.moved > 0 {
			if err := t.checkArrival(p, n, home); err != nil {
				return err
			}
		}
		if err := t.checkNode(k.node, home); err != nil {
			return err
		}
	}
	for i, o := range t.kids[n.src] {
		if here[i] {
			continue
		}
		if o.odd {
			return t.oddError(o)
		}
		if err := t.checkDeparture(o); err != nil {
			return err
		}
	}
	return nil
}

func (t *tree) oddError(o *origin) error {
	line := t.lineNumber(o.start)
	return Refuse("the entry on line %d shares its line in a way that cannot be edited", line)
}

// checkDeparture returns an error if o, which leaves its place, stands in a template block of
// its own, or a template stands on a line of its own inside o.
func (t *tree) checkDeparture(o *origin) error {
	if t.guarded {
		return nil
	}
	if block := t.blockAt(o.start); block != t.blockOf(o.coll) {
		return t.templateError(block)
	}
	span := o.span()
	for i, tpl := range t.doc.Templates {
		if span.Start <= tpl.Start && tpl.Start < span.End && t.ownLine(tpl) {
			return t.templateError(i)
		}
	}
	return nil
}

// checkArrival returns an error if the place where a kid arrives is in another template block
// than the collection, or than the place that it comes from.
func (t *tree) checkArrival(p place, n *node, home *model.Value) error {
	if t.guarded {
		return nil
	}
	want := t.blockOf(home)
	if o := p.kid.from; o != nil && t.blockAt(o.start) != want {
		return t.templateError(max(t.blockAt(o.start), want))
	}
	old := t.kids[n.src]
	if len(old) == 0 {
		return nil
	}
	if at := t.blockAt(old[min(p.at, len(old)-1)].start); at != want {
		return t.templateError(max(at, want))
	}
	if i := t.writesInFront(n.src, old, p.at); i >= 0 {
		return t.templateError(i)
	}
	return nil
}

// writesInFront returns the template, alone on its line, that stands between place at among the old kids of a block collection and the
// kid in front of it, to which it may add: what arrives would part them. It returns -1 for none.
func (t *tree) writesInFront(v *model.Value, old []*origin, at int) int {
	if at == 0 || at > len(old) || !old[0].block {
		return -1
	}
	span := model.Span{Start: old[at-1].body.End, End: t.tailEnd(v)}
	if at < len(old) {
		span.End = old[at].start
	}
	return slices.IndexFunc(t.doc.Templates, func(tpl model.Span) bool {
		return span.Start <= tpl.Start && tpl.Start < span.End && t.ownLine(tpl) && !gotmpl.Read(t.doc.Text(tpl)).IsControl()
	})
}

func (t *tree) templateError(i int) error {
	tpl := t.doc.Templates[max(i, 0)]
	line := t.lineNumber(tpl.Start)
	return Refuse("the template %q on line %d stands in the way", t.doc.Text(tpl), line)
}

// ownLine says whether a template is all there is on its line.
func (s *source) ownLine(tpl model.Span) bool {
	to := s.lineEnd(tpl.Start)
	return len(bytes.TrimSpace(s.data[s.lineStart(tpl.Start):tpl.Start])) == 0 &&
		len(bytes.TrimSpace(s.data[min(tpl.End, to):to])) == 0
}

// findBlocks notes for each template which {{ if }}, %{ for } … is open behind it.
func (t *tree) findBlocks() {
	t.open = make([]int, len(t.doc.Templates))
	stack := []int{-1}
	for i, tpl := range t.doc.Templates {
		a := gotmpl.Read(t.doc.Text(tpl))
		if (a.Depth() < 0 || a.Divides()) && len(stack) > 1 {
			stack = stack[:len(stack)-1]
		}
		if a.Depth() > 0 || a.Divides() {
			stack = append(stack, i)
		}
		t.open[i] = stack[len(stack)-1]
	}
}

// blockAt returns the index of the template that opened the block around offset, -1 for none.
func (t *tree) blockAt(offset int) int {
	block := -1
	for i, tpl := range t.doc.Templates {
		if tpl.Start > offset {
			break
		}
		block = t.open[i]
	}
	return block
}

// blockOf returns the template block around a collection.
func (t *tree) blockOf(v *model.Value) int {
	if o := t.holder[v]; o != nil {
		return t.blockAt(o.start)
	}
	if kids := t.kids[v]; len(kids) > 0 {
		return t.blockAt(kids[0].start)
	}
	return t.blockAt(start(v))
}
