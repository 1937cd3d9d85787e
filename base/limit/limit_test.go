package limit_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/base/limit"
)

func TestWatch(t *testing.T) {
	for _, test := range []struct {
		name   string
		limits limit.Limits
		want   string
	}{
		{"time", limit.Limits{Time: 50 * time.Millisecond},
			"the run takes more time than 50ms (--timeout), so nothing is planned; it worked longest on \"pool.yaml\"; pass"},
		{"memory", limit.Limits{Memory: 1 << 20}, "the run takes more memory than 1MiB (--max-memory), so nothing is planned; it worked longest on " +
			"\"pool.yaml\"; pass"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, stop := limit.Watch(t.Context(), test.limits)
			defer stop()
			limit.Working("other.yaml")()
			done := limit.Working("pool.yaml")
			defer done()
			<-ctx.Done()
			if got := limit.Of(ctx); got == nil || !strings.HasPrefix(got.Advice("nothing is planned"), test.want) {
				t.Errorf("it ends with %v, want %s", context.Cause(ctx), test.want)
			}
			if !limit.IsOver() {
				t.Error("the run is not over")
			}
		})
	}
}

// TestStop: after stop, and without limits, nothing ends the context.
func TestStop(t *testing.T) {
	stopped, stop := limit.Watch(t.Context(), limit.Limits{Time: 100 * time.Millisecond})
	stop()
	unlimited, stop := limit.Watch(t.Context(), limit.Limits{})
	defer stop()
	time.Sleep(150 * time.Millisecond)
	if stopped.Err() != nil || unlimited.Err() != nil || limit.IsOver() {
		t.Errorf("it ends with %v, %v", stopped.Err(), unlimited.Err())
	}
}

func TestWithin(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	seven := func(context.Context) int { return 7 }
	if got, exceeded := limit.Within(ctx, seven); got != 7 || exceeded != nil {
		t.Errorf("before the limit: %d, %v", got, exceeded)
	}
	func() {
		defer func() {
			if value := recover(); value != "a bug" {
				t.Errorf("a panic becomes %v", value)
			}
		}()
		_, _ = limit.Within(ctx, func(context.Context) int { panic("a bug") })
	}()
	of := &limit.Exceeded{Flag: limit.TimeFlag, Limit: "1s"}
	endless, inner := make(chan int), make(chan *limit.Exceeded, 1)
	got, exceeded := limit.Within(ctx, func(ctx context.Context) int {
		cancel(of)
		_, exceeded := limit.Within(ctx, seven) // its caller goes on as well
		inner <- exceeded
		return <-endless
	})
	if got != 0 || !errors.Is(exceeded, of) {
		t.Errorf("at the limit: %d, %v", got, exceeded)
	}
	if exceeded := <-inner; exceeded != nil {
		t.Errorf("inside of it: %v", exceeded)
	}
	got, exceeded = limit.Within(ctx, func(context.Context) int {
		t.Error("work begins after the limit")
		return 7
	})
	if got != 0 || !errors.Is(exceeded, of) {
		t.Errorf("after the limit: %d, %v", got, exceeded)
	}
}

// TestWithinInterrupted: an interrupt is no limit, so the work is done.
func TestWithinInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, exceeded := limit.Within(ctx, func(context.Context) int { return 7 }); got != 7 || exceeded != nil {
		t.Errorf("%d, %v", got, exceeded)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]time.Duration{"0": 0, "5m": 5 * time.Minute, "1m30s": 90 * time.Second, "0.5h": 30 * time.Minute, "5": -1,
		"-5m": -1, "": -1, "5 m": -1} {
		if got, err := limit.ParseTime(text); (err != nil) != (want < 0) || want >= 0 && got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]int64{
		"0": 0, "2GiB": 2 << 30, "2Gi": 2 << 30, "2GB": 2e9, "1.5G": 15e8, "100k": 1e5, "7": 7, "7B": 7, "2gb": -1, "-1": -1, "GiB": -1, "99999999999T": -1,
	} {
		if got, err := limit.ParseMemory(text); (err != nil) != (want < 0) || want >= 0 && got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
}
