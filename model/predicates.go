package model

import "slices"

// IsMap reports whether v is a map; a nil v is none.
func (v *Value) IsMap() bool { return v != nil && v.Kind == Map }

// IsUnknown reports whether v is there and cannot be known.
func (v *Value) IsUnknown() bool { return v != nil && v.Kind == Unknown }

// IsTrue reports whether v is known to be true, as a bool or as the text that Terraform takes for one.
func (v *Value) IsTrue() bool { return v.IsScalar() && v.Text == "true" }

// IsFalse reports whether v is known to be false, as a bool or as the text that Terraform takes for one.
func (v *Value) IsFalse() bool { return v.IsScalar() && v.Text == "false" }

// Below returns the path with steps behind it. The path itself stays as it is.
func Below(path []any, steps ...any) []any { return slices.Concat(path, steps) }
