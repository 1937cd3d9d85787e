package upgrade

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/survey"
)

// shared is files with objects that may be for any of several installations.
type shared struct {
	files      []string
	may        *candidates
	generation string // the oldest version of the API among the objects
}

// undecided is a file that may be for any of several installations.
type undecided struct {
	file string
	may  *candidates
}

// Blocked tells why a stop cannot be taken before the undecided files are settled: its release no longer serves their objects; "" if it can.
func (r *Road) Blocked(stop road.Stop) string {
	for _, s := range r.undecided {
		if !slices.Contains(stop.Serves, s.generation) {
			return fmt.Sprintf("%s may be for this installation, and this release no longer serves its %s; "+
				"settle that, or bring the installations to the same release, first",
				filesText(s.files), facts.Served().Generation(s.generation).Pool.APIVersion)
		}
	}
	return ""
}

// share adds a file that may be for any of several installations.
func (a *roads) share(file string, may *candidates) {
	a.shared[may.places] = shared{files: append(a.shared[may.places].files, file), may: may}
}

// placesOf names installations with their files, each once. Those of a module have its Terraform root as well, if several roots call it.
func (a *roads) placesOf(controllers []*survey.Resource) string {
	dirs := map[string][]string{} // of the roots, by place
	placeOf := func(r *survey.Resource) string { return fmt.Sprintf("%s (%s", r.Address, r.File.Path) }
	for _, r := range controllers {
		dirs[placeOf(r)] = union(dirs[placeOf(r)], []string{a.roots[r]})
	}
	var places []string
	for _, r := range controllers {
		place := placeOf(r)
		if len(dirs[place]) > 1 {
			place += " in the root " + a.roots[r]
		}
		places = append(places, place+")")
	}
	return strings.Join(union(nil, places), ", ")
}

// decide decides about files that may be for installations of different releases. They go with the oldest release, unless they install one that no
// other file shows, which another release must not take along.
func (a *roads) decide() {
	known := map[string]bool{}
	for _, c := range a.clusters {
		known[c.releases.String()] = true
	}
	for _, f := range a.several {
		if f.may.isOwn && slices.ContainsFunc(f.may.controllers, func(r *survey.Resource) bool { return !known[r.Versions.String()] }) {
			a.share(f.file, f.may)
			continue
		}
		a.loose = append(a.loose, f.file)
	}
}

// noteShared adds a problem for the files that may belong to installations of different releases.
func (a *roads) noteShared() {
	for _, places := range slices.Sorted(maps.Keys(a.shared)) {
		problem := fmt.Sprintf("this may be for any of %s, which have different versions; "+
			"give each cluster a directory of its own, or pass the paths of one", places)
		a.unclear = append(a.unclear, Unclear{Files: a.shared[places].files, Problem: problem})
	}
}

// filesText names files, not all of many.
func filesText(files []string) string {
	text := strings.Join(files[:min(len(files), maxFiles)], ", ")
	if more := len(files) - maxFiles; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// maxFiles is how many files a message names.
const maxFiles = 3

// sharedWith returns the files that may be for the installations of a cluster, among others.
func (a *roads) sharedWith(c *cluster) (files []shared) {
	for _, places := range slices.Sorted(maps.Keys(a.shared)) {
		s := a.shared[places]
		isOf := func(r *survey.Resource) bool { return r.Versions.String() == c.releases.String() }
		if s.generation, _ = a.generationOf(s.files); s.generation != "" && slices.ContainsFunc(s.may.controllers, isOf) {
			files = append(files, s)
		}
	}
	return files
}
