package kustomize

import (
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// partialFile matches files that may contain only a part of an object, even if no kustomization among the files uses them as
// patches: overlays in another repository may complete a base.
var partialFile = pattern.New(`(?i)(^|/)(overlays?|components?|bases?|patch(es)?)/|patch[^/]*$`)

// MayBePartial reports whether the name of a file suggests that its objects are parts, such as bases or patches.
func MayBePartial(file string) bool { return partialFile().MatchString(file) }

// Touches reports whether the change may set the value at the path of the object, or one below it.
func (c *Change) Touches(path []any) bool {
	v := c.Value
	for _, step := range path {
		if v == nil || mayChangeAll(v) {
			return v != nil
		}
		if v.Kind == model.List {
			return true // a list is replaced as a whole
		}
		v = v.Get(step)
	}
	return v != nil
}

// mayChangeAll reports whether a patch with this value may change any part of its object.
func mayChangeAll(v *model.Value) bool {
	return v.IsUnknown() || v.Open || v.Get(Directive) != nil
}

// IsInstruction reports whether the path of a patch leads to a merge instruction rather than a field: a directive, or a null that
// deletes a field.
func IsInstruction(patch *model.Value, path []any) bool {
	for depth, step := range path {
		key, _ := step.(string)
		parent := patch.Get(path[:depth]...)
		if strings.HasPrefix(key, "$") || parent.IsMap() && parent.Get(Directive) != nil {
			return true
		}
	}
	v := patch.Get(path...)
	return v != nil && v.Kind == model.Null
}
