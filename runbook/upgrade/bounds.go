package upgrade

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/survey"
)

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

// readable returns the paths of the files that may change.
func (r *Repository) readable() []string {
	return slices.DeleteFunc(slices.Clone(r.Paths), func(path string) bool { return r.unread[path] })
}
