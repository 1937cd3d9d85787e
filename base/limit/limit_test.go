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
		bytes  int64
		want   string
	}{
		{"time", limit.Limits{Time: time.Millisecond, Memory: unbounded}, 0, "the run takes more than 0.001 seconds"},
		{"time for 25 MiB", limit.Limits{Time: time.Millisecond, Memory: unbounded}, 25 << 20, "the run takes more than 0.003 seconds"},
		{"memory", limit.Limits{Time: time.Hour, Memory: 1 << 20}, 0, "the run takes more than 1 MiB of memory"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, stop := limit.Watch(t.Context(), test.limits, func() (int64, bool) { return test.bytes, true })
			defer stop()
			for ctx.Err() == nil { // time of the processors counts, so this must not sleep
			}
			if got := limit.Of(ctx); got == nil || got.Error() != test.want {
				t.Errorf("it ends with %v, want %s", context.Cause(ctx), test.want)
			}
		})
	}
}

// TestWatchOfListing: while the files are listed, nothing is limited.
func TestWatchOfListing(t *testing.T) {
	looks := make(chan bool, 1000)
	ctx, stop := limit.Watch(t.Context(), limit.Limits{Time: time.Nanosecond, Memory: 1}, func() (int64, bool) {
		looks <- true
		return 0, false
	})
	for range 3 {
		<-looks
	}
	stop()
	if limit.Of(ctx) != nil {
		t.Errorf("it ends with %v", context.Cause(ctx))
	}
}

func TestWithin(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	seven := func(context.Context) int { return 7 }
	if got, err := limit.Within(ctx, seven); got != 7 || err != nil {
		t.Errorf("before the limit: %d, %v", got, err)
	}
	func() {
		defer func() {
			if value := recover(); value != "a bug" {
				t.Errorf("a panic becomes %v", value)
			}
		}()
		_, _ = limit.Within(ctx, func(context.Context) int { panic("a bug") })
	}()
	of := &limit.Exceeded{Amount: "1 second"}
	endless, inner := make(chan int), make(chan error, 1)
	got, err := limit.Within(ctx, func(ctx context.Context) int {
		cancel(of)
		_, err := limit.Within(ctx, seven) // its caller goes on as well
		inner <- err
		return <-endless
	})
	if got != 0 || !errors.Is(err, of) {
		t.Errorf("at the limit: %d, %v", got, err)
	}
	if err := <-inner; err != nil {
		t.Errorf("inside of it: %v", err)
	}
	got, err = limit.Within(ctx, func(context.Context) int {
		t.Error("work begins after the limit")
		return 7
	})
	if got != 0 || !errors.Is(err, of) {
		t.Errorf("after the limit: %d, %v", got, err)
	}
}

// TestWithinInterrupted: an interrupt is no limit, so the work is done.
func TestWithinInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := limit.Within(ctx, func(context.Context) int { return 7 }); got != 7 || err != nil {
		t.Errorf("%d, %v", got, err)
	}
}
