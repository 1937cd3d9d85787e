package lint

import (
	"cmp"
	"context"
	"slices"

	"github.com/karplint/karplint/base/limit"
)

// Part is a linter with the files that it lints. If files have several configurations, there are several parts. The
// Trees of all parts have the same files, and each file is an input (not context) of at most one part.
type Part struct {
	Linter *Linter
	Tree   Tree
}

// LintParts lints files together, in four steps: scan the bytes of every file for the needles of the rules; survey the
// installations in the selected files; arrange them in projects; lint each with the target of its project. Memory is bounded by the
// largest files that are parsed, not by their number: of most files, only the short results of the scan and the survey are kept.
//
// The findings in a file are those of its own part, and do not depend on which other files are inputs and which are context. An
// error in one file does not affect others. When ctx ends, no further file is begun. When a limit ends it, the result is what was found before,
// with a finding about the first file that is left.
func LintParts(ctx context.Context, parts []Part) TreeResult {
	r, exceeded := limit.Within(ctx, func(context.Context) *treeRun { return newTreeRun(ctx, parts) })
	if exceeded != nil {
		return stopped(parts, exceeded)
	}
	return r.lint(parts[0].Tree.Files)
}

// joined joins results that are about different files.
func joined(results []TreeResult) TreeResult {
	if len(results) == 1 {
		return results[0]
	}
	var merged TreeResult
	messages := map[string]bool{}
	for _, r := range results {
		merged.Findings = append(merged.Findings, r.Findings...)
		merged.Beyond = append(merged.Beyond, r.Beyond...)
		merged.Files += r.Files
		merged.Selected += r.Selected
		merged.Suppressed += r.Suppressed
		merged.Projects = append(merged.Projects, r.Projects...)
		for _, err := range r.Errors {
			if !messages[err.Error()] {
				messages[err.Error()] = true
				merged.Errors = append(merged.Errors, err)
			}
		}
	}
	sortFindings(merged.Findings)
	sortFindings(merged.Beyond)
	merged.Beyond = unique(merged.Beyond)
	slices.SortStableFunc(merged.Projects, func(a, b Project) int { return cmp.Compare(a.Root, b.Root) })
	return merged
}
