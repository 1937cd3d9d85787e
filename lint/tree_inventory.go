package lint

import (
	"context"

	"github.com/karplint/karplint/lint/scan"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

// Inventory is everything that the files of a tree show of their projects.
type Inventory struct {
	*project.Map
	Roots  []*survey.Root // of Terraform that can be read, with all their resources, in the order of their directories
	Errors []error        // of files that cannot be read, and bugs
}

// NewInventory finds what the files of the tree show of their projects. It scans, surveys and arranges as LintParts does, and lints nothing.
func NewInventory(ctx context.Context, t Tree) Inventory {
	run := newTreeRun(ctx, []Part{{nil, t}}, scan.MayMatter)
	run.keepsRoots = true
	round := run.arrange(t.Files)
	all := Inventory{Map: round.projects, Errors: round.errors}
	for _, root := range round.roots {
		if root.whole != nil {
			all.Roots = append(all.Roots, root.whole)
		}
	}
	return all
}
