package model

// rare holds what few values have. Copies of a value share it, so it never changes.
type rare struct {
	props         Span
	anchor, alias string
	comments      *Comments
}

// Props covers the anchor and tag in front of the value (&a !!str); empty, and at the start of Span, if there are none.
// In HCL it covers the header of a block: type and labels.
func (v *Value) Props() Span {
	if props := v.known().props; !props.Empty() {
		return props
	}
	return Span{Start: v.Span.Start, End: v.Span.Start}
}

// Anchor returns the name in &name, if any.
func (v *Value) Anchor() string {
	return v.known().anchor
}

// Alias returns the name in *name, if any: Items and Entries then belong to the anchored value.
func (v *Value) Alias() string {
	return v.known().alias
}

// Comments are for a value that is to be written. They are nil for a parsed value, because its comments are found by their place.
func (v *Value) Comments() *Comments {
	return v.known().comments
}

// SetProps sets the span that Props returns; an empty one means that there is none.
func (v *Value) SetProps(props Span) {
	if props.Empty() {
		props = Span{}
	}
	if props != v.known().props {
		v.setRare(func(r *rare) { r.props = props })
	}
}

// SetAnchor sets the name that Anchor returns.
func (v *Value) SetAnchor(name string) {
	if name != v.Anchor() {
		v.setRare(func(r *rare) { r.anchor = name })
	}
}

// SetAlias sets the name that Alias returns.
func (v *Value) SetAlias(name string) {
	if name != v.Alias() {
		v.setRare(func(r *rare) { r.alias = name })
	}
}

// SetComments sets what Comments returns.
func (v *Value) SetComments(comments *Comments) {
	if comments != v.Comments() {
		v.setRare(func(r *rare) { r.comments = comments })
	}
}

// ClearNames removes the anchor and the alias.
func (v *Value) ClearNames() {
	v.SetAnchor("")
	v.SetAlias("")
}

// ClearRare removes the comments and all that Props covers, and the alias.
func (v *Value) ClearRare() { v.rare = nil }

func (v *Value) known() rare {
	if v.rare == nil {
		return rare{}
	}
	return *v.rare
}

func (v *Value) setRare(set func(*rare)) {
	changed := v.known()
	set(&changed)
	if v.rare = &changed; changed == (rare{}) {
		v.rare = nil
	}
}
