package upgrade

import (
	"fmt"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
)

// Bounds on what the stops of all roads take together, because each of them converts and lints the files again. The upgrade of a repository of
// 2 MB through eight stops takes half of it.
const (
	maxSteps     = 9_000_000 // of rules
	objectSteps  = 1000      // that converting an object counts for
	bytesPerStep = 12        // of the files of a road, which are read again for each stop
)

// ErrSteps says that no stop is taken any more.
var ErrSteps = fmt.Errorf("rules and conversions take more than %d steps for all stops together; pass the paths of fewer clusters", maxSteps)

// Bound bounds what the stops of the repository take together.
func (r *Repository) Bound() { r.Tree.Allowance = lint.NewAllowance(maxSteps) }

// countObjects counts the conversion of objects.
func (r *Repository) countObjects(files []convert.File) {
	n := 0
	for _, f := range files {
		n += len(f.Objects)
	}
	r.Tree.Allowance.Take(objectSteps * int64(n))
}

// read reads files that may change with one of the readers of conversions, and counts them.
func (r *Repository) read(files func(paths []string, read func(path string) ([]byte, error)) []*model.File) []*model.File {
	all := files(r.Paths, r.Tree.Files.ReadFile)
	n := 0
	for _, f := range all {
		n += len(f.Data)
	}
	r.Tree.Allowance.Take(int64(n) / bytesPerStep)
	return all
}
