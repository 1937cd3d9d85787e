package lint

import (
	"cmp"
	"context"
	"path"
	"slices"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// stopped returns the result of a run that a limit ended before it linted any file.
func stopped(parts []Part, exceeded *limit.Exceeded) TreeResult {
	result := TreeResult{}
	for _, p := range parts {
		result.Files += len(p.Tree.ownInputs())
	}
	result.Findings = stoppedAt(fileOf(parts[0].Tree.Inputs, exceeded.File), exceeded)
	result.Selected = result.Files
	return result
}

// fileOf returns the input that a limit names: the file, or if it names a directory, the first file in it.
func fileOf(inputs []fileset.Input, name string) string {
	for _, matches := range []func(in fileset.Input) bool{
		func(in fileset.Input) bool { return in.Path == name },
		func(in fileset.Input) bool { return path.Dir(in.Path) == name },
		func(in fileset.Input) bool { return !in.Context },
	} {
		if i := slices.IndexFunc(inputs, matches); i >= 0 {
			return inputs[i].Path
		}
	}
	return cmp.Or(name, ".")
}

// stopped is like the function for the parts of the run.
func (r *treeRun) stopped(exceeded *limit.Exceeded) TreeResult {
	var parts []Part
	for _, p := range r.parts {
		parts = append(parts, Part{p.Linter, p.tree})
	}
	return stopped(parts, exceeded)
}

// stoppedAt returns the finding about a limit that ended the run, at the file that was worked on longest. No suppression and no setting leaves it out,
// because a run that did not look at everything must not pass.
func stoppedAt(file string, exceeded *limit.Exceeded) []Finding {
	findings := []Finding{{
		Rule: "KL000", Name: "cannot-parse", Severity: rule.Error, Location: place.NewLocation(model.NewFile(file, nil), model.Span{}),
		Message: exceeded.Advice("this file and perhaps others are not checked completely"),
	}}
	fingerprints(findings)
	return findings
}

// stop returns the finding about a limit, unless there is one for another part.
func (r *lintRound) stop(exceeded *limit.Exceeded) []Finding {
	if r.stopTold {
		return nil
	}
	r.stopTold = true
	return stoppedAt(fileOf(r.Inputs, exceeded.File), exceeded)
}

// work does the jobs of the part. If a limit ends the run, it returns the jobs that were done, and a finding about the limit.
func (r *lintRound) work(p *part) (jobs []job, results []Result, left []Finding, errs []error) {
	jobs, exceeded := limit.Within(r.ctx, func(context.Context) []job { return r.jobs(p) })
	if exceeded != nil {
		return nil, nil, r.stop(exceeded), nil
	}
	results, done := make([]Result, len(jobs)), make(progress, len(jobs))
	errs, exceeded = limit.Within(r.ctx, func(context.Context) []error { return r.doAll(jobs, results, done) })
	if exceeded != nil {
		left = r.stop(exceeded)
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
