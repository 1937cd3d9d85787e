package eval

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform/located"
)

// share marks the parts of v that several reads use as shared, and the keys that reads name as
// named.
func (ev *Evaluator) share(v *model.Value, reads [][]string) {
	if len(reads) > 1 {
		v.Origin = ev.ShareOrigin(v.Origin)
	} else if len(reads) == 0 || len(reads[0]) == 0 {
		return
	}
	for _, e := range v.Entries {
		if slices.ContainsFunc(reads, func(path []string) bool { return len(path) > 0 && path[0] == e.Key.Text }) {
			e.Key.Origin = located.WithName(e.Key.Origin)
		}
	}
	for step, child := range v.Children() {
		ev.share(child, readsBelow(reads, fmt.Sprint(step)))
	}
}

// readsBelow returns the reads that concern the value at a key or index: reads of the whole, and reads whose path
// begins with the key.
func readsBelow(reads [][]string, key string) [][]string {
	var paths [][]string
	for _, path := range reads {
		switch {
		case len(path) == 0:
			paths = append(paths, path)
		case path[0] == key:
			paths = append(paths, path[1:])
		}
	}
	return paths
}
