package limit_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/karplint/karplint/base/limit"
)

func TestWatch(t *testing.T) {
	const unbounded = math.MaxInt32
	for _, test := range []struct {
		name   string
		limits limit.Limits
		size   int64
		want   string
	}{
		{"time", limit.Limits{Time: time.Millisecond, Memory: unbounded}, 0, "karplint takes more than 0.001 seconds"},
		{"time for 25 MiB", limit.Limits{Time: time.Millisecond, Memory: unbounded}, 25 << 20, "karplint takes more than 0.003 seconds"},
		{"memory", limit.Limits{Time: time.Hour, Memory: 1 << 20}, 0, "karplint takes more than 1 MiB of memory"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, stop := limit.Watch(t.Context(), test.limits, func() int64 { return test.size })
			defer stop()
			for ctx.Err() == nil { // time of the processors counts, so this must not sleep
			}
			if got := limit.Of(ctx); got == nil || got.Error() != test.want {
				t.Errorf("it ends with %v, want %s", context.Cause(ctx), test.want)
			}
		})
	}
}

// TestWatchMeasures: the files are measured only if a limit is reached, and once.
func TestWatchMeasures(t *testing.T) {
	measured := make(chan int64, 100)
	ctx, stop := limit.Watch(t.Context(), limit.Limits{Time: time.Hour, Memory: 1 << 20}, func() int64 {
		measured <- 1
		return 1 << 40 // so that the limit is not exceeded
	})
	<-measured
	time.Sleep(50 * time.Millisecond) // for further looks
	stop()
	if limit.Of(ctx) != nil || len(measured) > 0 {
		t.Errorf("it ends with %v after %d further measurements", context.Cause(ctx), len(measured))
	}
}

func TestWithin(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	if got, err := limit.Within(ctx, func() int { return 7 }); got != 7 || err != nil {
		t.Errorf("before the limit: %d, %v", got, err)
	}
	func() {
		defer func() {
			if value := recover(); value != "a bug" {
				t.Errorf("a panic becomes %v", value)
			}
		}()
		_, _ = limit.Within(ctx, func() int { panic("a bug") })
	}()
	of := &limit.Exceeded{Amount: "1 second"}
	endless := make(chan int)
	time.AfterFunc(time.Millisecond, func() { cancel(of) })
	if got, err := limit.Within(ctx, func() int { return <-endless }); got != 0 || !errors.Is(err, of) {
		t.Errorf("at the limit: %d, %v", got, err)
	}
	if got, err := limit.Within(ctx, func() int { return 7 }); got != 0 || !errors.Is(err, of) {
		t.Errorf("after the limit: %d, %v", got, err)
	}
}

// TestWithinInterrupted: an interrupt is no limit, so the work is done.
func TestWithinInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := limit.Within(ctx, func() int { return 7 }); got != 7 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
}
