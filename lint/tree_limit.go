package lint

import (
	"fmt"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/model"
)

// stopped returns the result of a run that a limit ended before it linted any file.
func stopped(parts []Part, exceeded error) TreeResult {
	result := TreeResult{}
	for _, p := range parts {
		own := p.Tree.ownInputs()
		if result.Files == 0 && len(own) > 0 {
			result.Findings = p.Linter.stoppedAt(p.Tree.Inputs[own[0]].Path, exceeded)
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

// stoppedAt returns the finding about the first file that was not linted because of a limit.
func (l *Linter) stoppedAt(path string, exceeded error) []Finding {
	message := fmt.Sprintf("%v for these files, and this one and others after it are not checked; lint fewer files at once", exceeded)
	return l.failed(model.NewFile(path, nil), model.Span{}, failure{message: message, limit: true})
}

// work does the jobs of the part. If a limit ends the run, it returns the jobs that were done, and a finding about the first one that was not.
func (r *lintRound) work(p *part) (jobs []job, results []Result, left []Finding, errs []error) {
	jobs, exceeded := limit.Within(r.ctx, func() []job { return r.jobs(p) })
	results = make([]Result, len(jobs))
	r.ration.start(len(jobs))
	if exceeded == nil {
		errs, exceeded = limit.Within(r.ctx, func() []error { return r.doAll(jobs, results) })
	}
	if exceeded == nil {
		if err := r.drop(p, jobs, results); err != nil {
			errs = append(errs, err)
		}
		return jobs, results, nil, errs
	}
	first := r.firstLeft(p, jobs)
	jobs, results = r.ration.done(jobs, results)
	if first != "" && !r.ration.told {
		r.ration.told = true
		left = p.stoppedAt(first, exceeded)
	}
	return jobs, results, left, nil
}

// doAll does the jobs, and stores their results.
func (r *lintRound) doAll(jobs []job, results []Result) []error {
	return parallel.Each(r.ctx, inventory.MaxWorkers, jobs, func(j job) string { return j.name }, func(i int, j job) (err error) {
		growStack(0)
		defer func() { r.ration.end(i, results[i].steps) }()
		if r.ration.spent() {
			return nil
		}
		if results[i], err = j.lint(); !r.fixing {
			results[i].dropSketches()
		}
		return err
	})
}

// firstLeft returns the first file of the part whose job is not done; "" if there is none.
func (r *lintRound) firstLeft(p *part, jobs []job) string {
	for i, j := range jobs {
		if r.ration.isDone(i) {
			continue
		}
		for _, path := range j.paths {
			if p.reports(path) {
				return path
			}
		}
	}
	if len(p.own) > 0 {
		return p.tree.Inputs[p.own[0]].Path
	}
	return ""
}
