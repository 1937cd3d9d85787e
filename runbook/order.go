package runbook

import (
	"cmp"
	"slices"
	"strings"
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

// pathOf returns the directory that contains all files of an installation and none of another, "" if there is none.
func (w *writer) pathOf(i *Installation) string {
	dir := i.Dir
	if dir == "." || dir == "" {
		return ""
	}
	for _, other := range w.before {
		if other != i && isBelow(other.Dir, dir) {
			return ""
		}
	}
	return dir
}

// isBelow reports whether a path is a directory or in it.
func isBelow(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

// goOneByOne reports whether the files of each installation can change on their own: no changed file belongs to several.
func (w *writer) goOneByOne() bool {
	if len(w.before) < 2 {
		return false
	}
	for _, f := range w.taken.Files {
		isOwn := slices.ContainsFunc(w.before, func(i *Installation) bool { dir := w.pathOf(i); return dir != "" && isBelow(f.Path, dir) })
		if f.Changed() && !isOwn {
			return false
		}
	}
	return true
}
