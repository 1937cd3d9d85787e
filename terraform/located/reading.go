package located

import "github.com/hashicorp/hcl/v2/hclsyntax"

// Bounds on texts that are evaluated again and again. The documents in them are read each time, because each evaluation may give others.
const (
	maxRereads   = 1 << 20 // bytes in all evaluations but the first ones
	firstReading = 2       // evaluations of a text that are not bounded: an instance with the known variables, and one with unknown ones
)

// reading counts how often texts are evaluated.
type reading struct {
	evaluated map[any]int // by the file, or the expression, that is the text
	again     int         // bytes of maxRereads
}

// MayRead reports whether a text may be evaluated once more. It reports the bound at e if not.
func (m *Maker) MayRead(e hclsyntax.Expression, text any, bytes int) bool {
	r := &m.texts
	if r.evaluated == nil {
		r.evaluated = map[any]int{}
	}
	if r.evaluated[text]++; r.evaluated[text] <= firstReading {
		return true
	}
	within := r.again <= maxRereads
	if r.again += bytes; within && r.again > maxRereads {
		m.Cut(e, "texts that are evaluated again and again, as count does, have more than %d MiB together; this one and those after it count as unknown", maxRereads>>20)
	}
	return r.again <= maxRereads
}
