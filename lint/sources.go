package lint

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// valuesKey is where the values of a chart stand in what rules see of an installation.
const valuesKey = "values"

// inSources returns what an op that takes a value of a chart does in each source that sets it: what stands in the others counts as soon
// as the one that wins is gone. There are no steps for other ops, and where no source is known that sets the value.
func (a *actor) inSources(v *evaluatedView, op *rule.OpReport) ([]step, error) {
	takes := op.Do == edit.Delete || op.Do == edit.Rename || op.Do == edit.Move
	numbered := slices.ContainsFunc(op.Path, func(step any) bool { _, is := step.(int); return is }) // in the merged list
	if !takes || numbered || len(op.Path) < 2 || op.Path[0] != any(valuesKey) {
		return nil, nil
	}
	var steps []step
	for _, source := range v.sources {
		if _, found := follow(source, op.Path[1:]); !found {
			continue
		}
		one := *a
		one.view = v.ofSource(source)
		own := *op
		own.Path, own.To = slices.Clone(op.Path), slices.Clone(op.To)
		at, err := one.place(&own)
		if err != nil {
			return nil, err
		}
		steps = append(steps, step{page: at.page, op: own, shared: at.shared})
	}
	return steps, nil
}

// ofSource is the view of an installation that has the values of one source alone.
func (v *evaluatedView) ofSource(source *model.Value) *evaluatedView {
	own := *v
	own.value = model.NewMap(model.NewEntry(valuesKey, source))
	own.value.Span, own.value.Origin = v.value.Span, v.value.Origin
	own.sources = nil
	return &own
}
