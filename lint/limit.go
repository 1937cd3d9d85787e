package lint

import (
	"cmp"
	"context"
	"path"
	"slices"
	"sync/atomic"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// stopped returns the result of a run that a limit ended before it linted any file.
func stopped(s inventory.Source, exceeded *limit.Exceeded) TreeResult {
	result := TreeResult{}
	for _, in := range s.Inputs {
		if !in.Context {
			result.Files++
		}
	}
	result.Findings = stoppedAt(fileOf(s.Inputs, exceeded.File), exceeded)
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

// stoppedAt returns the finding about a limit that ended the run, at the file that was worked on longest. No suppression and no setting leaves it
// out, because a run that did not look at everything must not pass.
func stoppedAt(file string, exceeded *limit.Exceeded) []Finding {
	findings := []Finding{{
		Rule: "KL000", Name: "cannot-parse", Severity: rule.Error, Location: place.NewLocation(model.NewFile(file, nil), model.Span{}),
		Message: exceeded.Error(), Why: "this file and perhaps others are not checked completely" + exceeded.Longest(", and the run"),
		Help: exceeded.Remedy(),
	}}
	fingerprints(findings)
	return findings
}

// work does all jobs. If a limit ends the run, it returns the jobs that were done, and a finding about the limit.
func (r *Run) work() (jobs []job, results []Result, left []Finding, errs []error) {
	jobs, exceeded := limit.Within(r.ctx, func(context.Context) []job { return r.jobs() })
	if exceeded != nil {
		return nil, nil, stoppedAt(fileOf(r.tree.Inputs, exceeded.File), exceeded), nil
	}
	return r.do(jobs)
}

// do is work for some jobs.
func (r *Run) do(jobs []job) (_ []job, results []Result, left []Finding, errs []error) {
	results, done := make([]Result, len(jobs)), make(progress, len(jobs))
	errs, exceeded := limit.Within(r.ctx, func(context.Context) []error { return r.doAll(jobs, results, done) })
	if exceeded != nil {
		jobs, results = done.results(jobs, results)
		return jobs, results, stoppedAt(fileOf(r.tree.Inputs, exceeded.File), exceeded), nil
	}
	return jobs, results, nil, errs
}

// doAll does the jobs, and stores what each tells about files of its linter, and about files in which findings are not wanted.
func (r *Run) doAll(jobs []job, results []Result, done progress) []error {
	return parallel.Each(r.ctx, inventory.MaxWorkers, jobs, func(j job) string { return j.name }, func(i int, j job) error {
		growStack(0)
		defer done[i].Store(true)
		result, err := j.lint()
		if !r.fixing {
			result.dropUnplanned()
		}
		results[i] = result.keep(func(file string) bool {
			by := r.linterOf(file)
			return by == nil || by == j.by
		})
		return err
	})
}

// progress tells which jobs are done, while others may still be running.
type progress []atomic.Bool

// results returns the jobs that are done, with their results.
func (p progress) results(jobs []job, results []Result) (done []job, of []Result) {
	for i, j := range jobs {
		if p[i].Load() {
			done, of = append(done, j), append(of, results[i])
		}
	}
	return done, of
}
