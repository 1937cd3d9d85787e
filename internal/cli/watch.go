package cli

import (
	"context"
	"os"
	"sync"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/internal/load"
)

// plannedStops is how often longer than other commands plan and upgrade may take, because they convert and lint the files again for each stop.
const plannedStops = 10

// watch returns a context that ends when the process takes too much for the files that were measured last.
func (r *runner) watch(ctx context.Context, args []string) (watched context.Context, stop func()) {
	if os.Getenv(limit.Off) == "off" {
		return ctx, func() {}
	}
	limits := limit.Default
	if len(args) > 1 && (args[1] == "plan" || args[1] == "upgrade") {
		limits.Time *= plannedStops
	}
	return limit.Watch(ctx, limits, r.listings.read)
}

// listings are the listings of a run. It is safe for concurrent use.
type listings struct {
	mu  sync.Mutex
	all []*load.Listing
}

func (l *listings) add(listing *load.Listing) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, listing)
}

// read returns the bytes that were read so far of the files in the largest listing, and false as long as none is complete.
func (l *listings) read() (bytes int64, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, listing := range l.all {
		bytes = max(bytes, listing.Read())
	}
	return bytes, len(l.all) > 0
}

// isInterrupted reports whether a person ended the run, and not a limit.
func (r *runner) isInterrupted() bool { return r.ctx.Err() != nil && limit.Of(r.ctx) == nil }
