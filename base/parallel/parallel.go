// Package parallel does independent pieces of work on several goroutines. A panic in one piece becomes an error, and the
// other pieces go on.
package parallel

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/karplint/karplint/base/limit"
)

// Bug is a panic while a piece of work was done.
type Bug struct {
	Path  string // of the file
	Value any
	Stack []byte
}

func (b *Bug) Error() string {
	return fmt.Sprintf("%s: a bug in karplint: %v%s", b.Path, b.Value, b.place())
}

// place returns the line of code that panicked: " (lint/linter.go:12)".
func (b *Bug) place() string {
	_, trace, ok := strings.Cut(string(b.Stack), "panic(")
	if !ok {
		return ""
	}
	lines := strings.Split(trace, "\n") // the panic's own place, then function and place of its callers
	for i := 3; i < len(lines); i += 2 {
		place, _, _ := strings.Cut(strings.TrimSpace(lines[i]), " ")
		if !strings.Contains(place, "/src/runtime/") {
			names := strings.Split(place, "/")
			return " (" + strings.Join(names[max(0, len(names)-2):], "/") + ")"
		}
	}
	return ""
}

// Try calls work and returns its error, or a *Bug about path if it panics. If the panic value is a *Bug, it is returned as it is.
func Try(path string, work func() error) (err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case *Bug:
			err = value
		default:
			err = &Bug{Path: path, Value: value, Stack: debug.Stack()}
		}
	}()
	return work()
}

// Each calls work for every item on at most so many goroutines (0: one for each CPU) and returns the errors
// in the order of the items. name describes an item in a Bug. When ctx ends, no further item is begun.
func Each[T any](ctx context.Context, most int, items []T, name func(T) string, work func(i int, item T) error) []error {
	results := make([]error, len(items))
	workers := min(runtime.GOMAXPROCS(0), len(items))
	if most > 0 {
		workers = min(workers, most)
	}
	var next atomic.Int64
	var running sync.WaitGroup
	for range workers {
		running.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(items) {
					return
				}
				runtime.Gosched() // otherwise goroutines that earlier items started would wait for the last item
				results[i] = Try(name(items[i]), func() error {
					defer limit.Working(name(items[i]))()
					return work(i, items[i])
				})
			}
		})
	}
	running.Wait()
	var errs []error
	for _, err := range results {
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}
