package edit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// Edit replaces the bytes [Start, End) of a file by New.
type Edit struct {
	Start, End int
	New        string
}

// Apply returns data with the edits made. It returns an error if they are not sorted, overlap
// or reach beyond data.
func Apply(data []byte, edits []Edit) ([]byte, error) {
	var out []byte
	end := 0
	for _, e := range edits {
		if e.Start < end || e.End < e.Start || e.End > len(data) {
			line := 1 + bytes.Count(data[:min(e.Start, len(data))], []byte("\n"))
			return nil, fmt.Errorf("two changes %w on line %d; make them by hand", ErrOverlap, line)
		}
		out = append(out, data[end:e.Start]...)
		out = append(out, e.New...)
		end = e.End
	}
	return append(out, data[end:]...), nil
}

// ErrOverlap is the error of Apply.
var ErrOverlap = errors.New("overlap")

// Shift returns the edits with offsets that are by bytes larger.
func Shift(edits []Edit, distance int) []Edit {
	out := slices.Clone(edits)
	for i := range out {
		out[i].Start += distance
		out[i].End += distance
	}
	return out
}
