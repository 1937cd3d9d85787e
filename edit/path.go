package edit

import (
	"github.com/karplint/karplint/model"
)

// pathText writes a path for people: spec.requirements[0].key, metadata["a.b/c"].
func pathText(path []any) string {
	if len(path) == 0 {
		return "the document"
	}
	return model.PathText(path)
}

// kindFor returns the kind of collection that step leads into.
func kindFor(step any) model.Kind {
	if _, isIndex := step.(int); isIndex {
		return model.List
	}
	return model.Map
}
