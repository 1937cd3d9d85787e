package project

import (
	"iter"
	"path"
	"strings"
)

// ancestors yields the directory and those above it, out of the working directory up to as many levels as above says: what
// is asked for in one directory of a repository stands below the same ones as seen from the top. A directory that is put aside is the
// last: what is kept in it has no part in what is installed above.
func ancestors(dir string, above int) iter.Seq[string] {
	return func(yield func(string) bool) {
		dir := path.Clean(dir)
		for yield(dir) && dir != "/" && !isPutAside(path.Base(dir)) {
			switch {
			case dir == ".":
				dir = ".."
			case path.Base(dir) == "..":
				dir += "/.."
			default:
				dir = path.Dir(dir)
			}
			if levels(dir) > above {
				return
			}
		}
	}
}

// isPutAside reports whether a directory's name tells that what it holds is not in use.
func isPutAside(name string) bool {
	switch strings.ToLower(strings.Trim(name, "._-")) {
	case "archive", "archived", "archives", "attic", "backup", "backups", "deprecated", "obsolete":
		return true
	}
	return false
}

// isTrial reports whether a directory's name tells that what it installs is made for a test or as an example.
func isTrial(name string) bool {
	switch strings.ToLower(strings.Trim(name, "._-")) {
	case "test", "tests", "testdata", "e2e", "fixtures", "example", "examples":
		return true
	}
	return false
}

// levels returns how many levels above the working directory a relative path starts: 2 for ../../x.
func levels(name string) int {
	n := 0
	for rest := name; rest == ".." || strings.HasPrefix(rest, "../"); n++ {
		rest = strings.TrimPrefix(rest[2:], "/")
	}
	return n
}

// holds reports whether the file stands in or below the directory, which is one that ancestors yields.
func holds(dir, file string) bool {
	if dir == "." || path.Base(dir) == ".." {
		return levels(file) <= levels(dir) && !path.IsAbs(file)
	}
	return strings.HasPrefix(file, strings.TrimSuffix(dir, "/")+"/")
}

// higher returns the upper one of two directories that ancestors yields for one place; "" stands for none.
func higher(a, b string) string {
	if a == "" || b != a && holds(b, path.Join(a, "x")) {
		return b
	}
	return a
}
