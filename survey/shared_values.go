package survey

import (
	"slices"

	"github.com/karplint/karplint/model"
)

// text is the place of a value in a file.
type text struct {
	file string
	span model.Span
}

// MarkShared adds read_by_others to the installations of Karpenter's charts: the names at the top of their values that
// an installation of another chart reads from the same text.
func MarkShared(resources []*Resource) {
	readers := map[text][]string{} // roles
	eachName(resources, func(r *Resource, _ string, at text) {
		if role := r.Role(); !slices.Contains(readers[at], role) {
			readers[at] = append(readers[at], role)
		}
	})
	shared := map[*Resource]*model.Value{}
	eachName(resources, func(r *Resource, name string, at text) {
		if !sharesWith(r.Role(), readers[at]) {
			return
		}
		if shared[r] == nil {
			shared[r] = model.NewList()
		}
		shared[r].Items = append(shared[r].Items, model.NewString(name))
	})
	for r, names := range shared {
		r.Set("read_by_others", names)
	}
}

// eachName calls do for each name at the top of the values of each installation.
func eachName(resources []*Resource, do func(r *Resource, name string, at text)) {
	for _, r := range resources {
		for _, source := range r.Sources {
			for _, e := range source.Entries {
				if from := e.Value.Origin; from != nil && from.File != nil {
					do(r, e.Key.Text, text{from.File.Path, e.Value.Span})
				}
			}
		}
	}
}

// sharesWith reports whether a text is also for a chart with other values. The controller's chart has the values of the CRD chart, but not the
// other way round.
func sharesWith(role string, readers []string) bool {
	switch role {
	case ControllerRole:
		return slices.Contains(readers, "")
	case CRDsRole:
		return len(readers) > 1
	}
	return false
}
