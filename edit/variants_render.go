package edit

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// opened is a frame whose first control line was written.
type opened struct {
	frame
	composed bool // it is a block of its own, with a composed condition
}

// fixed writes what stands above the first control line of the collection whatever comes next.
func (w *blockWriter) fixed() {
	if head := w.guards.head[w.n.src]; w.old != nil && !head.Empty() {
		w.out = append(w.out, w.lines(head.Start, head.End, w.base(), w.ws)...)
	}
}

// gather places the kids of a map that come from elsewhere so that they do not take blocks apart, and stand in blocks that are
// there.
func gather(n *node, places []place) []place {
	if n.kind != model.Map {
		return places
	}
	var out []place
	for _, p := range places {
		at := len(out)
		twin := len(out) > 0 && p.kid.from != nil && out[len(out)-1].kid.from == p.kid.from
		if p.moved > 0 || twin {
			if i, behind := besideBranch(out, p); i >= 0 {
				at = i + behind
				p.at, p.offset = out[i].at, out[i].offset
			}
		}
		out = slices.Insert(out, at, p)
	}
	for i := 1; i+1 < len(out); i++ {
		p := out[i]
		before, after := outermost(out[i-1]), outermost(out[i+1])
		if p.moved == 0 || before.block == nil || before != after || outermost(p) == before {
			continue
		}
		from := i - 1
		for from > 0 && outermost(out[from-1]) == before {
			from--
		}
		if p.at > out[from].at { // it takes the place of something behind the first kid of the block
			to := i + 1
			for to+1 < len(out) && outermost(out[to+1]) == before {
				to++
			}
			p.at = out[to].at
			copy(out[i:], out[i+1:to+1])
			out[to] = p
			continue
		}
		copy(out[from+1:i+1], out[from:i])
		p.at = min(p.at, out[from+1].at)
		out[from] = p
	}
	return out
}

// outermost returns the first frame that a kid stands in.
func outermost(p place) frame {
	if len(p.kid.guard) == 0 {
		return frame{}
	}
	return p.kid.guard[0]
}

// besideBranch returns the place that p stands behind (1) or in front of (0), so that all of a block stands together: -1 if nothing
// else is in the block.
func besideBranch(places []place, p place) (at, behind int) {
	at, most := -1, 0
	for i, other := range places {
		common, branch := shared(other.kid.guard, p.kid.guard)
		if common > most || common == most && common > 0 && branch <= 0 {
			at, behind, most = i, 1, common
			if branch > 0 {
				behind = 0
			}
		}
	}
	return at, behind
}

// shared says how far two kids stand in the same blocks, and whether a then is in a branch before (-1), behind (1) or
// not apart from that of b (0).
func shared(a, b []frame) (common, branch int) {
	for i := range min(len(a), len(b)) {
		switch {
		case a[i] == b[i]:
			common += 2
			continue
		case a[i].block != nil && a[i].block == b[i].block:
			return common + 1, a[i].branch - b[i].branch
		}
		break
	}
	return common, 0
}

// enter writes the control lines between what was written last and p.
func (w *blockWriter) enter(p place) {
	guard := p.kid.guard
	same := 0
	for same < len(w.open) && same < len(guard) && w.open[same].equal(guard[same]) {
		same++
	}
	if same < len(w.open) && same < len(guard) && w.goesOn(w.open[same], guard[same]) {
		w.leave(same + 1)
		from := w.open[same].branch
		w.open[same].branch = guard[same].branch
		for i := from + 1; i <= guard[same].branch; i++ {
			w.otherwise(guard[same].block, i)
		}
		same++
	} else if same < len(w.open) && same < len(guard) && w.open[same].opposite(guard[same]) {
		w.leave(same + 1)
		w.open[same].frame = guard[same]
		w.out = append(w.out, w.newControl(guard[same].like, "else"))
		same++
	}
	w.leave(same)
	for _, f := range guard[same:] {
		w.begin(f)
	}
}

// opposite says whether a composed condition that is open is the opposite of f's.
func (o opened) opposite(f frame) bool {
	if o.block != nil || f.block != nil || o.like.Open != f.like.Open {
		return false
	}
	return o.when.Not().Text == f.when.Text || f.when.Not().Text == o.when.Text
}

// goesOn says whether a block that is open has the branch f further on.
func (w *blockWriter) goesOn(o opened, f frame) bool {
	return o.block != nil && o.block == f.block && o.branch < f.branch && !o.composed
}

// leave writes the ends of the blocks that are open beyond a depth.
func (w *blockWriter) leave(depth int) {
	for len(w.open) > depth {
		last := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		if last.composed {
			like := last.like
			if last.block != nil {
				like = last.block
			}
			w.out = append(w.out, w.newControl(like, "end"))
			continue
		}
		w.finish(last)
		w.copyControl(last.block, len(last.block.Branches))
	}
}

// finish writes the branches of a block that hold nothing and never did, at their place.
func (w *blockWriter) finish(last opened) {
	for i := last.branch + 1; i < len(last.block.Branches); i++ {
		if c := w.guards.control(last.block, i); c != nil && !c.used && c.coll == w.n.src && w.n.src != nil && w.empty(last.block, i) {
			w.copyControl(last.block, i)
		} else {
			return
		}
	}
}

