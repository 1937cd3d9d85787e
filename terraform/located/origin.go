// Package located makes the values of Terraform's expressions, each with the place of the literal it came from: it converts them to types
// and to the library of functions and back, compares them, and writes them in canonical form.
package located

import "github.com/karplint/karplint/model"

// Bounds on values. Values beyond them are Unknown.
const (
	MaxValues   = 100_000  // values in one variable, local, output or attribute
	MaxCompared = 2000     // values that are compared each with each
	MaxString   = 4 << 20  // bytes in one string
	MaxStrings  = 64 << 20 // bytes in all strings that were computed
)

// Evaluation is shared by all values of one root.
type Evaluation struct {
	Steps int // expressions evaluated and values made

	// failures counts evaluations that Terraform would end with an error: a missing attribute, a wrong
	// argument. try and can, and whatever drops the errors of a branch that is not taken, look at the difference.
	Failures int

	StringBytes, uniques int
	origins              map[*model.File]*[4]*model.Origin

	report func(f *model.File, at model.Span, format string, args ...any) // called for values beyond a bound
}

// NewEvaluation returns that of a root; report is called for values beyond a bound.
func NewEvaluation(report func(f *model.File, at model.Span, format string, args ...any)) *Evaluation {
	return &Evaluation{origins: map[*model.File]*[4]*model.Origin{}, report: report}
}

// OriginsOf returns the origins that values in a file can have, in the order of origin's flags.
func (v *Evaluation) OriginsOf(f *model.File) *[4]*model.Origin {
	origins := v.origins[f]
	if origins == nil {
		origins = &[4]*model.Origin{}
		for i := range origins {
			origins[i] = &model.Origin{File: f, Computed: i&1 != 0, Shared: i&2 != 0}
		}
		v.origins[f] = origins
	}
	return origins
}

// OriginIn returns the origin of values in a file; equal ones are one.
func (v *Evaluation) OriginIn(f *model.File, computed, shared bool) *model.Origin {
	i := 0
	if computed {
		i |= 1
	}
	if shared {
		i |= 2
	}
	return v.OriginsOf(f)[i]
}

// AsTyped returns the origin of a map that is no object, or a list that is no tuple.
func AsTyped(o *model.Origin) *model.Origin {
	if o == nil || o.Typed {
		return o
	}
	with := *o
	with.Typed = true
	return &with
}

// AsSet returns the origin of one of Terraform's sets.
func AsSet(o *model.Origin) *model.Origin {
	with := *o
	with.Set, with.Documents = true, nil
	return &with
}

// WithName returns the origin with Named set.
func WithName(o *model.Origin) *model.Origin {
	if o == nil || o.Named {
		return o
	}
	with := *o
	with.Named = true
	return &with
}

// ShareOrigin returns the origin with Shared set.
func (v *Evaluation) ShareOrigin(o *model.Origin) *model.Origin {
	if o == nil || o.Shared {
		return o
	}
	if o.Documents == nil && !o.Set && !o.Named {
		return v.OriginIn(o.File, o.Computed, true)
	}
	with := *o
	with.Shared = true
	return &with
}
