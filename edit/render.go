package edit

import (
	"slices"
	"sort"
	"strings"

	"github.com/karplint/karplint/model"
)

// render returns the whole document's lines.
func (t *tree) render() []line {
	t.survive()
	out := t.renderRoot()
	if t.guarded {
		t.adjust(out)
	}
	out = t.keepComments(out)
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
	remarks := remarkLines(t.remarksOf(&kid{node: t.root}).above, "")
	if last := len(out) - 1; len(remarks) > 0 && (last < 0 || len(out[last].body) == 0) {
		out, remarks = append(append(out[:max(last, 0)], remarks...), line{src: -1}), nil
	}
	out = concat(out, t.inline(t.root, t.base(root), flowStyle{}))
	return append(concat(out, t.lines(to, t.end, "", "")), remarks...) // behind what stands on the line of a marker
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
	if last := lastScalar(t.root); last.src == v && last.text != nil {
		return // its last line is new, but nothing follows
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
	t.stripped = v.Span
}

// strippedText is what a block scalar with templates, which is known as it is written, reads as once keepChomped has looked after it.
func strippedText(written string) string {
	header, rest, _ := strings.Cut(written, "\n")
	at := 1
	if at < len(header) && header[at] >= '1' && header[at] <= '9' {
		at++
	}
	return header[:at] + "-" + strings.TrimPrefix(header[at:], "+") + "\n" + rest
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

// remains returns what must stay of a kid that is gone from its place: nothing of one that
// moved, the comments of one that was deleted.
func (t *tree) remains(o *origin, ws string) []line {
	if t.alive[o] || t.isDropped(o) {
		return nil
	}
	return t.remarks(model.Span{Start: o.lead.Start, End: o.body.End}, ws, nil)
}

func (t *tree) isDropped(o *origin) bool {
	return slices.Contains(t.dropped, o)
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
