package textline

import (
	"sort"
	"strings"

	"github.com/karplint/karplint/edit"
)

// Edits returns the edits that turn the source bytes [start, end) into out, where as many bytes
// as possible that out takes from there in their order stay untouched.
func Edits(data []byte, start, end int, out []Piece) []edit.Edit {
	out = JoinPieces(out)
	run := longestRun(out)
	var edits []edit.Edit
	offset := start
	var text strings.Builder
	flush := func(to int) {
		if old := string(data[offset:to]); old != text.String() {
			edits = append(edits, edit.Edit{Start: offset, End: to, New: text.String()})
		}
		text.Reset()
	}
	for i, p := range out {
		switch {
		case run[i]:
			flush(p.Start)
			offset = p.End
		default:
			text.WriteString(p.In(data))
		}
	}
	flush(end)
	return edits
}

// In returns the text of a piece of data.
func (p Piece) In(data []byte) string {
	if p.End > 0 {
		return string(data[p.Start:p.End])
	}
	return p.Text
}

// PieceText returns the text of pieces of data.
func PieceText(data []byte, pieces []Piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.In(data))
	}
	return b.String()
}

// CutPieces returns the pieces of the first bytes of a text, and the rest. It takes the text over.
func CutPieces(text []Piece, size int) (head, tail []Piece) {
	for i, p := range text {
		n := len(p.Text)
		if p.End > 0 {
			n = p.End - p.Start
		}
		switch {
		case size == 0:
			return head, text[i:]
		case n <= size:
			head = append(head, p)
			size -= n
		case p.End > 0:
			text[i].Start += size
			return append(head, Piece{Start: p.Start, End: p.Start + size}), text[i:]
		default:
			text[i].Text = p.Text[size:]
			return append(head, Piece{Text: p.Text[:size]}), text[i:]
		}
	}
	return head, nil
}

// SplicePieces applies sorted edits to a text of pieces.
func SplicePieces(text []Piece, edits []edit.Edit) []Piece {
	var out []Piece
	offset := 0
	for _, e := range edits {
		var head []Piece
		head, text = CutPieces(text, e.Start-offset)
		_, text = CutPieces(text, e.End-e.Start)
		out = append(append(out, head...), Piece{Text: e.New})
		offset = e.End
	}
	return append(out, text...)
}

// endsAt reports whether p is copied, up to an offset.
func (p Piece) endsAt(offset int) bool { return p.End > 0 && p.End == offset }

// JoinPieces drops empty pieces and joins neighbours.
func JoinPieces(pieces []Piece) []Piece {
	var out []Piece
	for _, p := range pieces {
		n := len(out) - 1
		switch {
		case p.End == 0 && p.Text == "", p.End > 0 && p.End <= p.Start:
		case p.End > 0 && n >= 0 && out[n].endsAt(p.Start):
			out[n].End = p.End
		default:
			out = append(out, p)
		}
	}
	return out
}

// longestRun marks the source pieces in ascending order that have the most bytes in total.
func longestRun(out []Piece) []bool {
	// best[k] is a Fenwick tree of maxima over the sorted ends.
	var ends []int
	for _, p := range out {
		if p.End > 0 {
			ends = append(ends, p.End)
		}
	}
	sort.Ints(ends)
	best := make([]int, len(ends)+1) // 1 + index of the piece, 0 for none
	weight := make([]int, len(out))
	previous := make([]int, len(out))
	heaviest := 0
	for i, p := range out {
		if p.End == 0 {
			continue
		}
		weight[i] = p.End - p.Start
		for k := sort.SearchInts(ends, p.Start+1); k > 0; k -= k & -k {
			if j := best[k]; j > 0 && (previous[i] == 0 || weight[j-1] > weight[previous[i]-1]) {
				previous[i] = j
			}
		}
		if j := previous[i]; j > 0 {
			weight[i] += weight[j-1]
		}
		for k := sort.SearchInts(ends, p.End) + 1; k < len(best); k += k & -k {
			if j := best[k]; j == 0 || weight[i] > weight[j-1] {
				best[k] = i + 1
			}
		}
		if heaviest == 0 || weight[i] > weight[heaviest-1] {
			heaviest = i + 1
		}
	}
	run := make([]bool, len(out))
	for i := heaviest; i > 0; i = previous[i-1] {
		run[i-1] = true
	}
	return run
}
