package project

import (
	"iter"
	"path"
	"slices"

	"github.com/karplint/karplint/base/limit"
)

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
