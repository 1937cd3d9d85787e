// Package located makes the values of Terraform expressions, each with the place of the literal from which it comes. It converts them to
// Terraform's types, and to values of the cty library and back; it compares them, and writes their canonical forms.
package located

import "github.com/karplint/karplint/model"

// MaxString bounds the bytes in a string that is computed at once. Longer ones are Unknown.
const MaxString = 4 << 20

// Evaluation is shared by all values of one root.
type Evaluation struct {
	// Failures counts evaluations that Terraform would end with an error, such as a missing attribute or a wrong
	// argument. try and can compare the count before and after; code for a branch that is not taken resets it.
	Failures int

	uniques int
	origins map[*model.File]*[4]*model.Origin

	report func(f *model.File, span model.Span, format string, args ...any) // called for values above a bound
}

// NewEvaluation returns an Evaluation for one root. It calls report for values above a bound.
func NewEvaluation(report func(f *model.File, span model.Span, format string, args ...any)) *Evaluation {
	return &Evaluation{origins: map[*model.File]*[4]*model.Origin{}, report: report}
}

// OriginsOf returns the four origins of values in a file: the first bit of the index is Computed,
// the second is Shared.
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

// OriginIn returns the origin of values in a file. Equal origins are the same pointer.
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

// AsTyped returns a copy of the origin with Typed set, for a map or list as opposed to an object or
// tuple.
func AsTyped(o *model.Origin) *model.Origin {
	if o == nil || o.Typed {
		return o
	}
	with := *o
	with.Typed = true
	return &with
}

// AsSet returns a copy of the origin with Set, for a set of Terraform.
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
	if o.Documents == nil && !o.Set && !o.Named && !o.Bounded && !o.Default && o.Otherwise == nil {
		return v.OriginIn(o.File, o.Computed, true)
	}
	with := *o
	with.Shared = true
	return &with
}
