package edit

import (
	"bytes"
	"sort"

	"github.com/karplint/karplint/parsers/yaml"
)

// keepComments adds the comments that no line of out holds, as lines of their own above what
// followed them. They stood inside values that are gone.
func (t *tree) keepComments(out []line) []line {
	var kept []keptPiece
	for i, l := range out {
		for _, p := range l.body {
			if p.end > 0 {
				kept = append(kept, keptPiece{p, i})
			}
		}
	}
	sort.SliceStable(kept, func(i, j int) bool { return kept[i].start < kept[j].start })
	above := map[int][]line{} // by index in out
	for _, c := range t.comments {
		first, _, _ := bytes.Cut(t.data[c.Span.Start:c.Span.End], []byte("\n")) // a statement may have several
		to := c.Span.Start + len(bytes.TrimSuffix(first, []byte("\r")))
		if holdsComment(kept, c, t.lineStart(c.Span.Start), to) || t.mayGo(c.Span) {
			continue
		}
		at, ws := len(out), ""
		if next := sort.Search(len(kept), func(i int) bool { return kept[i].start >= c.Span.End }); next < len(kept) {
			at = kept[next].line
			ws = out[at].ws
		}
		above[at] = append(above[at], line{src: -1, ws: ws, body: []piece{{start: c.Span.Start, end: c.Span.End}}})
	}
	if len(above) == 0 {
		return out
	}
	var all []line
	for i, l := range out {
		all = append(append(all, above[i]...), l)
	}
	return append(all, above[len(out)]...)
}

// keptPiece is a piece of the source and the line that holds it.
type keptPiece struct {
	piece
	line int
}

// holdsComment says whether one of the pieces, which are in order, holds c, whose line starts at
// from and ends, or has its first line end, at to. A piece does not reach beyond its line.
func holdsComment(kept []keptPiece, c yaml.Comment, from, to int) bool {
	i := sort.Search(len(kept), func(i int) bool { return kept[i].start > c.Span.Start })
	for i--; i >= 0 && kept[i].start >= from; i-- {
		if kept[i].end >= to {
			return true
		}
	}
	return false
}
