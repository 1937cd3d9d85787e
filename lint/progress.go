package lint

import "sync/atomic"

// progress tells which jobs of a part are done, while others may still be running.
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
