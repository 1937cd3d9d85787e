package model

import "slices"

// IsMap reports whether v is a map; a nil v is none.
func (v *Value) IsMap() bool { return v != nil && v.Kind == Map }

// IsAbsent reports whether v is not there, or is null, which sets nothing.
func (v *Value) IsAbsent() bool { return v == nil || v.Kind == Null }

// IsUnknown reports whether v is there and cannot be known.
func (v *Value) IsUnknown() bool { return v != nil && v.Kind == Unknown }

// IsWholeList reports whether v is a list of which every item is known to be there.
func (v *Value) IsWholeList() bool { return v != nil && v.Kind == List && !v.Open }

// IsTrue reports whether v is known to be true, as a bool or as the text that Terraform takes for one.
func (v *Value) IsTrue() bool { return v.IsScalar() && v.Text == "true" }

// IsFalse reports whether v is known to be false, as a bool or as the text that Terraform takes for one.
func (v *Value) IsFalse() bool { return v.IsScalar() && v.Text == "false" }

// Below returns the path with steps behind it. The path itself stays as it is.
func Below(path []any, steps ...any) []any { return slices.Concat(path, steps) }
