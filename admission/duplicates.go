package admission

import (
	"strings"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/model"
)

// duplicates checks that no item of a set, or of a list with keys, occurs twice. Items in branches of a template are not compared.
func (c *checker) duplicates(v *model.Value, variants []variant) {
	if c.IsUncertain(v) {
		return
	}
	for _, s := range variants {
		if !s.node.Set && s.node.Keys == nil {
			continue
		}
		seen := map[string]bool{}
		for i, item := range v.Items {
			identity, isKnown := c.identityOf(item, s.node.Keys)
			if isKnown && seen[identity] {
				c.report(s.in, Problem{Class: Rejected, Code: CodeDuplicate, Message: repeated(c.name(), item, s.node.Keys), Help: "delete one"}, i)
			}
			seen[identity] = seen[identity] || isKnown
		}
	}
}

// identityOf returns the part of an item that must be unique: a scalar, or the scalars at the keys of a map. isKnown is false if one
// of them is unknown.
func (c *checker) identityOf(item *model.Value, keys []string) (identity string, isKnown bool) {
	if len(keys) == 0 {
		return item.Kind.String() + " " + item.Text, item.IsScalar() && !c.IsUnknown(item)
	}
	var parts []string
	for _, key := range keys {
		f := c.Field(item, key)
		if f.Present != known.Yes || !f.Value.IsScalar() {
			return "", false
		}
		parts = append(parts, f.Value.Kind.String()+" "+f.Value.Text)
	}
	return strings.Join(parts, "\x00"), true
}
