package lint

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/graph"
)

// roots returns the directories that are root modules, sorted: those that no local call points at, but of its own
// examples and tests, which show one way among many to call a module that others use. Of directories
// that call each other in a circle that nothing else calls, the one with the first path is a root, so that none is lost.
func (s *scanned) roots() []*directory {
	calls := map[string][]string{}
	for real, d := range s.dirs {
		calls[real] = slices.DeleteFunc(slices.Clone(d.calls), func(to string) bool { return isExample(real, to) })
	}
	circles := graph.Components(calls)
	circle := map[string]int{} // by directory
	for i, dirs := range circles {
		for _, real := range dirs {
			circle[real] = i
		}
	}
	called := map[int]bool{}
	for real, all := range calls {
		for _, to := range all {
			called[circle[to]] = called[circle[to]] || circle[to] != circle[real]
		}
	}
	var roots []*directory
	for i, dirs := range circles {
		isRoot := func(real string) bool { return s.dirs[real] != nil && !s.dirs[real].outer }
		if first := slices.IndexFunc(dirs, isRoot); first >= 0 && !called[i] {
			roots = append(roots, s.dirs[dirs[first]])
		}
	}
	slices.SortFunc(roots, func(a, b *directory) int { return strings.Compare(a.real, b.real) })
	return roots
}

// isExample says whether a directory holds an example or a test of the module in another one, where the standard
// structure of modules has them (developer.hashicorp.com/terraform/language/modules/develop/structure).
func isExample(dir, module string) bool {
	below, found := strings.CutPrefix(dir, strings.TrimSuffix(module, "/")+"/")
	if module == "." {
		below, found = dir, true
	}
	first, _, _ := strings.Cut(below, "/")
	return found && slices.Contains([]string{"example", "examples", "test", "tests"}, first)
}

// reach adds the directory and all that it calls, also through others, to reached.
func (s *scanned) reach(from string, reached map[string]bool) {
	if reached[from] {
		return
	}
	reached[from] = true
	if d := s.dirs[from]; d != nil {
		for _, to := range d.calls {
			s.reach(to, reached)
		}
	}
}
