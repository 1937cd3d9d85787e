package draft

import (
	"bytes"
	"slices"
	"sort"

	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Survive records which children take their comments along, and where these comments were. They are children of block collections that are
// written in block style again, and values in a flow collection.
func (t *Tree) Survive() {
	t.Alive = map[*layout.Origin]bool{}
	t.Carried = nil
	t.surviveIn(t.Root, false)
	sort.Slice(t.Carried, func(i, j int) bool { return t.Carried[i].Start < t.Carried[j].Start })
}

func (t *Tree) surviveIn(n *Node, inFlow bool) {
	style := n.Val.Style
	if n.Src != nil {
		style = n.Src.Style
	}
	if style == model.Flow {
		inFlow = true
		if n.Src != nil {
			t.Carried = append(t.Carried, n.Src.Span)
		}
	}
	for _, k := range n.Children {
		if o := k.From; o != nil && (!inFlow || !o.Block) {
			t.Alive[o] = true
			if o.Block {
				t.Carried = append(t.Carried, model.Span{Start: o.Lead.Start, End: o.Body.End})
			}
		}
		t.surviveIn(k.Node, inFlow)
	}
}

// Remains returns the lines that must stay where a child was removed: none if it moved, its comments if it was deleted.
func (t *Tree) Remains(o *layout.Origin, ws string) []textline.Line {
	if t.Alive[o] || t.IsDropped(o) {
		return nil
	}
	return t.Remarks(model.Span{Start: o.Lead.Start, End: o.Body.End}, ws, nil)
}

// IsDropped reports whether an Op allowed the comments of o to be removed with it.
func (t *Tree) IsDropped(o *layout.Origin) bool {
	return slices.Contains(t.Dropped, o)
}

// Remarks returns the comments in a span as lines, without those in skip and those that move along with a child that is still in the
// tree.
func (t *Tree) Remarks(span model.Span, ws string, skip map[int]bool) []textline.Line {
	var out []textline.Line
	for _, c := range t.CommentsIn(span) {
		if skip[c.Span.Start] || t.IsCarried(c.Span, span) {
			continue
		}
		l := textline.Line{Src: -1, Indent: ws, Body: []textline.Piece{{Start: c.Span.Start, End: c.Span.End}}}
		from := t.LineStart(c.Span.Start)
		if textline.LeadingBlanks(t.Data[from:c.Span.Start]) == c.Span.Start-from {
			l.Src = from
			end := t.LineEnd(from)
			l.Newline = textline.Piece{Start: c.Span.End, End: end}
		}
		out = append(out, l)
	}
	return out
}

// IsCarried reports whether the comment, which is within a span, belongs to a smaller part that stays in the tree.
func (t *Tree) IsCarried(comment, span model.Span) bool {
	i := sort.Search(len(t.Carried), func(i int) bool { return t.Carried[i].Start >= span.Start })
	for ; i < len(t.Carried) && t.Carried[i].Start <= comment.Start; i++ {
		if s := t.Carried[i]; s != span && span.Contains(s) && s.Contains(comment) {
			return true
		}
	}
	return false
}

// KeepComments adds the comments that no line of out contains, as lines of their own above the code that followed them. They were
// inside removed values.
func (t *Tree) KeepComments(out []textline.Line) []textline.Line {
	var pieces []keptPiece
	for i, l := range out {
		for _, p := range l.Body {
			if p.End > 0 {
				pieces = append(pieces, keptPiece{p, i})
			}
		}
	}
	sort.SliceStable(pieces, func(i, j int) bool { return pieces[i].Start < pieces[j].Start })
	comments := map[int][]textline.Line{} // by index in out
	for _, c := range t.Comments {
		first, _, _ := bytes.Cut(t.Data[c.Span.Start:c.Span.End], []byte("\n")) // a statement may have several
		to := c.Span.Start + len(bytes.TrimSuffix(first, []byte("\r")))
		if holdsComment(pieces, c, t.LineStart(c.Span.Start), to) || t.MayGo(c.Span) {
			continue
		}
		index, ws := len(out), ""
		if next := sort.Search(len(pieces), func(i int) bool { return pieces[i].Start >= c.Span.End }); next < len(pieces) {
			index = pieces[next].line
			ws = out[index].Indent
		}
		comments[index] = append(comments[index], textline.Line{Src: -1, Indent: ws, Body: []textline.Piece{{Start: c.Span.Start, End: c.Span.End}}})
	}
	if len(comments) == 0 {
		return out
	}
	var lines []textline.Line
	for i, l := range out {
		lines = append(append(lines, comments[i]...), l)
	}
	return append(lines, comments[len(out)]...)
}

// keptPiece is a piece of the source and the line that holds it.
type keptPiece struct {
	textline.Piece
	line int
}

// holdsComment reports whether one of the pieces, which are in order, contains c. [from, to) is the first line of c. A piece
// does not reach beyond its line.
func holdsComment(pieces []keptPiece, c yaml.Comment, from, to int) bool {
	i := sort.Search(len(pieces), func(i int) bool { return pieces[i].Start > c.Span.Start })
	for i--; i >= 0 && pieces[i].Start >= from; i-- {
		if pieces[i].End >= to {
			return true
		}
	}
	return false
}
