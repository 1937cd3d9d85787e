package edit

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// PathText writes a path for people: spec.requirements[0].key, metadata["a.b/c"].
func PathText(path []any) string {
	if len(path) == 0 {
		return "the document"
	}
	return model.PathText(path)
}

// KindFor returns the kind of collection that step leads into.
func KindFor(step any) model.Kind {
	if _, isIndex := step.(int); isIndex {
		return model.List
	}
	return model.Map
}

// ValueAt returns the value at a path in v, also in the parts of an expression; nil if there is nothing.
func ValueAt(v *model.Value, path []any) *model.Value {
	for _, step := range path {
		switch i := step.(type) {
		case string:
			if v = v.Get(i); v == nil {
				return nil
			}
		case int:
			if i < 0 || i >= len(v.Items) {
				return nil
			}
			v = v.Items[i]
		}
	}
	return v
}

// Prefix returns the Ops with paths that start above the object at path.
func Prefix(path []any, ops []Op) []Op {
	if len(path) == 0 {
		return ops
	}
	moved := slices.Clone(ops)
	for i, op := range ops {
		moved[i].Path = slices.Concat(path, op.Path)
		if op.To != nil {
			moved[i].To = slices.Concat(path, op.To)
		}
	}
	return moved
}
