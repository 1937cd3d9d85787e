package layout

import "github.com/karplint/karplint/parsers/gotmpl"

// Frame is what some kids of a collection stand in: a branch of a block of the document, or a condition that karplint composed.
type Frame struct {
	Block  *gotmpl.Block
	Branch int               // the number of branches for an else that the block does not have
	When   *gotmpl.Condition // composed, where block is nil
	Like   *gotmpl.Block     // whose style its control lines take
}

// Taken reports whether the frame is rendered with some branches taken.
func (f Frame) Taken(taken gotmpl.Taken) bool {
	i, known := taken[f.Block]
	if !known || i >= len(f.Block.Branches) {
		i = -1
	}
	if f.Branch == len(f.Block.Branches) {
		return i < 0
	}
	return i == f.Branch
}

// Equal reports whether f is the same as another frame, which may be composed anew.
func (f Frame) Equal(other Frame) bool {
	composed := f.Block == nil && other.Block == nil
	return f == other || composed && f.When.Text == other.When.Text
}

// Repeats reports whether what stands in the frame is written several times.
func (f Frame) Repeats() bool {
	if f.Block == nil || f.Branch > 0 {
		return false
	}
	return f.Block.Branches[0].Repeats()
}

// ConditionOf returns the condition that all frames are taken, of which the first are around the last.
func ConditionOf(frames []Frame) *gotmpl.Condition {
	var factors []*gotmpl.Condition
	for _, f := range frames {
		for i, branch := range f.Block.Branches[:min(f.Branch+1, len(f.Block.Branches))] {
			switch {
			case branch.Condition == nil:
			case i < f.Branch:
				factors = append(factors, branch.Condition.Not())
			default:
				factors = append(factors, branch.Condition)
			}
		}
	}
	return gotmpl.All(factors)
}
