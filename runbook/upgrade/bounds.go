package upgrade

import (
	"fmt"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/model"
)

// Bounds on the work of all stops together, because each stop converts and lints the files again. An upgrade of a repository of 2 MB through eight
// stops takes half of maxSteps.
const (
	maxSteps     = 9_000_000 // of rules; other work is counted in steps too
	objectSteps  = 1000      // the steps that the conversion of an object counts as
	bytesPerStep = 12        // the bytes of files that count as a step, each time they are read for a conversion
)

// ErrSteps is the error of Take once the steps are used up.
var ErrSteps = fmt.Errorf("rules and conversions take more than %d steps for all stops together; pass the paths of fewer clusters", maxSteps)

// Bound limits the steps of all stops of the repository together.
func (r *Repository) Bound() { r.Tree.Allowance = inventory.NewAllowance(maxSteps) }

// countObjects takes the steps of the conversion of objects.
func (r *Repository) countObjects(files []convert.File) {
	n := 0
	for _, f := range files {
		n += len(f.Objects)
	}
	r.Tree.Allowance.Take(objectSteps * int64(n))
}

// read reads the files that may change, by a function of package conversions, and takes the steps for their bytes.
func (r *Repository) read(files func(paths []string, read func(path string) ([]byte, error)) []*model.File) []*model.File {
	manifests := files(r.Paths, r.Tree.Files.ReadFile)
	n := 0
	for _, f := range manifests {
		n += len(f.Data)
	}
	r.Tree.Allowance.Take(int64(n) / bytesPerStep)
	return manifests
}
