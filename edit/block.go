package edit

import (
	"sort"

	"github.com/karplint/karplint/model"
)

// render returns the whole document's lines.
func (t *tree) render() []line {
	t.survive()
	out := t.keepComments(t.renderRoot())
	t.keepChomped(out)
	return out
}

func (t *tree) renderRoot() []line {
	root := t.doc.Root
	if kids := t.kids[root]; len(kids) > 0 && kids[0].block {
		ws := spaces(kids[0].col)
		if len(t.root.kids) > 0 {
			return t.blockLines(t.root, ws)
		}
		first := kids[0].lead.Start
		out := append(t.lines(t.start, first, "", ""), newLine(ws, t.flowScalar(t.root, flowStyle{})))
		return append(out, t.remarks(model.Span{Start: first, End: t.end}, ws, nil)...)
	}
	from, to := start(root), root.Span.End
	out := t.part(t.start, from, "", "")
	out = concat(out, t.inline(t.root, "", flowStyle{}))
	return concat(out, t.lines(to, t.end, "", ""))
}

// keepChomped looks after a block scalar that ends the file without a newline: its text has no
// newline at the end, so it needs the indicator "-" once other lines follow.
func (t *tree) keepChomped(out []line) {
	v := deepestLast(t.doc.Root)
	if v.Style != model.Literal && v.Style != model.Folded || v.Span.End != t.end || len(out) == 0 {
		return
	}
	if body := out[len(out)-1].body; len(body) > 0 && body[len(body)-1].end == t.end {
		return
	}
	at := v.Span.Start + 1
	if at < t.end && t.data[at] >= '1' && t.data[at] <= '9' {
		at++
	}
	if at >= t.end {
		return // the scalar is empty
	}
	indicator := string(t.data[v.Span.Start:at])
	switch t.data[at] {
	case '-':
		return
	case '+':
		at++
	}
	substitute(out, model.Span{Start: v.Span.Start, End: at}, indicator+"-")
}

// survive notes which kids carry their comments with them, and where those stood: kids of block
// collections that are written in block style again, and what is inside a flow collection.
func (t *tree) survive() {
	t.alive = map[*origin]bool{}
	t.carried = nil
	t.surviveIn(t.root, false)
	sort.Slice(t.carried, func(i, j int) bool { return t.carried[i].Start < t.carried[j].Start })
}

