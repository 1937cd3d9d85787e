package runbook

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
)

// sortByRisk puts installations with "prod" in a name last, so that the others show first whether a stop works.
func sortByRisk(installations []*Installation) {
	slices.SortStableFunc(installations, func(a, b *Installation) int {
		return cmp.Or(cmp.Compare(a.risk(), b.risk()), comparePlaces(a.place(), b.place()))
	})
}

func (i *Installation) risk() int {
	names := strings.ToLower(i.Dir + " " + i.place().File + " " + i.Cluster.Name)
	if strings.Contains(names, "prod") {
		return 1
	}
	return 0
}

// division tells which files belong to which installation at a stop. It is computed once for a stop, because there may be hundreds of
// installations with a file each.
type division struct {
	installations map[string]int  // how many are in a directory or below it; one of another road counts several times
	own           map[string]bool // the directories that contain all files of an installation and none of another
	isComplete    bool            // no changed file belongs to several installations, so that the files of each can change on their own
}

// divide divides the changed files among the installations before the stop.
func (w *writer) divide() {
	d := &division{installations: map[string]int{}, own: map[string]bool{}}
	paths := w.filesOfOthers()
	for _, i := range w.before {
		paths = append(paths, i.Dir)
	}
	for _, path := range paths {
		for dir := range ancestors(path) {
			d.installations[dir]++
		}
	}
	for _, i := range w.before {
		if dir := d.pathOf(i); dir != "" {
			d.own[dir] = true
		}
	}
	d.isComplete = len(w.before) > 1 && !slices.ContainsFunc(w.taken.Files, func(f convert.File) bool { return f.Changed() && !d.isOwn(f.Path) })
	w.division = d
}

// pathOf returns the directory that contains all files of an installation and none of another, "" if there is none.
func (d *division) pathOf(i *Installation) string {
	if i.Dir == "." || d.installations[i.Dir] != 1 {
		return ""
	}
	return i.Dir
}

// isOwn reports whether a file belongs to one installation.
func (d *division) isOwn(file string) bool {
	for dir := range ancestors(file) {
		if d.own[dir] {
			return true
		}
	}
	return false
}

// ancestors yields a path and the directories above it, without the working directory.
func ancestors(file string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for dir := file; dir != "." && dir != "/" && dir != ""; dir = path.Dir(dir) {
			if !yield(dir) {
				return
			}
		}
	}
}

// isBelow reports whether a path is a directory or in it.
func isBelow(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }
