package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// leastMemory is the number of bytes up to which the garbage collector rarely runs. A run over a monorepo of 22,000 files keeps 90 MB alive.
const leastMemory = 60 << 20

// mostMemory is the number of bytes beyond which most memory must be alive: half of what a run may take.
var mostMemory atomic.Int64

// tuneMemory lets short runs end before the garbage collector starts, and keeps long ones small: the collector runs rarely up to
// leastMemory, and above as often as necessary, unless more memory is alive. GOGC and GOMEMLIMIT take precedence.
func tuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	mostMemory.Store(1 << 30)
	debug.SetGCPercent(800)
	debug.SetMemoryLimit(leastMemory)
	afterCollection(leastMemory)
}

// afterCollection sets the limit after each garbage collection. At least a quarter of the memory stays free, or a seventh above
// mostMemory, so that the collector does not run all the time. The limit never falls, because memory that was used once may be
// used again, and live objects may be spread over all of it.
func afterCollection(limit int64) {
	type sentinel struct{ _ [16]byte }
	runtime.AddCleanup(&sentinel{}, func(int) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		limit := max(limit, memoryLimit(int64(live[0].Value.Uint64())))
		debug.SetMemoryLimit(limit)
		afterCollection(limit)
	}, 0)
}

// memoryLimit returns the limit for a number of live bytes.
func memoryLimit(alive int64) int64 {
	limit := max(leastMemory, alive+alive/3+leastMemory/3)
	return min(limit, max(mostMemory.Load(), alive+alive/6))
}
