package located

import "github.com/karplint/karplint/model"

// A step of the evaluation takes about as long as reading so much of a value or text.
const (
	valuesPerStep = 4
	bytesPerStep  = 512
)

// Charge counts work on values and texts as steps: an expression may read a large value again in each round of a loop, and the bound on steps ends
// that as well.
func (v *Evaluation) Charge(values, bytes int) {
	v.read += values*(bytesPerStep/valuesPerStep) + bytes
	v.Steps += v.read / bytesPerStep
	v.read %= bytesPerStep
}

// Size charges for the values in v, and returns their number, counting no further than limit, and the bytes of their texts.
func (v *Evaluation) Size(value *model.Value, limit int) (values, bytes int) {
	for node := range value.All() {
		bytes += len(node.Text)
		for _, e := range node.Entries {
			bytes += len(e.Key.Text)
		}
		if values++; values == limit {
			break
		}
	}
	v.Charge(values, 0)
	return values, bytes
}

// Equal is model.Equal, and charges for it.
func (v *Evaluation) Equal(a, b *model.Value) bool {
	v.Size(a, MaxValues)
	return model.Equal(a, b)
}
