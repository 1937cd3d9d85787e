package parallel

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	items := make([]int, 100)
	for i := range items {
		items[i] = i
	}
	var running, most, done atomic.Int64
	errs := Each(t.Context(), 2, items, func(i int) string { return fmt.Sprint("item ", i) }, func(i, item int) error {
		most.Store(max(most.Load(), running.Add(1)))
		defer running.Add(-1)
		done.Add(1)
		switch {
		case i != item:
			t.Errorf("item %d has the number %d", item, i)
		case i == 30:
			return errors.New("thirty")
		case i == 20:
			panic("twenty")
		}
		return nil
	})
	if len(errs) != 2 || errs[1].Error() != "thirty" {
		t.Fatalf("errors %v", errs)
	}
	var bug *Bug
	if !errors.As(errs[0], &bug) || !strings.HasPrefix(bug.Error(), "item 20: a bug in karplint: twenty (parallel/parallel_test.go:") {
		t.Errorf("the panic is told as %v", errs[0])
	}
	if done.Load() != 100 || most.Load() > 2 {
		t.Errorf("%d items done, up to %d at once", done.Load(), most.Load())
	}
}

func TestEachEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var done atomic.Int64
	Each(ctx, 1, make([]int, 100), func(int) string { return "" }, func(i, _ int) error {
		if done.Add(1); i == 10 {
			cancel()
		}
		return nil
	})
	if done.Load() != 11 {
		t.Errorf("%d items after the end", done.Load()-11)
	}
}
