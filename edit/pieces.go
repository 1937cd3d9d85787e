package edit

import (
	"sort"
	"strings"
)

// diff returns the edits that turn the source bytes [start, end) into out, where as many bytes
// as possible that out takes from there in their order stay untouched.
func diff(data []byte, start, end int, out []piece) []Edit {
	out = merge(out)
	kept := longestRun(out)
	var edits []Edit
	at := start
	var text strings.Builder
	flush := func(to int) {
		if old := string(data[at:to]); old != text.String() {
			edits = append(edits, Edit{Start: at, End: to, New: text.String()})
		}
		text.Reset()
	}
	for i, p := range out {
		switch {
		case kept[i]:
			flush(p.start)
			at = p.end
		default:
			text.WriteString(p.in(data))
		}
	}
	flush(end)
	return edits
}

// in returns the text of a piece of data.
func (p piece) in(data []byte) string {
	if p.end > 0 {
		return string(data[p.start:p.end])
	}
	return p.text
}

// pieceText returns the text that pieces of data make.
func pieceText(data []byte, pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		b.WriteString(p.in(data))
	}
	return b.String()
}

// cut returns the pieces of the first bytes of a text, and what follows. It takes the text over.
func cut(text []piece, size int) (head, rest []piece) {
	for i, p := range text {
		n := len(p.text)
		if p.end > 0 {
			n = p.end - p.start
		}
		switch {
		case size == 0:
			return head, text[i:]
		case n <= size:
			head = append(head, p)
			size -= n
		case p.end > 0:
			text[i].start += size
			return append(head, piece{start: p.start, end: p.start + size}), text[i:]
		default:
			text[i].text = p.text[size:]
			return append(head, piece{text: p.text[:size]}), text[i:]
		}
	}
	return head, nil
}

// splice makes edits, which are sorted, in a text of pieces.
func splice(text []piece, edits []Edit) []piece {
	var out []piece
	at := 0
	for _, e := range edits {
		var head []piece
		head, text = cut(text, e.Start-at)
		_, text = cut(text, e.End-e.Start)
		out = append(append(out, head...), piece{text: e.New})
		at = e.End
	}
	return append(out, text...)
}

// merge drops empty pieces and joins neighbours.
func merge(pieces []piece) []piece {
	var out []piece
	for _, p := range pieces {
		if p.end == 0 && p.text == "" || p.end > 0 && p.end <= p.start {
			continue
		}
		if n := len(out) - 1; n >= 0 && p.end > 0 && out[n].end > 0 && out[n].end == p.start {
			out[n].end = p.end
			continue
		}
		out = append(out, p)
	}
	return out
}

// longestRun marks source pieces that stand in ascending order and hold the most bytes.
func longestRun(out []piece) []bool {
	// best[k] is a Fenwick tree of maxima over the sorted ends.
	var ends []int
	for _, p := range out {
		if p.end > 0 {
			ends = append(ends, p.end)
		}
	}
	sort.Ints(ends)
	best := make([]int, len(ends)+1) // 1 + index of the piece, 0 for none
	weight := make([]int, len(out))
	before := make([]int, len(out))
	heaviest := 0
	for i, p := range out {
		if p.end == 0 {
			continue
		}
		weight[i] = p.end - p.start
		for k := sort.SearchInts(ends, p.start+1); k > 0; k -= k & -k {
			if j := best[k]; j > 0 && (before[i] == 0 || weight[j-1] > weight[before[i]-1]) {
				before[i] = j
			}
		}
		if j := before[i]; j > 0 {
			weight[i] += weight[j-1]
		}
		for k := sort.SearchInts(ends, p.end) + 1; k < len(best); k += k & -k {
			if j := best[k]; j == 0 || weight[i] > weight[j-1] {
				best[k] = i + 1
			}
		}
		if heaviest == 0 || weight[i] > weight[heaviest-1] {
			heaviest = i + 1
		}
	}
	kept := make([]bool, len(out))
	for i := heaviest; i > 0; i = before[i-1] {
		kept[i-1] = true
	}
	return kept
}
