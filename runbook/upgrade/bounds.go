package upgrade

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// Bounds on the work of all stops together, because each stop converts and lints the files again. An upgrade of a repository of 2 MB through eight
// stops takes 6 million.
const (
	maxSteps    = 12_000_000 // of rules; other work is counted in steps too
	objectSteps = 1500       // the steps that the conversion of an object counts as
	fileSteps   = 1000       // the steps that the conversion of a file with objects counts as, in addition
)

// ErrSteps is the error of Take once the steps are used up.
var ErrSteps = fmt.Errorf("rules and conversions take more than %d steps for all stops together, for each %d MiB of files; pass the paths of fewer clusters", maxSteps, limit.CommonBytes>>20)

// Bounds on a run, because each stop evaluates, converts and lints everything, and no person follows a runbook for more.
const (
	maxInstallations = 500  // of the controller
	maxObjects       = 1500 // pools, classes and nodes of any version of the API
)

// TooManyError is the error of Roads for files with more installations or objects than one run takes.
type TooManyError struct {
	Subject   string // "installations", "objects"
	Found     int
	Permitted int
}

func (e *TooManyError) Error() string {
	return fmt.Sprintf("the files have %d %s of Karpenter, and an upgrade is planned for at most %d at once; pass the paths of fewer clusters", e.Found, e.Subject, e.Permitted)
}

// checkSize returns a *TooManyError for files with too many installations or objects.
func checkSize(read inventory.Inventory) error {
	installations, objects := 0, 0
	for _, p := range read.Projects() {
		for _, r := range p.Resources {
			switch {
			case r.Role() == survey.ControllerRole:
				installations++
			case r.Kind == survey.Object && facts.IsKarpenter(groupOf(r.Value.Str("apiVersion"))):
				objects++
			}
		}
	}
	if installations > maxInstallations {
		return &TooManyError{"installations", installations, maxInstallations}
	}
	if objects > maxObjects {
		return &TooManyError{"objects", objects, maxObjects}
	}
	return nil
}

// Bound limits the steps of all stops of the repository together.
func (r *Repository) Bound() { r.Tree.Allowance = inventory.NewAllowance(maxSteps) }

// countObjects takes the steps of the conversion of objects.
func (r *Repository) countObjects(files []convert.File) {
	for _, f := range files {
		if len(f.Objects) > 0 {
			r.Tree.Allowance.Take(fileSteps + objectSteps*int64(len(f.Objects)))
		}
	}
}

// read reads the files that may change, by a function of package conversions, and takes the steps for that.
func (r *Repository) read(files func(paths []string, read func(path string) ([]byte, error)) []*model.File) []*model.File {
	paths := slices.DeleteFunc(slices.Clone(r.Paths), func(path string) bool { return r.unread[path] })
	manifests := files(paths, r.Tree.Files.ReadFile)
	for _, f := range manifests {
		r.Tree.Allowance.Take(inventory.ReadingSteps(f.Data))
	}
	return manifests
}
