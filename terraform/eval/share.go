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
	below := divide(reads)
	for _, e := range v.Entries {
		if len(below.at[e.Key.Text]) > 0 {
			e.Key.Origin = located.WithName(e.Key.Origin)
		}
	}
	for step, child := range v.Children() {
		ev.share(child, below.of(fmt.Sprint(step)))
	}
}

// divided is the reads of a collection.
type divided struct {
	whole [][]string            // reads of the whole, at most two, because more make no difference
	at    map[string][][]string // the rest of the paths that begin with a key or index, by it
}

func divide(reads [][]string) divided {
	d := divided{at: map[string][][]string{}}
	for _, path := range reads {
		switch {
		case len(path) > 0:
			d.at[path[0]] = append(d.at[path[0]], path[1:])
		case len(d.whole) < 2:
			d.whole = append(d.whole, path)
		}
	}
	return d
}

// of returns the reads that concern the value at a key or index.
func (d divided) of(key string) [][]string {
	return slices.Concat(d.whole, d.at[key])
}
