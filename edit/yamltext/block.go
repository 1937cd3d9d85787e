package yamltext

import (
	"strings"

	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
)

// blockLines writes the children of n in block style, each at indentation ws.
func (t *treeWriter) blockLines(n *draft.Node, ws string) []textline.Line {
	old := t.Children[n.Src]
	if len(old) == 0 || !old[0].Block {
		old = nil
	}
	w := &blockWriter{treeWriter: t, n: n, ws: ws, old: old, present: map[int]bool{}}
	for _, k := range n.Children {
		if k.From != nil && old != nil && k.From.Collection == n.Src {
			w.present[k.From.Index] = true
		}
	}
	dash := t.DashOf(old)
	if dash == 0 {
		dash = t.Dash
	}
	places := t.Order(n)
	if t.Guarded {
		places = gather(n, places)
		w.fixed()
	}
	for _, p := range places {
		if p.Child.Key == nil {
			p.Child.Dash = dash
		}
		w.write(p)
	}
	w.missing(len(old))
	w.leave(0)
	if old != nil {
		end := max(t.Guards.Tail[n.Src], old[len(old)-1].Body.End)
		tail := t.Lines(end, max(end, t.TailEnd(n.Src)), w.base(), ws)
		if w.afterKept() {
			tail = t.WithoutLeadingBlank(tail)
		}
		w.out = append(w.out, tail...)
	}
	return w.out
}

// blockWriter writes one block collection.
type blockWriter struct {
	*treeWriter
	n       *draft.Node
	ws      string
	old     []*layout.Origin
	present map[int]bool    // original children that are still here
	last    *draft.Node     // written last
	next    int             // the first original child not yet passed
	gap     []textline.Line // blank lines and comments of a missing child, for the one in its place
	open    []opened        // the template blocks around the next line
	out     []textline.Line
}

func (w *blockWriter) base() string { return textline.Spaces(w.old[0].Col) }

// missing goes past the original children before index, and keeps the comments of those that are gone.
func (w *blockWriter) missing(index int) {
	for ; w.next < index; w.next++ {
		o := w.old[w.next]
		if w.present[w.next] {
			continue
		}
		gap := w.Lines(o.Gap.Start, o.Gap.End, w.base(), w.ws)
		remains := w.Remains(o, w.ws)
		if len(remains) == 0 && w.AllBlank(gap) {
			if len(w.gap) == 0 && !w.Alive[o] { // the blank lines above a moved child move with it
				w.gap = gap
			}
			continue
		}
		w.flush(gap)
		w.out = append(w.out, remains...)
	}
}

// flush writes a gap. It leaves out blank lines above the first child, and after a block scalar, of which they would become a part.
func (w *blockWriter) flush(gap []textline.Line) {
	if len(gap) == 0 || w.AllBlank(gap) && len(w.gap) > 0 {
		gap = w.gap
	}
	w.gap = nil
	if len(w.out) == 0 && w.next > 0 || w.afterKept() {
		gap = w.WithoutLeadingBlank(gap)
	}
	w.out = append(w.out, gap...)
}

func (w *blockWriter) write(p draft.Place) {
	k := p.Child
	switch {
	case p.Moved == 0:
		o := k.From
		w.missing(o.Index)
		w.enter(p)
		if o.Block {
			w.flush(w.Lines(o.Gap.Start, o.Gap.End, w.base(), w.ws))
		}
		w.next = max(w.next, o.Index+1)
	case w.old != nil && p.Index < len(w.old):
		w.missing(p.Index)
		w.enter(p)
		if o := w.old[p.Index]; p.Index == w.next && !w.present[p.Index] {
			w.flush(w.Lines(o.Gap.Start, o.Gap.End, w.base(), w.ws))
			w.out = append(w.out, w.Remains(o, w.ws)...)
			w.next++
		} else {
			w.flush(w.ownBlank(k))
		}
	default:
		w.missing(len(w.old))
		w.enter(p)
		gap := w.ownBlank(k)
		if w.old != nil {
			gap = w.usualBlank()
		}
		w.gap = nil
		if len(w.out) > 0 && !w.afterKept() {
			w.out = append(w.out, gap...)
		}
	}
	lines := w.childLines(k, w.ws)
	if p.Moved > 0 {
		w.align(lines)
	}
	if k.From == nil && (len(w.out) == 0 || w.afterKept()) {
		lines = w.WithoutLeadingBlank(lines)
	}
	w.out = append(w.out, lines...)
	w.last = k.Node
}

// align indents comments above a new entry like the entry, if they were indented less.
func (w *blockWriter) align(lines []textline.Line) {
	remarks, _ := w.SplitRemarks(lines)
	for i := range remarks {
		if !w.Blank(remarks[i]) && len(remarks[i].Indent) < len(w.ws) {
			remarks[i].Indent = w.ws
		}
	}
}

// afterKept reports whether a blank line here would belong to the block scalar above it.
func (w *blockWriter) afterKept() bool {
	if w.last == nil {
		return false
	}
	n := lastScalar(w.last)
	if n.Src == nil {
		return draft.LongText(n) && strings.HasSuffix(n.Val.Text, "\n\n")
	}
	return layout.KeepsBlanks(w.Doc, n.Src)
}

// lastScalar returns the scalar or flow collection that ends n.
func lastScalar(n *draft.Node) *draft.Node {
	for len(n.Children) > 0 && n.IsBlock() {
		n = n.Children[len(n.Children)-1].Node
	}
	return n
}

// ownBlank returns the blank lines that were above k, or above the first old part of a new k.
func (w *blockWriter) ownBlank(k *draft.Child) []textline.Line {
	if k.Follower != nil {
		k = k.Follower
	} else if k.Preceded {
		return nil
	}
	if k.From == nil && len(k.Node.Children) > 0 {
		return w.ownBlank(w.Order(k.Node)[0].Child)
	}
	if k.From == nil || !k.From.Block {
		return nil
	}
	var blank []textline.Line
	for _, l := range w.Lines(k.From.Gap.Start, k.From.Gap.End, "", "") {
		if !w.Blank(l) {
			blank = nil
			continue
		}
		blank = append(blank, l)
	}
	return blank
}

// usualBlank returns a blank line if there is one between every two items of the list.
func (w *blockWriter) usualBlank() []textline.Line {
	if w.n.Kind != model.List || len(w.old) < 2 {
		return nil
	}
	for _, o := range w.old[1:] {
		gap := w.Lines(o.Gap.Start, o.Gap.End, "", "")
		if len(gap) == 0 || !w.Blank(gap[0]) {
			return nil
		}
	}
	return []textline.Line{textline.NewLine("", "")}
}
