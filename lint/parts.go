package lint

import (
	"cmp"
	"context"
	"slices"

	"github.com/karplint/karplint/parsers/hcl"
)

// Part is what one linter is asked about a set of files of which others are asked about the rest: where the files have
// several configurations. The Trees of all parts have the same files, and each file is an input that is no context of
// one part at most.
type Part struct {
	Linter *Linter
	Tree   Tree
}

// LintParts lints each part and puts the results together. What is found in a file is what its own part finds in it.
func LintParts(ctx context.Context, parts []Part) TreeResult {
	return newTreeRuns(ctx, parts).lint(parts[0].Tree.Files)
}

// treeRuns are the runs of several parts over the same files.
type treeRuns []*treeRun

func (rs treeRuns) lint(files hcl.Files) TreeResult {
	results := make([]TreeResult, len(rs))
	for _, g := range rs.grounds() {
		g.begin(files)
		for i, r := range rs {
			if r.ground == g {
				results[i] = r.lint(files)
			}
		}
	}
	return joined(results)
}

// reports says whether findings in the file are wanted by one of the runs.
func (rs treeRuns) reports(file string) bool {
	return slices.ContainsFunc(rs, func(r *treeRun) bool { return r.reports(file) })
}

// grounds returns what the runs share, each once.
func (rs treeRuns) grounds() (all []*ground) {
	for _, r := range rs {
		if !slices.Contains(all, r.ground) {
			all = append(all, r.ground)
		}
	}
	return all
}

func (rs treeRuns) forget(changed map[string][]byte) {
	for _, g := range rs.grounds() {
		for i, forgotten := range g.forget(changed) {
			for _, r := range g.runs {
				if forgotten {
					r.linted[i] = lintedFile{}
				}
			}
		}
	}
}

// joined puts results together that are about different files.
func joined(results []TreeResult) TreeResult {
	if len(results) == 1 {
		return results[0]
	}
	var all TreeResult
	said := map[string]bool{}
	for _, r := range results {
		all.Findings = append(all.Findings, r.Findings...)
		all.Files += r.Files
		all.Selected += r.Selected
		all.Suppressed += r.Suppressed
		for _, p := range r.Projects {
			if !slices.ContainsFunc(all.Projects, p.equal) {
				all.Projects = append(all.Projects, p)
			}
		}
		for _, err := range r.Errors {
			if !said[err.Error()] {
				said[err.Error()] = true
				all.Errors = append(all.Errors, err)
			}
		}
	}
	Sort(all.Findings)
	slices.SortStableFunc(all.Projects, func(a, b Project) int { return cmp.Compare(a.Root, b.Root) })
	return all
}

func (p Project) equal(other Project) bool {
	return p.Root == other.Root && p.Target.String() == other.Target.String() && p.Target.From == other.Target.From
}
