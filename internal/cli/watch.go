package cli

import (
	"context"
	"os"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/internal/load"
)

// limitsVariable is the environment variable that switches limit.Default off, if it is "off".
const limitsVariable = "KARPLINT_LIMITS"

// plannedStops is how often longer than other commands plan and upgrade may take, because they convert and lint the files again for each stop.
const plannedStops = 10

// watch returns a context that ends when the process takes too much for the files that were measured last.
func (r *runner) watch(ctx context.Context, args []string) (watched context.Context, stop func()) {
	if os.Getenv(limitsVariable) == "off" {
		return ctx, func() {}
	}
	limits := limit.Default
	if len(args) > 1 && (args[1] == "plan" || args[1] == "upgrade") {
		limits.Time *= plannedStops
	}
	return limit.Watch(ctx, limits, func() int64 {
		if listing := r.measured.Load(); listing != nil {
			return listing.Size()
		}
		return 0
	})
}

// measure allows the time and memory that the files of the listing may take.
func (r *runner) measure(l *load.Listing) { r.measured.Store(l) }

// stopped tells a person that a limit ended the run, with the consequence, as in "nothing is planned".
func stopped(exceeded error, consequence string) string {
	return exceeded.Error() + " for these files, so " + consequence + "; pass fewer paths at once, or set " + limitsVariable + "=off if you trust the files"
}