func (t *tree) surviveIn(n *node, inFlow bool) {
	style := n.val.Style
	if n.src != nil {
		style = n.src.Style
	}
	if style == model.Flow {
		inFlow = true
		if n.src != nil {
			t.carried = append(t.carried, n.src.Span)
		}
	}
	for _, k := range n.kids {
		if o := k.from; o != nil && (!inFlow || !o.block) {
			t.alive[o] = true
			if o.block {
				t.carried = append(t.carried, model.Span{Start: o.lead.Start, End: o.body.End})
			}
		}
		t.surviveIn(k.node, inFlow)
	}
}

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
	for _, p := range t.order(n) {
		if p.kid.key == nil {
			p.kid.dash = dash
		}
		w.write(p)
	}
	w.missing(len(old))
	if old != nil {
		end := old[len(old)-1].body.End
		w.out = append(w.out, t.lines(end, max(end, t.tailEnd(n.src)), w.base(), ws)...)
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

// place is a kid with its place among the kids of a collection.
type place struct {
	kid    *kid
	at     int // index of the original kid at whose place it stands, or beyond the last
	moved  int // 0 for that original kid itself, 1 for what came into its place
	offset int // where it stood in the file
}

// order returns n's kids in the order in which they are to stand. A list has its own order.
func (t *tree) order(n *node) []place {
	end := len(t.kids[n.src])
	places := make([]place, 0, len(n.kids))
	for _, k := range n.kids {
		p := place{kid: k, at: end, moved: 1, offset: t.end}
		if k.from != nil && n.src != nil && k.from.coll == n.src {
			p.at, p.moved, p.offset = k.from.index, 0, k.from.start
		} else {
			t.settle(k, n.src, &p)
		}
		places = append(places, p)
	}
	if n.kind == model.Map {
		sort.SliceStable(places, func(i, j int) bool {
			a, b := places[i], places[j]
			if a.at != b.at {
				return a.at < b.at
			}
			if a.moved != b.moved {
				return a.moved < b.moved
			}
			return a.offset < b.offset
		})
		inFront(places)
	}
	return places
}

// inFront puts each new entry that asks for it in front of another one.
func inFront(places []place) {
	for i, p := range places {
		if p.kid.before == "" || p.kid.from != nil {
			continue
		}
		for j, other := range places[:i] {
			if other.kid.key.Kind != model.String || other.kid.key.Text != p.kid.before {
				continue
			}
			copy(places[j+1:i+1], places[j:i])
			if other.moved == 1 { // the blank lines above a group stand above its first entry
				p.kid.above, other.kid.below = other.kid, true
			}
			p.at, p.moved, p.offset = other.at, 1, other.offset
			places[j] = p
			break
		}
	}
}

// settle finds the first place that anything in k came from: its offset, and the kid of home on
// the way there.
func (t *tree) settle(k *kid, home *model.Value, p *place) {
	for o := k.from; o != nil; o = t.holder[o.coll] {
		p.offset = min(p.offset, k.from.start)
		if home != nil && o.coll == home {
			p.at = min(p.at, o.index)
		}
	}
	if k.from != nil {
		return
	}
	for _, below := range k.node.kids {
		t.settle(below, home, p)
	}
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
		if o.block {
			w.flush(w.lines(o.gap.Start, o.gap.End, w.base(), w.ws))
		}
		w.next = max(w.next, o.index+1)
	case w.old != nil && p.at < len(w.old):
		w.missing(p.at)
		if o := w.old[p.at]; p.at == w.next && !w.here[p.at] {
			w.flush(w.lines(o.gap.Start, o.gap.End, w.base(), w.ws))
			w.out = append(w.out, w.remains(o, w.ws)...)
			w.next++
		} else {
			w.flush(w.ownBlank(k))
		}
	default:
		w.missing(len(w.old))
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
func (w *blockWriter) afterKept() bool { return w.last != nil && w.keepsBlanks(lastScalar(w.last)) }

// lastScalar returns what stands last in n: a scalar or a flow collection.
func lastScalar(n *node) *model.Value {
	for len(n.kids) > 0 && n.isBlock() {
		n = n.kids[len(n.kids)-1].node
	}
	if n.src == nil {
		return &model.Value{}
	}
	return n.src
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
	for _, l := range lines {
		if !s.blank(l) {
			return false
		}
	}
	return true
}

// remains returns what must stay of a kid that is gone from its place: nothing of one that
// moved, the comments of one that was deleted.
func (t *tree) remains(o *origin, ws string) []line {
	if t.alive[o] || t.isDropped(o) {
		return nil
	}
	return t.remarks(model.Span{Start: o.lead.Start, End: o.body.End}, ws, nil)
}

func (t *tree) isDropped(o *origin) bool {
	for _, d := range t.dropped {
		if d == o {
			return true
		}
	}
	return false
}

// remarks returns the comments in a span as lines, but for those in skip and those that move
// along with a kid that is still in the tree.
func (t *tree) remarks(span model.Span, ws string, skip map[int]bool) []line {
	var out []line
	for _, c := range t.commentsIn(span) {
		if skip[c.Span.Start] || t.isCarried(c.Span, span) {
			continue
		}
		l := line{src: -1, ws: ws, body: []piece{{start: c.Span.Start, end: c.Span.End}}}
		from := t.lineStart(c.Span.Start)
		if blanks(t.data[from:c.Span.Start]) == c.Span.Start-from {
			l.src = from
			end := t.lineEnd(from)
			l.nl = piece{start: c.Span.End, end: end}
		}
		out = append(out, l)
	}
	return out
}

// isCarried says whether the comment, which stands within a span, belongs to something smaller
// that lives on.
func (t *tree) isCarried(comment, span model.Span) bool {
	i := sort.Search(len(t.carried), func(i int) bool { return t.carried[i].Start >= span.Start })
	for ; i < len(t.carried) && t.carried[i].Start <= comment.Start; i++ {
		if s := t.carried[i]; s != span && span.Contains(s) && s.Contains(comment) {
			return true
		}
	}
	return false
}
