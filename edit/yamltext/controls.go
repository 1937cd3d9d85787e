package yamltext

import (
	"bytes"
	"slices"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// opened is a frame whose first control line was written.
type opened struct {
	layout.Frame
	composed bool // it is a block of its own, with a composed condition
}

// fixed writes the lines that remain above the first control line of the collection.
func (w *blockWriter) fixed() {
	if head := w.Guards.Head[w.n.Src]; w.old != nil && !head.Empty() {
		w.out = append(w.out, w.Lines(head.Start, head.End, w.base(), w.ws)...)
	}
}

// gather moves the children of a map that come from elsewhere to blocks that exist.
func gather(n *draft.Node, places []draft.Place) []draft.Place {
	if n.Kind != model.Map {
		return places
	}
	var out []draft.Place
	for _, p := range places {
		index := len(out)
		twin := len(out) > 0 && p.Child.From != nil && out[len(out)-1].Child.From == p.Child.From
		if p.Moved > 0 || twin {
			if i, step := besideBranch(out, p); i >= 0 {
				index = i + step
				p.Index, p.Offset = out[i].Index, out[i].Offset
			}
		}
		out = slices.Insert(out, index, p)
	}
	return out
}

// besideBranch returns the place after (1) or before (0) which p goes, so that all of a block stays together. The index is -1 if
// nothing else is in the block.
func besideBranch(places []draft.Place, p draft.Place) (index, step int) {
	index, longest := -1, 0
	for i, place := range places {
		common, branch := shared(place.Child.Guard, p.Child.Guard)
		isLater := common > 0 && common == longest && branch <= 0
		if common > longest || isLater {
			index, step, longest = i, 1, common
			if branch > 0 {
				step = 0
			}
		}
	}
	return index, step
}

// shared returns how many blocks around two children are the same, and whether a is then in a branch before that of b (-1), after it
// (1), or in the same (0).
func shared(a, b []layout.Frame) (common, branch int) {
	for i := range min(len(a), len(b)) {
		switch {
		case a[i] == b[i]:
			common += 2
			continue
		case a[i].Block != nil && a[i].Block == b[i].Block:
			return common + 1, a[i].Branch - b[i].Branch
		}
		break
	}
	return common, 0
}

// enter writes the control lines between the last line and p.
func (w *blockWriter) enter(p draft.Place) {
	guard := p.Child.Guard
	depth := 0
	for depth < len(w.open) && depth < len(guard) && w.open[depth].Equal(guard[depth]) {
		depth++
	}
	if depth < len(w.open) && depth < len(guard) && w.goesOn(w.open[depth], guard[depth]) {
		w.leave(depth + 1)
		from := w.open[depth].Branch
		w.open[depth].Branch = guard[depth].Branch
		for i := from + 1; i <= guard[depth].Branch; i++ {
			w.otherwise(guard[depth].Block, i)
		}
		depth++
	}
	w.leave(depth)
	for _, f := range guard[depth:] {
		w.begin(f)
	}
}

// goesOn reports whether f is a later branch of an open block.
func (w *blockWriter) goesOn(o opened, f layout.Frame) bool {
	if o.composed || o.Block == nil {
		return false
	}
	return o.Block == f.Block && o.Branch < f.Branch
}

// leave writes the ends of the open blocks below a depth.
func (w *blockWriter) leave(depth int) {
	for len(w.open) > depth {
		last := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		if last.composed {
			like := last.Like
			if last.Block != nil {
				like = last.Block
			}
			w.out = append(w.out, w.newControl(like, "end"))
			continue
		}
		w.copyControl(last.Block, len(last.Block.Branches))
	}
}

// begin writes the control line of a frame.
func (w *blockWriter) begin(f layout.Frame) {
	switch {
	case f.Block == nil:
		w.open = append(w.open, opened{f, true})
		w.out = append(w.out, w.newControl(f.Like, "if "+f.Condition.Text))
	case f.Branch == 0:
		w.open = append(w.open, opened{f, false})
		w.copyControl(f.Block, 0)
	default:
		w.open = append(w.open, opened{f, true})
		w.out = append(w.out, w.newControl(f.Block, "if "+layout.ConditionOf([]layout.Frame{f}).Text))
	}
}

// otherwise writes the control line of a branch after another one.
func (w *blockWriter) otherwise(b *gotmpl.Block, branch int) {
	if branch < len(b.Branches) {
		w.copyControl(b, branch)
		return
	}
	w.out = append(w.out, w.newControl(b, "else"))
}

// copyControl writes a control line of the document, the first time with the comments above it.
func (w *blockWriter) copyControl(b *gotmpl.Block, branch int) {
	c := w.Guards.Control(b, branch)
	switch {
	case c == nil || c.Collection == nil || len(w.Children[c.Collection]) == 0:
		w.Failed = edit.Refuse("the template on line %d decides about all that a field holds", w.LineNumber(b.Span().Start))
		return
	case !w.Children[c.Collection][0].Block:
		w.Failed = edit.Refuse("the template on line %d is in a list or map in brackets", w.LineNumber(b.Span().Start))
		return
	}
	from := textline.Spaces(w.Children[c.Collection][0].Col)
	gap := c.Gap
	isOwn := w.n.Src == c.Collection
	if !isOwn {
		gap.Start = w.aboutControl(gap)
	}
	if !c.Used {
		for _, l := range w.Lines(gap.Start, gap.End, from, w.ws) {
			isFirst := len(w.out) == 0 && !isOwn
			if w.Blank(l) && (isFirst || w.afterKept()) {
				continue
			}
			w.out = append(w.out, l)
		}
	}
	c.Used = true
	w.out = append(w.out, w.Lines(c.Lines.Start, c.Lines.End, from, w.ws)...)
}

// aboutControl returns the start of the comment lines that end a span.
func (w *blockWriter) aboutControl(gap model.Span) int {
	offset := gap.End
	for offset > gap.Start {
		lines, ok := w.Statement(offset - 1)
		from := max(gap.Start, lines.Start)
		if !ok {
			from = max(gap.Start, w.LineStart(offset-1))
			ok = bytes.HasPrefix(bytes.TrimSpace(w.Data[from:offset]), []byte("#"))
		}
		if !ok {
			break
		}
		offset = from
	}
	return offset
}

var controlForm = pattern.New(`^(\s*#*\s*)(\{\{-?|%\{~?)(\s*)(?s:.*?)(-?\}\}|~?\})`)

// newControl writes a control line in the style of another block.
func (w *blockWriter) newControl(like *gotmpl.Block, words string) textline.Line {
	if like.Open == "%{" && words == "end" {
		words = "endif"
	}
	span := like.Branches[0].Control
	m := controlForm().FindSubmatch(w.Data[span.Start:span.End])
	if m == nil {
		w.Failed = edit.Refuse("the template on line %d has an unusual form", w.LineNumber(span.Start))
		return textline.NewLine("", "")
	}
	ws, mark := w.ws, ""
	if c := w.Guards.Control(like, 0); c != nil && c.Collection != nil && len(w.Children[c.Collection]) > 0 {
		// controls may be indented less than the lines that they control
		outdent := textline.LeadingBlanks(w.Data[span.Start:span.End]) - w.Children[c.Collection][0].Col
		ws = textline.Spaces(len(ws) + outdent)
	}
	if w.Guards.Leftmost[span.Start] {
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
	if like.Open == "%{" && closing == "~}" && ws != "" { // they would come before the next line
		open, blank = "%{~", " "
	}
	return textline.NewLine(ws, mark+open+blank+words+end+closing)
}
