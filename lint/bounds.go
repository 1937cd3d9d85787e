package lint

import (
	"fmt"

	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/lint/rule"
)

// Bounds on the steps of rules, as rego.Budget counts them. Rules need about 500 steps for a Provisioner, 10,000 for an unknown value of a chart,
// and 180,000 for Karpenter's own repository. If a bound prevents a check, that is reported once.
const (
	maxSteps  = 6_000_000 // in a file or a project, and for the fixes of each
	byteSteps = 3         // for each byte of a dense text that takes as long as a document, or a part, each time that a fix for it is planned

	resourceSteps    = 3  // for each resource of a project and near it, in the input of its rules
	chartObjectSteps = 60 // for each object of a chart that a root installs, because a few releases may install many

	suppressionSteps = 75 // for each rule in a suppression that is reported, because a few bytes name one
)

// bounds are the steps of a run.
type bounds struct {
	budget, projectBudget *rego.Budget // for rules of resources, and for rules of projects, which are evaluated at the same time
	planBudget            *rego.Budget // for planning fixes
	unfinished            *unfinished  // the first rule without enough steps; nil if all had enough
}

func newBounds(steps int64) bounds {
	return bounds{budget: rego.NewBudget(steps), projectBudget: rego.NewBudget(steps), planBudget: rego.NewBudget(steps)}
}

// taken returns the steps that were taken so far.
func (b *bounds) taken() int64 {
	return b.budget.Taken() + b.projectBudget.Taken() + b.planBudget.Taken()
}

// spend takes the steps for planning a fix. It returns false if there are too few.
func (b *bounds) spend(bytes int) bool { return b.planBudget.Take(byteSteps * int64(bytes)) }

// unfinished is a rule that was not evaluated to its end, because too few steps were left.
type unfinished struct {
	*unit
	about *actor
}

// stop records that there are too few steps for a rule. Later rules are not evaluated.
func (b *bounds) stop(u *unit, about *actor) {
	if b.unfinished == nil {
		b.unfinished = &unfinished{u, about}
	}
}

// reportUnfinished reports the checks that were left out because rules took too many steps.
func (r *run) reportUnfinished() {
	if r.unfinished == nil {
		return
	}
	message := fmt.Sprintf("rules take more than %d steps in this file, and nothing from here on is checked; divide the file", r.linter.maxSteps)
	if r.unfinished.Scope == rule.ProjectScope {
		message = fmt.Sprintf("rules that compare resources take more than %d steps in this project, and %s and those after it are not evaluated; divide the project", r.linter.maxSteps, r.unfinished.ID)
	}
	site := r.unfinished.about.Site(nil)
	if ignores := r.suppressions(site.File); ignores != nil {
		r.budget = rego.NewBudget(r.linter.maxSteps)
		r.broken(ignores, site.Span, failure{message: message, limit: true})
	}
}
