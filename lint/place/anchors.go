package place

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// LiteralPath returns the path at which the value of a path is written in the document: for values from an alias or a
// merge key, it is below the anchor. entry is true if the op changes the whole entry at the path, and not only its value.
// shared reports whether an alias repeats the value that the op changes, so that the value has other readers.
func LiteralPath(root *model.Value, path []any, entry bool) (literal []any, shared bool) {
	literal = path
	for range maxAliases {
		next, moved := stepBehindAlias(root, literal, entry)
		if !moved {
			break
		}
		literal, shared = next, true
	}
	return literal, shared || isAliased(root, literal)
}

// maxAliases bounds the length of a chain of aliases.
const maxAliases = 100

// stepBehindAlias replaces the first part of the path that is an alias, or comes from a merge key, by the path of its
// definition.
func stepBehindAlias(root *model.Value, path []any, entry bool) ([]any, bool) {
	v := root
	for i, step := range path {
		if to, ok := definition(root, v); ok {
			return slices.Concat(to, path[i:]), true
		}
		key, isKey := step.(string)
		if isKey && isMerged(v, key) {
			if to, ok := mergedFrom(root, v, key); ok {
				return slices.Concat(to, path[i:]), true
			}
			return path, false
		}
		v = v.Get(step)
	}
	if to, ok := definition(root, v); ok && !entry {
		return to, true
	}
	return path, false
}

// isMerged reports whether the map has the key only by a merge key.
func isMerged(v *model.Value, key string) bool {
	if !v.IsMap() {
		return false
	}
	e := v.Entry(key)
	return e != nil && !slices.Contains(v.Entries, e)
}

// mergedFrom returns the path of the anchored map that gives v the key.
func mergedFrom(root, v *model.Value, key string) ([]any, bool) {
	for _, e := range slices.Backward(v.Entries) {
		from := []*model.Value{e.Value}
		if e.Value.Kind == model.List {
			from = e.Value.Items
		}
		for _, f := range from {
			if e.IsMerge() && f.Entry(key) != nil {
				return definition(root, f)
			}
		}
	}
	return nil, false
}

// definition returns the path of the value that an alias repeats; ok is false if v is not an alias.
func definition(root, v *model.Value) (path []any, ok bool) {
	if v == nil || v.Alias == "" {
		return nil, false
	}
	var span model.Span
	eachWritten(root, func(anchored *model.Value) {
		isDefinition := anchored.Alias == "" && anchored.Anchor == v.Alias
		if start := anchored.Span.Start; isDefinition && start < v.Span.Start && start >= span.Start { // the last one above the alias
			span = anchored.Span
			ok = true
		}
	})
	if !ok {
		return nil, false
	}
	return edit.Find(&model.Document{Root: root}, span)
}

// isAliased reports whether an alias repeats one of the values along the path.
func isAliased(root *model.Value, path []any) bool {
	nodes, _ := Follow(root, path)
	nodes = slices.DeleteFunc(nodes, func(n Node) bool { return n.Value.Anchor == "" })
	if len(nodes) == 0 {
		return false
	}
	aliases := map[string]bool{}
	eachWritten(root, func(v *model.Value) { aliases[v.Alias] = true })
	return slices.ContainsFunc(nodes, func(n Node) bool { return aliases[n.Value.Anchor] })
}

// eachWritten calls visit with v and all values in it, except those behind an alias.
func eachWritten(v *model.Value, visit func(*model.Value)) {
	if v == nil {
		return
	}
	visit(v)
	if v.Alias == "" {
		for _, child := range v.Children() {
			eachWritten(child, visit)
		}
	}
}
