// Package status counts how far the conversion of a repository is.
package status

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
)

// Status is how far a migration is, as convert --status says it.
type Status struct {
	Version     int         `json:"version"`
	Generator   string      `json:"generator"` // karplint
	Objects     Count       `json:"objects"`
	Directories []Directory `json:"directories"` // those with objects, sorted
	Decisions   []Decision  `json:"decisions"`   // the open ones, with the most objects first
}

// Directory is how far a directory is, without those below it.
type Directory struct {
	Directory string `json:"directory"`
	Count
}

// Count counts pools and classes by their API version as written, and everything that has to change, such as labels of
// workloads, by what convert can do with it.
type Count struct {
	V1Alpha   int `json:"v1alpha"` // v1alpha5 and v1alpha1
	V1Beta1   int `json:"v1beta1"`
	V1        int `json:"v1"`
	Ready     int `json:"ready"`     // convert changes them
	Undecided int `json:"undecided"` // they wait for a decision, or for an object that does
}

// Decision is an open decision about one or several objects.
type Decision struct {
	Message string  `json:"message"`
	See     string  `json:"see,omitempty"`
	Places  []Place `json:"places"`

	Notes []convert.Note `json:"-"` // one for each place
}

// Place is an object for which a decision is open.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Object string `json:"object"`
	Path   string `json:"path"`
}

func (c *Count) add(o convert.Object) {
	if apis.IsNode(o.Kind.Kind) { // a record of the controller's
		return
	}
	version := ""
	if facts.IsKarpenter(o.Kind.Group()) && isMigrated(o.Kind.Kind) {
		_, version, _ = strings.Cut(o.Kind.APIVersion, "/")
	}
	switch {
	case strings.HasPrefix(version, "v1alpha"):
		c.V1Alpha++
	case version == "v1beta1":
		c.V1Beta1++
	case version == "v1":
		c.V1++
	}
	switch {
	case o.Status == convert.Undecided, o.Status == convert.Skipped && !o.Aside, o.NeedsRole:
		c.Undecided++
	case o.Status == convert.Converted:
		c.Ready++
	}
}

// isMigrated reports whether objects of the kind become another version, as opposed to kinds that came later.
func isMigrated(kind string) bool {
	generations := facts.Served().Generations
	return slices.Contains(slices.Concat(apis.PoolKinds(generations), apis.ClassKinds(generations)), kind)
}

// Of returns the status of a migration from the result of a conversion.
func Of(files []convert.File) Status {
	s := Status{Version: 1, Generator: filetype.Generator, Directories: []Directory{}, Decisions: []Decision{}}
	byDirectory := map[string]*Count{}
	for i := range files {
		for _, o := range files[i].Objects {
			dir := path.Dir(o.File)
			if byDirectory[dir] == nil {
				byDirectory[dir] = &Count{}
			}
			byDirectory[dir].add(o)
			s.Objects.add(o)
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(byDirectory)) {
		if count := *byDirectory[dir]; count != (Count{}) {
			s.Directories = append(s.Directories, Directory{dir, count})
		}
	}
	s.Decisions = append(s.Decisions, decisions(files)...)
	return s
}

// decisions returns the open decisions, equal ones together, with the most places first.
func decisions(files []convert.File) (all []Decision) {
	type key struct{ message, see string }
	number := map[key]int{}
	for i := range files {
		for _, n := range files[i].Notes {
			if n.Level != convert.Decision {
				continue
			}
			k := key{n.Message, n.See}
			at, known := number[k]
			if !known {
				at = len(all)
				number[k] = at
				all = append(all, Decision{Message: n.Message, See: n.See})
			}
			all[at].Places = append(all[at].Places, Place{n.File, n.Line, n.Object, n.Path})
			all[at].Notes = append(all[at].Notes, n)
		}
	}
	slices.SortStableFunc(all, func(a, b Decision) int { return len(b.Places) - len(a.Places) })
	return all
}
