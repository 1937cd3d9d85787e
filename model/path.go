package model

import (
	"fmt"
	"slices"
	"strings"
)

// HasPrefix says whether a path begins with the steps of prefix.
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
