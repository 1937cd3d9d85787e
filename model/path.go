package model

import (
	"fmt"
	"slices"
	"strings"
)

// HasPrefix reports whether a path begins with the steps of prefix.
func HasPrefix(path, prefix []any) bool {
	return len(path) >= len(prefix) && slices.Equal(path[:len(prefix)], prefix)
}

// PathText writes a path for people: spec.taints[0].value, metadata.labels["a.b/c"].
func PathText(path []any) string {
	var b strings.Builder
	for _, step := range path {
		key, isKey := step.(string)
		switch {
		case !isKey:
			fmt.Fprintf(&b, "[%v]", step)
		case key == "" || strings.ContainsAny(key, "./[] "):
			fmt.Fprintf(&b, "[%q]", key)
		case b.Len() > 0:
			b.WriteString("." + key)
		default:
			b.WriteString(key)
		}
	}
	return b.String()
}

// Join adds steps to a path: keys of maps are strings, indices of lists ints. The result shares no memory with path.
func Join(path []any, steps ...any) []any {
	return slices.Concat(path, steps)
}

// Keys splits a key with dots into a path: spec.template.spec.
func Keys(dotted string) []any {
	var path []any
	for key := range strings.SplitSeq(dotted, ".") {
		path = append(path, key)
	}
	return path
}
