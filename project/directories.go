package project

import (
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/limit"
)

// ancestors yields the directory and those above it, up to maxLevels above the working directory, so that a run in a subdirectory
// of a repository sees the same ancestors as one at its top. A directory that is out of use is the last one, because its files
// do not belong to the installations above.
func ancestors(dir string, maxLevels int) iter.Seq[string] {
	return func(yield func(string) bool) {
		dir := path.Clean(dir)
		for yield(dir) && dir != "/" && !isPutAside(path.Base(dir)) {
			dir = parentOf(dir)
			if levels(dir) > maxLevels {
				return
			}
		}
	}
}

// parentOf returns the directory above a clean one: ".." for ".", and "../.." for "..".
func parentOf(dir string) string {
	slash := strings.LastIndexByte(dir, '/')
	switch {
	case dir == ".":
		return ".."
	case dir[slash+1:] == "..":
		return dir + "/.."
	case slash < 0:
		return "."
	case slash == 0:
		return "/"
	}
	return dir[:slash]
}

// isPutAside reports whether a directory with that name contains files out of use.
func isPutAside(name string) bool {
	switch strings.ToLower(strings.Trim(name, "._-")) {
	case "archive", "archived", "archives", "attic", "backup", "backups", "deprecated", "obsolete":
		return true
	}
	return false
}

// isTrial reports whether a directory with that name contains tests or examples.
func isTrial(name string) bool {
	switch strings.ToLower(strings.Trim(name, "._-")) {
	case "test", "tests", "testdata", "e2e", "fixtures", "example", "examples":
		return true
	}
	return false
}

// levels returns how many levels a relative path goes above the working directory: 2 for ../../x.
func levels(name string) int {
	n := 0
	for suffix := name; suffix == ".." || strings.HasPrefix(suffix, "../"); n++ {
		suffix = strings.TrimPrefix(suffix[2:], "/")
	}
	return n
}

// contains reports whether the file is in or below dir, which must come from ancestors.
func contains(dir, file string) bool {
	if dir == "." || path.Base(dir) == ".." {
		return levels(file) <= levels(dir) && !path.IsAbs(file)
	}
	return strings.HasPrefix(file, strings.TrimSuffix(dir, "/")+"/")
}

// higher returns the upper one of two directories from ancestors of the same file; "" means no directory.
func higher(a, b string) string {
	if a == "" || b != a && contains(b, path.Join(a, "x")) {
		return b
	}
	return a
}

// IsTrial reports whether a path leads through a directory with tests or examples.
func IsTrial(file string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), isTrial)
}

// namedDirs makes full names of the directories that files name relative to an unknown directory above them, such as the root of a repository.
type namedDirs struct {
	maxLevels int // as in ancestors
}

// of yields the names that a directory may have if a file names it.
func (d *namedDirs) of(file, dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for above := range ancestors(path.Dir(file), d.maxLevels) {
			limit.Point()
			if !yield(path.Join(above, dir)) {
				return
			}
		}
	}
}

// dirIndex finds numbers by directories.
type dirIndex struct {
	numbers map[string][]int
	highest int // how many levels a directory is above the working directory
}

func newDirIndex() *dirIndex { return &dirIndex{numbers: map[string][]int{}} }

// add adds a number for a directory. Numbers must ascend.
func (x *dirIndex) add(dir string, number int) {
	numbers := x.numbers[dir]
	if len(numbers) > 0 && numbers[len(numbers)-1] == number {
		return
	}
	x.numbers[dir] = append(numbers, number)
	x.highest = max(x.highest, levels(dir))
}

// around returns the numbers of the directories that contain a file, in ascending order.
func (x *dirIndex) around(file string) (numbers []int) {
	for dir := path.Dir(file); levels(dir) <= x.highest; dir = parentOf(dir) {
		numbers = append(numbers, x.numbers[dir]...)
		if dir == "/" {
			break
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}
