// Package limit ends a run that takes too much time or memory.
package limit

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// Limits are what a run may take. A zero sets no limit.
type Limits struct {
	Time   time.Duration // by the clock
	Memory int64         // bytes that the system gave to the process, and that were not returned
}

// DefaultTime is the Time of a run without a flag or setting.
const DefaultTime = 5 * time.Minute

// The flags that change the limits.
const (
	TimeFlag   = "timeout"
	MemoryFlag = "max-memory"
)

// Exceeded is the cause of the end of a watched context.
type Exceeded struct {
	Flag, Limit string // "timeout", "5m"
	File        string // that was worked on longest, or a directory of Terraform; "" if none was
}

func (e *Exceeded) Error() string {
	what := "time than " + e.Limit
	if e.Flag == MemoryFlag {
		what = "memory than " + e.Limit
	}
	return fmt.Sprintf("the run takes more %s (--%s)", what, e.Flag)
}

// Advice tells a person that a limit ended the run, with the consequence, as in "nothing is planned", and what to do.
func (e *Exceeded) Advice(consequence string) string {
	return fmt.Sprintf("%v, so %s%s; %s", e, consequence, e.Longest("; it"), e.Remedy())
}

// Longest names the file that was worked on longest, behind text that ends with the subject; "" if there is none.
func (e *Exceeded) Longest(subject string) string {
	if e.File == "" {
		return ""
	}
	return fmt.Sprintf("%s worked longest on %q", subject, e.File)
}

// Remedy is what a person can do.
func (e *Exceeded) Remedy() string {
	return fmt.Sprintf("pass fewer paths, exclude what you need not check, or raise --%s", e.Flag)
}

// over tells work that it was given up.
var over atomic.Bool

// IsOver reports whether a limit ended the run of this process.
func IsOver() bool { return over.Load() }

// Point is called wherever the input decides how often something is done. After a limit ended the run it does not return, so that work that was given
// up takes no more time and memory from the report. Only work inside of Within may call it.
func Point() {
	if over.Load() {
		select {}
	}
}

// Times between two looks at the process: rarely is enough while it holds less than a third of the memory, and costs a short run little.
const (
	rarely   = 20 * time.Millisecond
	interval = 5 * time.Millisecond
)

// Watch returns a context that ends with an *Exceeded as its cause when the process exceeds the limits. stop ends the watch, and leaves the context
// as it is.
func Watch(ctx context.Context, limits Limits) (bounded context.Context, stop func()) {
	over.Store(false)
	worked := &record{}
	watched.Store(worked)
	bounded, end := context.WithCancelCause(ctx)
	stopped := make(chan struct{})
	begin := time.Now()
	check := func(held int64) bool {
		exceeded := limits.exceeded(time.Since(begin), held)
		if exceeded != nil && bounded.Err() == nil {
			exceeded.File = worked.longest()
			over.Store(true)
			end(exceeded)
		}
		return exceeded != nil
	}
	bounded = context.WithValue(bounded, checks{}, func() { check(memory()) })
	go func() {
		first := rarely
		if limits.Time > 0 {
			first = min(first, limits.Time)
		}
		ticker := time.NewTicker(first)
		defer ticker.Stop()
		for {
			select {
			case <-stopped:
				return
			case <-bounded.Done():
				return
			case <-ticker.C:
			}
			held := memory()
			if check(held) {
				return
			}
			if limits.Memory > 0 && held > limits.Memory/3 {
				ticker.Reset(interval)
			}
		}
	}()
	var isStopped atomic.Bool
	return bounded, func() {
		if !isStopped.Swap(true) {
			close(stopped)
		}
	}
}

// exceeded returns the limit that a run exceeds, or nil.
func (l Limits) exceeded(elapsed time.Duration, held int64) *Exceeded {
	switch {
	case l.Time > 0 && elapsed > l.Time:
		return &Exceeded{Flag: TimeFlag, Limit: formatTime(l.Time)}
	case l.Memory > 0 && held > l.Memory:
		return &Exceeded{Flag: MemoryFlag, Limit: formatMemory(l.Memory)}
	}
	return nil
}

// memory returns the bytes that the process holds.
func memory() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// Of returns the limit that ended the context, or nil.
func Of(ctx context.Context) *Exceeded {
	var exceeded *Exceeded
	errors.As(context.Cause(ctx), &exceeded)
	return exceeded
}

// The keys of contexts: of work that Within does, and of the function that looks at the process at once.
type (
	within struct{}
	checks struct{}
)

// Within returns the result of work. If a limit ends the context before, it returns an *Exceeded, and gives up the work, which may go on in the
// background until the next Point: nothing that work changes may be read afterwards. Inside of work, which gets a context of its own, Within only
// calls its work, so that only one caller goes on without it. If work panics before the limit, so does Within.
func Within[T any](ctx context.Context, work func(context.Context) T) (result T, exceeded *Exceeded) {
	if ctx.Value(within{}) != nil {
		return work(ctx), nil
	}
	if check, isWatched := ctx.Value(checks{}).(func()); isWatched { // on a busy machine, the watch may come late
		check()
	}
	if exceeded := Of(ctx); exceeded != nil {
		return result, exceeded
	}
	var finished T
	panicked := make(chan any, 1)
	go func() {
		defer func() { panicked <- recover() }()
		finished = work(context.WithValue(ctx, within{}, true))
	}()
	ended := ctx.Done()
	for {
		select {
		case value := <-panicked:
			if exceeded := Of(ctx); exceeded != nil {
				return result, exceeded
			}
			if value != nil {
				panic(value)
			}
			return finished, nil
		case <-ended:
			if exceeded := Of(ctx); exceeded != nil {
				return result, exceeded
			}
			ended = nil // an interrupt, which ends the process anyway
		}
	}
}
