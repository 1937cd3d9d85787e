package hcl

import "github.com/karplint/karplint/model"

// Bounds on values. What exceeds them is Unknown.
const (
	maxValues   = 100_000  // values in what one variable, local, output or attribute holds
	maxCompared = 2000     // values that are compared each with each
	maxString   = 4 << 20  // bytes in one string
	maxStrings  = 64 << 20 // bytes in all strings that were computed
)

// evaluation is what all values of one root share.
type evaluation struct {
	steps int // expressions evaluated and values made

	// failures counts evaluations that Terraform would end with an error: a missing attribute, a wrong
	// argument. try and can, and whatever drops the errors of a branch that is not taken, look at the difference.
	failures int

	stringBytes, uniques int
	origins              map[*model.File]*[4]*model.Origin

	report func(f *model.File, at model.Span, format string, args ...any) // says what a bound leaves out
}

// newEvaluation returns that of a root; report is called with what a bound leaves out.
func newEvaluation(report func(f *model.File, at model.Span, format string, args ...any)) *evaluation {
	return &evaluation{origins: map[*model.File]*[4]*model.Origin{}, report: report}
}

// originsOf returns the origins that values in a file can have, in the order of origin's flags.
func (v *evaluation) originsOf(f *model.File) *[4]*model.Origin {
	all := v.origins[f]
	if all == nil {
		all = &[4]*model.Origin{}
		for i := range all {
			all[i] = &model.Origin{File: f, Computed: i&1 != 0, Shared: i&2 != 0}
		}
		v.origins[f] = all
	}
	return all
}

// originIn returns the origin of values in a file; equal ones are one.
func (v *evaluation) originIn(f *model.File, computed, shared bool) *model.Origin {
	i := 0
	if computed {
		i |= 1
	}
	if shared {
		i |= 2
	}
	return v.originsOf(f)[i]
}

// asTyped returns the origin of a map that is no object, or a list that is no tuple.
func asTyped(o *model.Origin) *model.Origin {
	if o == nil || o.Typed {
		return o
	}
	with := *o
	with.Typed = true
	return &with
}

// asSet returns the origin of one of Terraform's sets.
func asSet(o *model.Origin) *model.Origin {
	with := *o
	with.Set, with.Documents = true, nil
	return &with
}

// withName returns the origin with Named set.
func withName(o *model.Origin) *model.Origin {
	if o == nil || o.Named {
		return o
	}
	with := *o
	with.Named = true
	return &with
}

// shared returns the origin with Shared set.
func (v *evaluation) shared(o *model.Origin) *model.Origin {
	if o == nil || o.Shared {
		return o
	}
	if o.Documents == nil && !o.Set && !o.Named {
		return v.originIn(o.File, o.Computed, true)
	}
	with := *o
	with.Shared = true
	return &with
}
