package project

import (
	"iter"
	"path"
	"slices"
)

// MaxNamed bounds the bytes of all names that namedDirs yields. A large repository has some 100 KB.
const MaxNamed = 16 << 20

// namedDirs makes full names of the directories that files name relative to an unknown directory above them, such as the root of a repository.
type namedDirs struct {
	maxLevels int    // as in ancestors
	bytes     int    // of the names so far
	beyond    string // the first file for which there are no names, because of the bound; "" if there is none
}

// of yields the names that a directory may have if a file names it.
func (d *namedDirs) of(file, dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for above := range ancestors(path.Dir(file), d.maxLevels) {
			name := path.Join(above, dir)
			if d.bytes += len(name); d.bytes > MaxNamed && d.beyond == "" {
				d.beyond = file
			}
			if d.beyond != "" || !yield(name) {
				return
			}
		}
	}
}

// FirstUnnamed returns the first file that names directories beyond MaxNamed; "" if there is none. What such files apply and install is unknown.
func (m *Map) FirstUnnamed() string { return m.appliers.named.beyond }

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
