package lint

import (
	"fmt"
	"slices"
	"sync"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Bounds on the steps of rules in all files together, and on the bytes that are parsed to prove fixes, for limit.CommonBytes of files.
const (
	totalSteps = 11_250_000 // of rules
	proofBytes = 6 << 20    // bytes parsed to prove that fixed files still parse
)

// newProofs returns the budget for proving fixes in files with that many bytes in total.
func newProofs(bytes int64) fixes.Spend {
	budget := rego.NewBudget(proofBytes * limit.Parts(bytes))
	return func(bytes int) bool { return budget.Take(int64(bytes)) }
}

// roundSteps returns the steps of rules for all rounds of fixes: half as many again as for one round, because each round lints the changed files
// again.
func roundSteps(fileSteps, bytes int64) int64 { return newRation(fileSteps, bytes).most * 3 / 2 }

// ration counts the steps of jobs in their order, so that the jobs left out do not depend on which one ends first.
type ration struct {
	mu    sync.Mutex
	most  int64
	taken int64   // by earlier parts, and by the jobs before next
	told  bool    // dropped jobs have been reported
	next  int     // the first job that has not ended, or is dropped
	ended []int64 // the steps of each job, -1 until it ends
}

// newRation returns the ration for files with that many bytes in total. If the steps for one file are not maxSteps, totalSteps changes in proportion.
func newRation(fileSteps, bytes int64) *ration {
	return &ration{most: totalSteps * fileSteps / maxSteps * limit.Parts(bytes)}
}

// start prepares for the jobs of a part. Steps of earlier parts stay taken.
func (r *ration) start(jobs int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next, r.ended = 0, slices.Repeat([]int64{-1}, jobs)
}

// spending returns the steps that were taken.
func (r *ration) spending() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.taken
}

// spent reports whether the first jobs took all steps. Jobs that have not started are dropped then.
func (r *ration) spent() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.taken > r.most
}

// end records the steps of a job.
func (r *ration) end(job int, steps int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended[job] = steps
	for r.next < len(r.ended) && r.ended[r.next] >= 0 && r.taken <= r.most {
		r.taken += r.ended[r.next]
		r.next++
	}
}

// isDone reports whether a job has ended.
func (r *ration) isDone(job int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended[job] >= 0
}

// done returns the jobs that have ended, with their results, while others are still running.
func (r *ration) done(jobs []job, results []Result) (done []job, of []Result) {
	for i, j := range jobs {
		if r.isDone(i) {
			done, of = append(done, j), append(of, results[i])
		}
	}
	return done, of
}

// drop removes the results of jobs without steps left, and reports that at the first of their files.
func (r *lintRound) drop(p *part, jobs []job, results []Result) error {
	if !r.ration.spent() {
		return nil
	}
	dropped := jobs[r.ration.next:]
	clear(results[r.ration.next:])
	for i, j := range dropped {
		if path := slices.IndexFunc(j.paths, p.reports); path >= 0 && !r.ration.told {
			r.ration.told = true
			var err error
			results[r.ration.next+i], err = r.reportDropped(p, j.paths[path])
			return err
		}
	}
	return nil
}

func (r *lintRound) reportDropped(p *part, path string) (Result, error) {
	data, err := r.Files.ReadFile(path)
	if err != nil {
		return Result{}, err
	}
	run := p.newRun(versions.Target{})
	ignores := ignore.NewFile(run.linter.rules, model.NewFile(path, data))
	run.files[path] = ignores
	message := fmt.Sprintf("rules take more than %d steps in all files together, and the files and projects from here on are not checked; lint fewer files at once", r.ration.most)
	run.broken(ignores, model.Span{}, failure{message: message, limit: true})
	return run.result(0)
}
