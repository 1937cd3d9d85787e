// Package limit ends work that takes more time or memory than any run should. All other bounds count steps, so that a result is the same on each
// machine. This one is for what they miss.
package limit

import (
	"context"
	"errors"
	"fmt"
	"runtime/metrics"
	"time"
)

// CommonBytes is the size of the files of a run, together, for which bounds are written. Each further CommonBytes add as much again.
const CommonBytes = 10 << 20

// Parts returns how often a bound is allowed for files with that many bytes.
func Parts(bytes int64) int64 { return 1 + bytes/CommonBytes }

// Limits are what a run may take for CommonBytes of files.
type Limits struct {
	Time   time.Duration // by the clock, and of all processors together, so that a busy machine ends nothing
	Memory int64         // bytes that the system gave to the process, and that were not returned
}

// Default are the limits of a run. They are far above what any public repository takes: the most expensive one that we know needs 4 seconds.
var Default = Limits{Time: time.Minute, Memory: 1 << 30}

// Exceeded is the cause of the end of a watched context.
type Exceeded struct {
	Amount string // "60 seconds", "1024 MiB of memory"
}

func (e *Exceeded) Error() string { return "the run takes more than " + e.Amount }

// Off is the environment variable that switches the Default limits off, if it is "off".
const Off = "KARPLINT_LIMITS"

// Advice tells a person that a limit ended the run, with the consequence, as in "nothing is planned", and what to do.
func Advice(exceeded error, consequence string) string {
	return fmt.Sprintf("%v for these files, so %s; pass fewer paths at once, or set %s=off if you trust the files", exceeded, consequence, Off)
}

// Times between two looks at the process: rarely is enough while it holds less than a third of the memory, and costs a short run little.
const (
	rarely   = 20 * time.Millisecond
	interval = 5 * time.Millisecond
)

// Watch returns a context that ends with an *Exceeded as its cause when the process exceeds the limits for the files that it has read. bytes returns
// their size so far, and false as long as the files are being listed. stop ends the watch.
func Watch(ctx context.Context, limits Limits, bytes func() (int64, bool)) (watched context.Context, stop func()) {
	watched, end := context.WithCancelCause(ctx)
	w := &watch{limits: limits, bytes: bytes, begin: time.Now(), before: processorTime(), last: time.Now()}
	go func() {
		ticker := time.NewTicker(rarely)
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
			if w.held > limits.Memory/3 {
				ticker.Reset(interval)
			}
		}
	}()
	return watched, func() { end(context.Canceled) }
}

// watch is the state of a watch.
type watch struct {
	limits Limits
	bytes  func() (int64, bool)
	begin  time.Time
	before time.Duration // the processor time when it began
	listed time.Duration // how long the files were listed

	last time.Time // of the last look
	held int64     // the memory then
}

// listingsAllowed is how many times longer than its listing a run may take, because a repository of a million files takes long to list.
const listingsAllowed = 2

// look returns the limit that is exceeded, or nil. If most memory is alive, it counts what will be taken before the next look if the memory grows on
// like this. Otherwise fast growth means only that the garbage collector is about to run.
func (w *watch) look() *Exceeded {
	bytes, isListed := w.bytes()
	if !isListed {
		w.listed = time.Since(w.begin)
		return nil
	}
	most, parts := w.limits, Parts(bytes)
	most.Time = max(most.Time*time.Duration(parts), w.listed*listingsAllowed)
	most.Memory *= parts
	if min(time.Since(w.begin), processorTime()-w.before) > most.Time {
		return &Exceeded{fmt.Sprintf("%g seconds", most.Time.Round(time.Millisecond).Seconds())}
	}
	if w.memory() > most.Memory {
		return &Exceeded{fmt.Sprintf("%d MiB of memory", most.Memory>>20)}
	}
	return nil
}

// memory returns the bytes that the process holds, or that it will hold at the next look.
func (w *watch) memory() int64 {
	held, alive := memory()
	next := held
	if elapsed := time.Since(w.last); alive > w.limits.Memory/2 && held > w.held {
		next += int64(float64(held-w.held) * min(1, float64(interval)/float64(elapsed)))
	}
	w.held, w.last = held, time.Now()
	return next
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

// within is the key of contexts of work that Within does.
type within struct{}

// Within returns the result of work. If a limit ends the context before, it returns an *Exceeded, and work goes on in the background: nothing that
// work changes may be read afterwards. Inside of work, which gets a context of its own, Within only calls its work, so that only one caller goes on
// without it. If work panics before the limit, so does Within.
func Within[T any](ctx context.Context, work func(context.Context) T) (result T, err error) {
	if ctx.Value(within{}) != nil {
		return work(ctx), nil
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
