package edit

import (
	"fmt"
	"strings"

	"github.com/karplint/karplint/model"
)

// pathText writes a path for people: spec.requirements[0].key, metadata["a.b/c"].
func pathText(path []any) string {
	if len(path) == 0 {
		return "the document"
	}
	var b strings.Builder
	for i, step := range path {
		switch s := step.(type) {
		case string:
			if strings.ContainsAny(s, ".[] ") || s == "" {
				fmt.Fprintf(&b, "[%q]", s)
				continue
			}
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s)
		default:
			fmt.Fprintf(&b, "[%v]", s)
		}
	}
	return b.String()
}

// kindFor returns the kind of collection that step leads into.
func kindFor(step any) model.Kind {
	if _, isIndex := step.(int); isIndex {
		return model.List
	}
	return model.Map
}

func samePath(a, b []any) bool { return len(a) == len(b) && (len(a) == 0 || isPrefix(a, b)) }

// isPrefix says whether path starts with prefix.
func isPrefix(prefix, path []any) bool {
	if len(prefix) > len(path) {
		return false
	}
	for i := range prefix {
		if prefix[i] != path[i] {
			return false
		}
	}
	return true
}
