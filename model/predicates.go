package model

// IsMap reports whether v is a map; it is false for nil.
func (v *Value) IsMap() bool { return v != nil && v.Kind == Map }

// IsAbsent reports whether v is missing or null, which sets nothing.
func (v *Value) IsAbsent() bool { return v == nil || v.Kind == Null }

// IsUnknown reports whether v exists but cannot be known.
func (v *Value) IsUnknown() bool { return v != nil && v.Kind == Unknown }

// IsWholeList reports whether v is a list whose items are all known to exist.
func (v *Value) IsWholeList() bool { return v != nil && v.Kind == List && !v.Open }

// IsString reports whether v is a text without templates or expressions; it is false for nil.
func (v *Value) IsString() bool { return v != nil && v.Kind == String }

// IsTrue reports whether v is known to be true, as a bool or as a text that Terraform converts to one.
func (v *Value) IsTrue() bool { return v.IsScalar() && v.Text == "true" }

// IsFalse reports whether v is known to be false, as a bool or as a text that Terraform converts to one.
func (v *Value) IsFalse() bool { return v.IsScalar() && v.Text == "false" }
