package lint

import (
	"context"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// stopped returns the result of a run that a limit ended before it linted any file.
func stopped(parts []Part, exceeded error) TreeResult {
	result := TreeResult{}
	for _, p := range parts {
		own := p.Tree.ownInputs()
		if len(result.Findings) == 0 && len(own) > 0 {
			result.Findings = stoppedAt(p.Tree.Inputs[own[0]].Path, exceeded)
		}
		result.Files += len(own)
	}
	result.Selected = result.Files
	return result
}

// stopped is like the function for the parts of the run.
func (r *treeRun) stopped(exceeded error) TreeResult {
	var parts []Part
	for _, p := range r.parts {
		parts = append(parts, Part{p.Linter, p.tree})
	}
	return stopped(parts, exceeded)
}

// stoppedAt returns the finding about a file that was not linted, or not completely, because of a limit. No suppression and no setting leaves it
// out, because a run that did not look at everything must not pass.
func stoppedAt(path string, exceeded error) []Finding {
	findings := []Finding{{
		Rule: "KL000", Name: "cannot-parse", Severity: rule.Error, Location: place.NewLocation(model.NewFile(path, nil), model.Span{}),
		Message: "is not checked: " + limit.Advice(exceeded, "this file and perhaps others are not checked completely"),
	}}
	fingerprints(findings)
	return findings
}

// stop returns the finding about a file that was not linted because of a limit, unless there is one for another part.
func (r *lintRound) stop(path string, exceeded error) []Finding {
	if r.stopTold || path == "" {
		return nil
	}
	r.stopTold = true
	return stoppedAt(path, exceeded)
}

// work does the jobs of the part. If a limit ends the run, it returns the jobs that were done, and a finding about the first one that was not.
func (r *lintRound) work(p *part) (jobs []job, results []Result, left []Finding, errs []error) {
	jobs, exceeded := limit.Within(r.ctx, func(context.Context) []job { return r.jobs(p) })
	if exceeded != nil {
		return nil, nil, r.stop(p.firstOwn(), exceeded), nil
	}
	results, done := make([]Result, len(jobs)), make(progress, len(jobs))
	errs, exceeded = limit.Within(r.ctx, func(context.Context) []error { return r.doAll(jobs, results, done) })
	if exceeded != nil {
		left = r.stop(firstLeft(p, jobs, done), exceeded)
		jobs, results = done.results(jobs, results)
		return jobs, results, left, nil
	}
	return jobs, results, nil, errs
}

// doAll does the jobs, and stores their results.
func (r *lintRound) doAll(jobs []job, results []Result, done progress) []error {
	return parallel.Each(r.ctx, inventory.MaxWorkers, jobs, func(j job) string { return j.name }, func(i int, j job) (err error) {
		growStack(0)
		defer done[i].Store(true)
		if results[i], err = j.lint(); !r.fixing {
			results[i].dropSketches()
		}
		return err
	})
}

// firstLeft returns the first file of the part whose job is not done. If all are done, the limit was reached a moment later, and it is any file.
func firstLeft(p *part, jobs []job, done progress) string {
	for i, j := range jobs {
		if done[i].Load() {
			continue
		}
		for _, path := range j.paths {
			if p.reports(path) {
				return path
			}
		}
	}
	return p.firstOwn()
}

// firstOwn returns the first file that the part lints, "" if it lints none.
func (p *part) firstOwn() string {
	if len(p.own) == 0 {
		return ""
	}
	return p.tree.Inputs[p.own[0]].Path
}