// empty says whether no kid of the collection stood in a branch.
func (w *blockWriter) empty(b *gotmpl.Block, branch int) bool {
	body := b.Branches[branch].Body
	return !slices.ContainsFunc(w.old, func(o *origin) bool { return body.Start <= o.start && o.start < body.End })
}

// begin writes the control line of a frame.
func (w *blockWriter) begin(f frame) {
	switch {
	case f.block == nil:
		w.open = append(w.open, opened{f, true})
		w.out = append(w.out, w.newControl(f.like, "if "+f.when.Text))
	case f.branch == 0 || w.old != nil && w.emptyBefore(f):
		w.open = append(w.open, opened{f, false})
		for i := 0; i <= f.branch; i++ {
			w.copyControl(f.block, i)
		}
	default:
		w.open = append(w.open, opened{f, true})
		w.out = append(w.out, w.newControl(f.block, "if "+conditionOf([]frame{f}).Text))
	}
}

// emptyBefore says whether the branches before f held nothing in the document.
func (w *blockWriter) emptyBefore(f frame) bool {
	c := w.guards.control(f.block, 0)
	if c == nil || c.used || c.coll != w.n.src || f.branch == len(f.block.Branches) {
		return false
	}
	for i := range f.branch {
		if !w.empty(f.block, i) {
			return false
		}
	}
	return true
}

// otherwise writes the control line of a branch behind another one.
func (w *blockWriter) otherwise(b *gotmpl.Block, branch int) {
	if branch < len(b.Branches) {
		w.copyControl(b, branch)
		return
	}
	w.out = append(w.out, w.newControl(b, "else"))
}

// copyControl writes a control line of the document, the first time with the comments above it.
func (w *blockWriter) copyControl(b *gotmpl.Block, branch int) {
	c := w.guards.control(b, branch)
	switch {
	case c == nil || c.coll == nil || len(w.kids[c.coll]) == 0:
		w.failed = Refuse("the template on line %d decides about all that a field holds", w.lineNumber(b.Span().Start))
		return
	case !w.kids[c.coll][0].block:
		w.failed = Refuse("the template on line %d stands in a list or map in brackets", w.lineNumber(b.Span().Start))
		return
	}
	from := spaces(w.kids[c.coll][0].col)
	above := c.above
	here := w.n.src == c.coll
	if !here {
		above.Start = w.aboutControl(above)
	}
	if !c.used {
		for _, l := range w.lines(above.Start, above.End, from, w.ws) {
			if w.blank(l) && (len(w.out) == 0 && !here || w.afterKept()) {
				continue
			}
			w.out = append(w.out, l)
		}
	}
	c.used = true
	w.out = append(w.out, w.lines(c.lines.Start, c.lines.End, from, w.ws)...)
}

// aboutControl returns the start of the comment lines that end a span.
func (w *blockWriter) aboutControl(above model.Span) int {
	at := above.End
	for at > above.Start {
		lines, ok := w.statement(at - 1)
		from := max(above.Start, lines.Start)
		if !ok {
			from = max(above.Start, w.lineStart(at-1))
			ok = bytes.HasPrefix(bytes.TrimSpace(w.data[from:at]), []byte("#"))
		}
		if !ok {
			break
		}
		at = from
	}
	return at
}

var controlForm = pattern.New(`^(\s*#*\s*)(\{\{-?|%\{~?)(\s*)(?s:.*?)(-?\}\}|~?\})`)

// newControl writes a control line in the style of another block.
func (w *blockWriter) newControl(like *gotmpl.Block, words string) line {
	if like.Open == "%{" && words == "end" {
		words = "endif"
	}
	span := like.Branches[0].Control
	m := controlForm().FindSubmatch(w.data[span.Start:span.End])
	if m == nil {
		w.failed = Refuse("the template on line %d has an unusual form", w.lineNumber(span.Start))
		return newLine("", "")
	}
	ws, mark := w.ws, ""
	if c := w.guards.control(like, 0); c != nil && c.coll != nil && len(w.kids[c.coll]) > 0 {
		by := blanks(w.data[span.Start:span.End]) - w.kids[c.coll][0].col // controls may stand further left than what they are about
		ws = spaces(len(ws) + by)
	}
	if w.guards.leftmost[span.Start] {
		ws = ""
	}
	if i := bytes.IndexByte(m[1], '#'); i >= 0 {
		mark = string(m[1][i:])
	}
	open, closing := string(m[2]), string(m[4])
	blank := " "
	if len(m[3]) == 0 && len(open) == 2 {
		blank = ""
	}
	end := blank
	if len(closing) > 1 && closing != "}}" {
		end = " "
	}
	if like.Open == "%{" && closing == "~}" && ws != "" { // the blanks in front of it would come to stand in front of the next line
		open, blank = "%{~", " "
	}
	return newLine(ws, mark+open+blank+words+end+closing)
}
