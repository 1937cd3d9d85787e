package draft

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Check returns an error if a changed entry is written in a form that cannot be changed: with an
// explicit key, with a template line inside an entry that moves, or in a template block that it
// would leave.
func (t *Tree) Check() error {
	t.findBlocks()
	return t.checkNode(t.Root, t.Root.Src)
}

// checkNode checks n and the values in it; home is the closest collection of the document.
func (t *Tree) checkNode(n *Node, home *model.Value) error {
	if n.Clean() {
		return nil
	}
	if children := t.Children[n.Src]; len(children) > 0 {
		home = n.Src
		if n.Kind == model.Map && n.Src.Style == model.Flow && t.Data[n.Src.Span.Start] != '{' {
			return t.sharedLineError(children[0]) // [a: b], a map without braces
		}
	}
	indices := map[int]bool{}
	for _, p := range t.Order(n) {
		k, o := p.Child, p.Child.From
		isInPlace := k.StaysIn(n.Src)
		if isInPlace {
			indices[o.Index] = true
		}
		if unchanged := isInPlace && k.Clean(); o != nil && o.SharesLine && !unchanged {
			return t.sharedLineError(o)
		}
		if p.Moved > 0 {
			if err := t.checkArrival(p, n, home); err != nil {
				return err
			}
		}
		if err := t.checkNode(k.Node, home); err != nil {
			return err
		}
	}
	if err := t.checkEmptied(n); err != nil {
		return err
	}
	for i, o := range t.Children[n.Src] {
		if indices[i] {
			continue
		}
		if o.SharesLine {
			return t.sharedLineError(o)
		}
		if err := t.checkDeparture(o); err != nil {
			return err
		}
	}
	return nil
}

// checkEmptied returns an error if all children leave a block collection in which a template has a line of its own: an empty collection has no
// place for it.
func (t *Tree) checkEmptied(n *Node) error {
	old := t.Children[n.Src]
	if t.Guarded || len(old) == 0 || len(n.Children) > 0 {
		return nil
	}
	if i := t.writesInFront(n.Src, old, len(old)); i >= 0 {
		return t.templateError(i)
	}
	return nil
}

func (t *Tree) sharedLineError(o *layout.Origin) error {
	line := t.LineNumber(o.Start)
	return edit.Refuse("the entry on line %d shares its line in a way that cannot be edited", line)
}

// checkDeparture returns an error if o, which leaves its place, is in a template block of its own, or if a template has a line of
// its own inside o.
func (t *Tree) checkDeparture(o *layout.Origin) error {
	if t.Guarded {
		return nil
	}
	if block := t.blockAt(o.Start); block != t.blockOf(o.Collection) {
		return t.templateError(block)
	}
	span := o.Span()
	for i, tpl := range t.Doc.Templates {
		if span.Start <= tpl.Start && tpl.Start < span.End && t.OwnLine(tpl) {
			return t.templateError(i)
		}
	}
	return nil
}

// checkArrival returns an error if the place where a child arrives is in another template block
// than the collection, or than the place that it comes from.
func (t *Tree) checkArrival(p Place, n *Node, home *model.Value) error {
	if t.Guarded {
		return nil
	}
	want := t.blockOf(home)
	if o := p.Child.From; o != nil && t.blockAt(o.Start) != want {
		return t.templateError(max(t.blockAt(o.Start), want))
	}
	old := t.Children[n.Src]
	if len(old) == 0 {
		return nil
	}
	if block := t.blockAt(old[min(p.Index, len(old)-1)].Start); block != want {
		return t.templateError(max(block, want))
	}
	if i := t.writesInFront(n.Src, old, p.Index); i >= 0 {
		return t.templateError(i)
	}
	return nil
}

// writesInFront returns the template, alone on its line, that is between the place at index among the old children of a block
// collection and the child before it. The template may add lines to that child, and an insertion would separate the two. It returns -1
// if there is none.
func (t *Tree) writesInFront(v *model.Value, old []*layout.Origin, index int) int {
	if index == 0 || index > len(old) || !old[0].Block {
		return -1
	}
	span := model.Span{Start: old[index-1].Body.End, End: t.TailEnd(v)}
	if index < len(old) {
		span.End = old[index].Start
	}
	return slices.IndexFunc(t.Doc.Templates, func(tpl model.Span) bool {
		inside := span.Start <= tpl.Start && tpl.Start < span.End
		return inside && t.OwnLine(tpl) && !gotmpl.Read(t.Doc.Text(tpl)).IsControl()
	})
}

func (t *Tree) templateError(i int) error {
	tpl := t.Doc.Templates[max(i, 0)]
	line := t.LineNumber(tpl.Start)
	return edit.Refuse("the template %q on line %d is in the way", t.Doc.Text(tpl), line)
}

// findBlocks records for each template which block ({{ if }}, %{ for } …) is open after it.
func (t *Tree) findBlocks() {
	t.open = make([]int, len(t.Doc.Templates))
	stack := []int{-1}
	for i, tpl := range t.Doc.Templates {
		a := gotmpl.Read(t.Doc.Text(tpl))
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
func (t *Tree) blockAt(offset int) int {
	block := -1
	for i, tpl := range t.Doc.Templates {
		if tpl.Start > offset {
			break
		}
		block = t.open[i]
	}
	return block
}

// blockOf returns the template block around a collection.
func (t *Tree) blockOf(v *model.Value) int {
	if o := t.Holder[v]; o != nil {
		return t.blockAt(o.Start)
	}
	if children := t.Children[v]; len(children) > 0 {
		return t.blockAt(children[0].Start)
	}
	return t.blockAt(layout.StartOf(v))
}
