package lint

import (
	"maps"
	"slices"
	"strings"
)

// roots returns the directories that are root modules, sorted: those that no local call points at, but of its own
// examples and tests, which show one way among many to call a module that others use. Of directories
// that call each other in a circle that nothing else calls, the one with the first path is a root, so that none is lost.
func (s *scanned) roots() []*directory {
	all := s.sorted()
	called := map[string]bool{}
	for _, d := range all {
		for _, to := range d.calls {
			called[to] = called[to] || to != d.real && !isExample(d.real, to)
		}
	}
	var roots []*directory
	reached := map[string]bool{}
	for _, d := range all {
		if !called[d.real] && !d.outer {
			roots = append(roots, d)
			s.reach(d.real, reached)
		}
	}
	for {
		circle := s.outerCircle(all, reached)
		if circle == nil {
			break
		}
		roots = append(roots, circle)
		s.reach(circle.real, reached)
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
	walkFrom(from, reached, func(real string) []string {
		if d := s.dirs[real]; d != nil {
			return d.calls
		}
		return nil
	})
}

// walkFrom adds from, and all that next leads to, to reached.
func walkFrom(from string, reached map[string]bool, next func(string) []string) {
	todo := []string{from}
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !reached[at] {
			reached[at] = true
			todo = append(todo, next(at)...)
		}
	}
}

// outerCircle returns the first directory of a circle that only its own members call, among those that are not reached;
// nil if all are.
func (s *scanned) outerCircle(all []*directory, reached map[string]bool) *directory {
	// Searched one after the other, the last start that no earlier search came to is called by its circle only.
	seen := maps.Clone(reached)
	start := ""
	for _, d := range all {
		if !seen[d.real] && !d.outer {
			start = d.real
			s.reach(start, seen)
		}
	}
	callers := map[string][]string{}
	for _, d := range all {
		for _, to := range d.calls {
			callers[to] = append(callers[to], d.real)
		}
	}
	circle := map[string]bool{} // all that call it are in it
	walkFrom(start, circle, func(real string) []string { return callers[real] })
	for _, d := range all {
		if circle[d.real] && !d.outer {
			return d
		}
	}
	return nil
}
