package scan

import (
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/graph"
)

// roots returns the directories that are root modules, sorted: those that no local call refers to. Calls from a module's
// own examples and tests do not count, because others use the module too. Of directories that only call each other in a
// circle, the one with the first path is a root, so that none is lost.
func (r *Result) roots() []*Directory {
	calls := map[string][]string{}
	for real, d := range r.directories {
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
	for real, callees := range calls {
		for _, to := range callees {
			called[circle[to]] = called[circle[to]] || circle[to] != circle[real]
		}
	}
	var roots []*Directory
	for i, dirs := range circles {
		isRoot := func(real string) bool { return r.directories[real] != nil && !r.directories[real].outer }
		if first := slices.IndexFunc(dirs, isRoot); first >= 0 && !called[i] {
			roots = append(roots, r.directories[dirs[first]])
		}
	}
	slices.SortFunc(roots, func(a, b *Directory) int { return strings.Compare(a.Real, b.Real) })
	return roots
}

// isExample reports whether a directory holds an example or a test of the module in another one, where the standard
// structure of modules has them (developer.hashicorp.com/terraform/language/modules/develop/structure).
func isExample(dir, module string) bool {
	relative, inside := strings.CutPrefix(dir, strings.TrimSuffix(module, "/")+"/")
	if module == "." {
		relative, inside = dir, true
	}
	first, _, _ := strings.Cut(relative, "/")
	return inside && slices.Contains([]string{"example", "examples", "test", "tests"}, first)
}

// reach adds the directory and all that it calls, also through others, to reached.
func (r *Result) reach(from string, reached map[string]bool) {
	if reached[from] {
		return
	}
	reached[from] = true
	if d := r.directories[from]; d != nil {
		for _, to := range d.calls {
			r.reach(to, reached)
		}
	}
}

// SelectedRoots returns the roots that must be linted: they, or a module that they call, have a file with a needle of the
// linters.
func (r *Result) SelectedRoots(linters Signs) []*Directory {
	selected := r.Selected(linters)
	return slices.DeleteFunc(r.roots(), func(root *Directory) bool { return !selected[root.Real] })
}

// Selected returns the directories that have a file with a needle of the linters, or call a module that has one, also through others. The
// keys are their paths without links.
func (r *Result) Selected(linters Signs) map[string]bool {
	callers := map[string][]string{}
	var found []string
	for real, d := range r.directories { // in any order: the result is a set
		for _, to := range d.calls {
			callers[to] = append(callers[to], real)
		}
		if d.named || d.signs.SelectsRoot(linters) {
			found = append(found, real)
		}
	}
	selected := map[string]bool{}
	for len(found) > 0 {
		real := found[len(found)-1]
		found = found[:len(found)-1]
		if !selected[real] {
			selected[real] = true
			found = append(found, callers[real]...)
		}
	}
	return selected
}

// Missed returns roots that the calls seemed to rule out: directories with a needle of the linters that are not among the
// modules of known roots, because a text that looked like a call was something else, such as a comment.
func (r *Result) Missed(modules []string, linters Signs) []*Directory {
	remaining := &Result{directories: maps.Clone(r.directories)}
	for _, real := range modules {
		delete(remaining.directories, real)
	}
	return remaining.SelectedRoots(linters)
}
