package diff

import (
	"sort"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"github.com/karplint/karplint/edit"
)

// udiffEdits returns the edits from before to after in whole lines. udiff gives up after some
// hundred differing lines, and then shows moved and unchanged lines as changed; so the text is
// first cut at the lines that stand once on each side.
func udiffEdits(before, after string) []udiff.Edit {
	d := &lineDiff{a: strings.SplitAfter(before, "\n"), b: strings.SplitAfter(after, "\n")}
	d.compare(0, len(d.a), 0, len(d.b), 0)
	return d.edits
}

type lineDiff struct {
	a, b  []string
	edits []udiff.Edit
}

// compare adds the edits from the lines [a0, a1) to the lines [b0, b1); offset is where a0 starts.
func (d *lineDiff) compare(a0, a1, b0, b1, offset int) {
	for a0 < a1 && b0 < b1 && d.a[a0] == d.b[b0] {
		offset += len(d.a[a0])
		a0, b0 = a0+1, b0+1
	}
	for a0 < a1 && b0 < b1 && d.a[a1-1] == d.b[b1-1] {
		a1, b1 = a1-1, b1-1
	}
	anchors := d.anchors(a0, a1, b0, b1)
	if len(anchors) == 0 {
		for _, e := range udiff.Lines(strings.Join(d.a[a0:a1], ""), strings.Join(d.b[b0:b1], "")) {
			d.edits = append(d.edits, udiff.Edit{Start: e.Start + offset, End: e.End + offset, New: e.New})
		}
		return
	}
	for _, next := range append(anchors, [2]int{a1, b1}) {
		d.compare(a0, next[0], b0, next[1], offset)
		for ; a0 < next[0]; a0++ {
			offset += len(d.a[a0])
		}
		b0 = next[1]
	}
}

// anchors returns the longest row of lines that stand once on each side, in the same order.
func (d *lineDiff) anchors(a0, a1, b0, b1 int) [][2]int {
	type places struct{ inA, inB, a, b int }
	seen := map[string]*places{}
	placesOf := func(line string) *places {
		if seen[line] == nil {
			seen[line] = &places{}
		}
		return seen[line]
	}
	for i := a0; i < a1; i++ {
		p := placesOf(d.a[i])
		p.inA, p.a = p.inA+1, i
	}
	for i := b0; i < b1; i++ {
		p := placesOf(d.b[i])
		p.inB, p.b = p.inB+1, i
	}
	var once [][2]int
	for i := a0; i < a1; i++ {
		if p := seen[d.a[i]]; p.inA == 1 && p.inB == 1 {
			once = append(once, [2]int{i, p.b})
		}
	}
	return rising(once)
}

// rising returns a longest subsequence of pairs with increasing second numbers.
func rising(pairs [][2]int) [][2]int {
	var ends []int // index of the pair that ends the best row of each length
	previous := make([]int, len(pairs))
	for i, p := range pairs {
		k := sort.Search(len(ends), func(k int) bool { return pairs[ends[k]][1] >= p[1] })
		previous[i] = -1
		if k > 0 {
			previous[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		}
		ends[k] = i
	}
	if len(ends) == 0 {
		return nil
	}
	row := make([][2]int, len(ends))
	for i, k := ends[len(ends)-1], len(ends)-1; i >= 0; i, k = previous[i], k-1 {
		row[k] = pairs[i]
	}
	return row
}

// LineEdits returns edits of whole lines that turn before into after.
func LineEdits(before, after []byte) []edit.Edit {
	var edits []edit.Edit
	for _, e := range udiffEdits(string(before), string(after)) {
		edits = append(edits, edit.Edit(e))
	}
	return edits
}
