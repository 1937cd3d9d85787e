package draft

import (
	"bytes"
	"sort"

	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/parsers/yaml"
)

// KeepComments adds the comments that no line of out holds, as lines of their own above what
// followed them. They stood inside values that are gone.
func (t *Tree) KeepComments(out []layout.Line) []layout.Line {
	var kept []keptPiece
	for i, l := range out {
		for _, p := range l.Body {
			if p.End > 0 {
				kept = append(kept, keptPiece{p, i})
			}
		}
	}
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].Start < kept[j].Start })
	above := map[int][]layout.Line{} // by index in out
	for _, c := range t.Comments {
		first, _, _ := bytes.Cut(t.Data[c.Span.Start:c.Span.End], []byte("\n")) // a statement may have several
		to := c.Span.Start + len(bytes.TrimSuffix(first, []byte("\r")))
		if holdsComment(kept, c, t.LineStart(c.Span.Start), to) || t.MayGo(c.Span) {
			continue
		}
		at, ws := len(out), ""
		if next := sort.Search(len(kept), func(i int) bool { return kept[i].Start >= c.Span.End }); next < len(kept) {
			at = kept[next].line
			ws = out[at].Ws
		}
		above[at] = append(above[at], layout.Line{Src: -1, Ws: ws, Body: []layout.Piece{{Start: c.Span.Start, End: c.Span.End}}})
	}
	if len(above) == 0 {
		return out
	}
	var all []layout.Line
	for i, l := range out {
		all = append(append(all, above[i]...), l)
	}
	return append(all, above[len(out)]...)
}

// keptPiece is a piece of the source and the line that holds it.
type keptPiece struct {
	layout.Piece
	line int
}

// holdsComment reports whether one of the pieces, which are in order, holds c, whose line starts at
// from and ends, or has its first line end, at to. A piece does not reach beyond its line.
func holdsComment(kept []keptPiece, c yaml.Comment, from, to int) bool {
	i := sort.Search(len(kept), func(i int) bool { return kept[i].Start > c.Span.Start })
	for i--; i >= 0 && kept[i].Start >= from; i-- {
		if kept[i].End >= to {
			return true
		}
	}
	return false
}
