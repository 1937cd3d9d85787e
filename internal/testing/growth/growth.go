// Package growth checks how the memory that some work takes grows with its input.
package growth

import (
	"runtime"
	"testing"
)

// IsLinear fails the test if twice the size takes more than three times the memory. prepare returns the work for a size.
func IsLinear(t *testing.T, size int, prepare func(size int) (work func())) {
	t.Helper()
	bytes := func(size int) uint64 {
		var before, after runtime.MemStats
		work := prepare(size)
		runtime.ReadMemStats(&before)
		work()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	bytes(1) // what is computed once
	if once, twice := bytes(size), bytes(2*size); twice > 3*once {
		t.Errorf("size %d takes %d bytes, and twice that %d", size, once, twice)
	}
}
