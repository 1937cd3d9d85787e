package limit

import (
	"sync"
	"sync/atomic"
	"time"
)

// record tells how long files were worked on.
type record struct {
	mu      sync.Mutex
	running map[*time.Time]string
	took    map[string]time.Duration
}

// brief is the time of work that is not worth a record.
const brief = 10 * time.Millisecond

// watched is the record of the run that is watched, nil if none is.
var watched atomic.Pointer[record]

// Working records that a file is worked on until done is called.
func Working(file string) (done func()) {
	r := watched.Load()
	if r == nil {
		return func() {}
	}
	begin := time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.running == nil {
		r.running, r.took = map[*time.Time]string{}, map[string]time.Duration{}
	}
	r.running[&begin] = file
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.running, &begin)
		if elapsed := time.Since(begin); elapsed > brief {
			r.took[file] += elapsed
		}
	}
}

// Current returns the file that is worked on since longest; "" if none is, or if no limit is watched.
func Current() (file string) {
	r := watched.Load()
	if r == nil {
		return ""
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var since time.Time
	for begin, name := range r.running {
		if file == "" || begin.Before(since) {
			file, since = name, *begin
		}
	}
	return file
}

// longest returns the file that was worked on longest; "" if there is none.
func (r *record) longest() (file string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	total := map[string]time.Duration{}
	for name, took := range r.took {
		total[name] = took
	}
	for begin, name := range r.running {
		total[name] += time.Since(*begin)
	}
	for name, took := range total { // in any order: of equal times the first name is kept
		if file == "" || took > total[file] || took == total[file] && name < file {
			file = name
		}
	}
	return file
}
