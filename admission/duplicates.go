package admission

import (
	"slices"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

// duplicates checks that a list has an item once, if it is a set or has keys. Items that branches of a template choose are not compared.
func (c *checker) duplicates(v *model.Value, variants []variant) {
	if c.IsUncertain(v) {
		return
	}
	for _, s := range variants {
		if !s.node.Set && s.node.Keys == nil {
			continue
		}
		for i, item := range v.Items {
			isSame := func(other *model.Value) bool {
				return c.areSame(s, item, other)
			}
			if slices.ContainsFunc(v.Items[:i], isSame) {
				c.report(s.in, Problem{Class: Rejected, Code: CodeDuplicate, Message: repeated(c.name(), item, s.node.Keys)}, i)
			}
		}
	}
}

// areSame reports whether two items are certainly one for a list of which both are items.
func (c *checker) areSame(s variant, a, b *model.Value) bool {
	if s.node.Set {
		return a.IsScalar() && model.Equal(a, b) && !c.IsUnknown(a) && !c.IsUnknown(b)
	}
	for _, key := range s.node.Keys {
		x, y := c.Field(a, key), c.Field(b, key)
		if x.Present != known.Yes || y.Present != known.Yes || !x.Value.IsScalar() || !model.Equal(x.Value, y.Value) {
			return false
		}
	}
	return true
}
