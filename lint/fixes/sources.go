package fixes

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
)

// inSources returns the steps of an op that removes a chart value: one in each source that sets it, because otherwise the value of
// another source would take effect. It returns none for other ops, or if no source is known to set the value.
func inSources(v *place.EvaluatedView, op *rule.OpReport) ([]step, error) {
	removes := op.Do == edit.Delete || op.Do == edit.Rename || op.Do == edit.Move
	numbered := slices.ContainsFunc(op.Path, func(step any) bool { _, isIndex := step.(int); return isIndex }) // in the merged list
	isOfValue := len(op.Path) > 1 && op.Path[0] == any(place.ValuesKey)
	if !removes || numbered || !isOfValue {
		return nil, nil
	}
	var steps []step
	for _, source := range v.Sources {
		if _, exists := place.Follow(source, op.Path[1:]); !exists {
			continue
		}
		copied := *op
		copied.Path, copied.To = slices.Clone(op.Path), slices.Clone(op.To)
		anchor, err := placeOp(v.OfSource(source), &copied)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step{document: anchor.Document, op: copied, shared: anchor.Shared})
	}
	return steps, nil
}
