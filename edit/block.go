package edit

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// blockLines writes the kids of n in block style, each at indentation ws.
func (t *tree) blockLines(n *node, ws string) []line {
	old := t.kids[n.src]
	if len(old) == 0 || !old[0].block {
		old = nil
	}
	w := &blockWriter{tree: t, n: n, ws: ws, old: old, here: map[int]bool{}}
	for _, k := range n.kids {
		if k.from != nil && old != nil && k.from.coll == n.src {
			w.here[k.from.index] = true
		}
	}
	dash := t.dashOf(old)
	if dash == 0 {
		dash = t.dash
	}
	places := t.order(n)
	if t.guarded {
		places = gather(n, places)
		w.fixed()
	}
	for _, p := range places {
		if p.kid.key == nil {
			p.kid.dash = dash
		}
		w.write(p)
	}
	w.missing(len(old))
	w.leave(0)
	if old != nil {
		end := max(t.guards.tail[n.src], old[len(old)-1].body.End)
		tail := t.lines(end, max(end, t.tailEnd(n.src)), w.base(), ws)
		for w.afterKept() && len(tail) > 0 && t.blank(tail[0]) {
			tail = tail[1:]
		}
		w.out = append(w.out, tail...)
	}
	return w.out
}

// tailEnd returns where the lines of a block collection end: with those of the kid that holds it.
func (t *tree) tailEnd(v *model.Value) int {
	if o := t.holder[v]; o != nil {
		return o.body.End
	}
	return t.end
}

// blockWriter writes one block collection.
type blockWriter struct {
	*tree
	n    *node
	ws   string
	old  []*origin
	here map[int]bool // original kids that are still here
	last *node        // written last
	next int          // the first original kid not yet passed
	gap  []line       // blank lines and comments of a missing kid, for what stands in its place
	open []opened     // the template blocks that the next line stands in
	out  []line
}

func (w *blockWriter) base() string { return spaces(w.old[0].col) }

// missing passes the original kids before index: what must stay of those that are gone stays.
func (w *blockWriter) missing(index int) {
	for ; w.next < index; w.next++ {
		o := w.old[w.next]
		if w.here[w.next] {
			continue
		}
		gap := w.lines(o.gap.Start, o.gap.End, w.base(), w.ws)
		rest := w.remains(o, w.ws)
		if len(rest) == 0 && allBlank(w.source, gap) {
			if len(w.gap) == 0 && !w.alive[o] { // the blank lines above a moved kid move with it
				w.gap = gap
			}
			continue
		}
		w.flush(gap)
		w.out = append(w.out, rest...)
	}
}

// flush writes a gap. Blank lines are left out above what became the first kid, and where a
// block scalar would take them for its own.
func (w *blockWriter) flush(gap []line) {
	if len(gap) == 0 || allBlank(w.source, gap) && len(w.gap) > 0 {
		gap = w.gap
	}
	w.gap = nil
	if len(w.out) == 0 && w.next > 0 || w.afterKept() {
		for len(gap) > 0 && w.blank(gap[0]) {
			gap = gap[1:]
		}
	}
	w.out = append(w.out, gap...)
}

func (w *blockWriter) write(p place) {
	k := p.kid
	switch {
	case p.moved == 0:
		o := k.from
		w.missing(o.index)
		w.enter(p)
		if o.block {
			w.flush(w.lines(o.gap.Start, o.gap.End, w.base(), w.ws))
		}
		w.next = max(w.next, o.index+1)
	case w.old != nil && p.at < len(w.old):
		w.missing(p.at)
		w.enter(p)
		if o := w.old[p.at]; p.at == w.next && !w.here[p.at] {
			w.flush(w.lines(o.gap.Start, o.gap.End, w.base(), w.ws))
			w.out = append(w.out, w.remains(o, w.ws)...)
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
	lines := w.kidLines(k, w.ws)
	if p.moved > 0 {
		w.align(lines)
	}
	for k.from == nil && (len(w.out) == 0 || w.afterKept()) && w.blank(lines[0]) {
		lines = lines[1:]
	}
	w.out = append(w.out, lines...)
	w.last = k.node
}

// align gives comments above an entry that is new here, and that stood further left than it,
// the entry's indentation.
func (w *blockWriter) align(lines []line) {
	remarks, _ := w.splitRemarks(lines)
	for i := range remarks {
		if !w.blank(remarks[i]) && len(remarks[i].ws) < len(w.ws) {
			remarks[i].ws = w.ws
		}
	}
}

// afterKept says whether a blank line here would belong to the block scalar above it.
func (w *blockWriter) afterKept() bool {
	if w.last == nil {
		return false
	}
	n := lastScalar(w.last)
	if n.src == nil {
		return longText(n) && strings.HasSuffix(n.val.Text, "\n\n")
	}
	return KeepsBlanks(w.doc, n.src)
}

// lastScalar returns what stands last in n: a scalar or a flow collection.
func lastScalar(n *node) *node {
	for len(n.kids) > 0 && n.isBlock() {
		n = n.kids[len(n.kids)-1].node
	}
	return n
}

// ownBlank returns the blank lines that stood above k, or above what comes first in a new k.
func (w *blockWriter) ownBlank(k *kid) []line {
	if k.above != nil {
		k = k.above
	} else if k.below {
		return nil
	}
	if k.from == nil && len(k.node.kids) > 0 {
		return w.ownBlank(w.order(k.node)[0].kid)
	}
	if k.from == nil || !k.from.block {
		return nil
	}
	var blank []line
	for _, l := range w.lines(k.from.gap.Start, k.from.gap.End, "", "") {
		if !w.blank(l) {
			blank = nil
			continue
		}
		blank = append(blank, l)
	}
	return blank
}

// usualBlank returns a blank line where every two items of the list have one between them.
func (w *blockWriter) usualBlank() []line {
	if w.n.kind != model.List || len(w.old) < 2 {
		return nil
	}
	for _, o := range w.old[1:] {
		gap := w.lines(o.gap.Start, o.gap.End, "", "")
		if len(gap) == 0 || !w.blank(gap[0]) {
			return nil
		}
	}
	return []line{newLine("", "")}
}

func allBlank(s *source, lines []line) bool {
	return !slices.ContainsFunc(lines, func(l line) bool { return !s.blank(l) })
}
