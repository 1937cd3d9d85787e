// Package limit ends work that takes more time or memory than any run should. All other bounds count steps, so that a result is the same on each
// machine. This one is for what they miss.
package limit

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"sync"
	"time"
)

// CommonBytes is the size of the files of a run, together, for which bounds are written. Each further CommonBytes add as much again.
const CommonBytes = 10 << 20

// Parts returns how often a bound is allowed for files with that many bytes.
func Parts(bytes int64) int64 { return 1 + bytes/CommonBytes }

// Limits are what a run may take for CommonBytes of files. They leave enough of 5 seconds and 256 MiB, the bounds for any input, to report that
// they were reached.
type Limits struct {
	Time   time.Duration // by the clock, and of all processors together, so that a busy machine ends nothing
	Memory int64         // bytes that the system gave to the process, and that were not returned
}

// Default are the limits of a run.
var Default = Limits{Time: 4500 * time.Millisecond, Memory: 228 << 20}

// Exceeded is the cause of the end of a watched context.
type Exceeded struct {
	Amount string // "4.5 seconds", "228 MiB of memory"
}

func (e *Exceeded) Error() string { return "karplint takes more than " + e.Amount }

// interval is the time between two looks at the process.
const interval = 5 * time.Millisecond

// Watch returns a context that ends with an *Exceeded as its cause when the process exceeds the limits for files of size() bytes. It calls size only
// then, because a large repository takes a while to measure. stop ends the watch.
func Watch(ctx context.Context, limits Limits, size func() int64) (watched context.Context, stop func()) {
	watched, end := context.WithCancelCause(ctx)
	w := &watch{limits: limits, parts: sync.OnceValue(func() int64 { return Parts(size()) }), begin: time.Now(), before: processorTime()}
	go func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-ticker.C:
			}
			if exceeded := w.look(); exceeded != nil {
				end(exceeded)
				return
			}
		}
	}()
	return watched, func() { end(context.Canceled) }
}

// watch is the state of a watch.
type watch struct {
	limits Limits
	parts  func() int64
	begin  time.Time
	before time.Duration // the processor time when it began
	held   int64         // the memory at the last look
}

// look returns the limit that is exceeded, or nil. If most memory is alive, it counts what will be taken before the next look if the memory grows on
// like this. Otherwise fast growth means only that the garbage collector is about to run.
func (w *watch) look() *Exceeded {
	held, alive := memory()
	next := held
	if alive > w.limits.Memory/2 {
		next += max(0, held-w.held)
	}
	w.held = held
	took := min(time.Since(w.begin), processorTime()-w.before)
	if took <= w.limits.Time && next <= w.limits.Memory {
		return nil
	}
	parts := w.parts()
	switch {
	case took > w.limits.Time*time.Duration(parts):
		return &Exceeded{fmt.Sprintf("%v seconds", w.limits.Time.Seconds()*float64(parts))}
	case next > w.limits.Memory*parts:
		return &Exceeded{fmt.Sprintf("%d MiB of memory", w.limits.Memory>>20*parts)}
	}
	return nil
}

// memory returns the bytes that the process holds, and those that the last garbage collection found to be in use.
func memory() (held, alive int64) {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64()), int64(samples[2].Value.Uint64())
}

// Of returns the limit that ended the context, or nil.
func Of(ctx context.Context) *Exceeded {
	var exceeded *Exceeded
	errors.As(context.Cause(ctx), &exceeded)
	return exceeded
}

// Within returns the result of work. If a limit ends the context before, it returns an *Exceeded, and work goes on in the background: nothing that
// work changes may be read afterwards. If work panics, so does Within.
func Within[T any](ctx context.Context, work func() T) (result T, err error) {
	var finished T
	panicked := make(chan any, 1)
	go func() {
		defer func() { panicked <- recover() }()
		finished = work()
	}()
	ended := ctx.Done()
	for {
		select {
		case value := <-panicked:
			if value != nil {
				panic(value)
			}
			if exceeded := Of(ctx); exceeded != nil {
				return result, exceeded
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
