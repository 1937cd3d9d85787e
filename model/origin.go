package model

// PlacedAt gives v the place of another value, from which it was computed. An edit cannot change v there, because there is no
// literal.
func (v *Value) PlacedAt(source *Value) *Value {
	v.Span = source.Span
	v.SetProps(source.Props())
	if source.Origin != nil {
		v.Origin = &Origin{File: source.Origin.File, Computed: true, Shared: source.Origin.Shared}
	}
	return v
}

// LocatedIn returns a copy of the tree in which every value without an origin gets the given one.
func (v *Value) LocatedIn(origin *Origin) *Value {
	return v.Copy(func(c *Value) {
		if c.Origin == nil {
			c.Origin = origin
		}
	})
}

// LocatedRoot returns a copy of the root in which every value refers to its file.
func (d *Document) LocatedRoot() *Value { return d.Root.LocatedIn(&Origin{File: d.File}) }
