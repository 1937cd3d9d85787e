package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// leastHeap is the number of bytes up to which the garbage collector does not run.
const leastHeap = 44 << 20

// leastGrowth is the number of bytes by which the heap grows at least between two collections.
const leastGrowth = 8 << 20

// mostHeap is the number of bytes beyond which most of the heap must be alive: half of what a run may take.
var mostHeap atomic.Int64

// tuneMemory lets short runs end before the garbage collector starts, and keeps long ones small. GOGC and GOMEMLIMIT take precedence.
func tuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	mostHeap.Store(1 << 30)
	debug.SetGCPercent(growthOf(0))
	afterCollection()
}

// heapOfGo is the size of the heap at which Go collects garbage at the earliest if the percentage is 100.
const heapOfGo = 4 << 20

// afterCollection sets after each garbage collection how large the heap grows until the next one.
func afterCollection() {
	type sentinel struct{ _ [16]byte }
	runtime.AddCleanup(&sentinel{}, func(int) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		debug.SetGCPercent(growthOf(int64(live[0].Value.Uint64())))
		afterCollection()
	}, 0)
}

// growthOf returns the percentage by which the heap grows, for a number of live bytes.
func growthOf(alive int64) int {
	alive = max(alive, heapOfGo) // below it Go takes heapOfGo for it
	return int(100 * (heapGoal(alive) - alive) / alive)
}

// heapGoal returns the size at which garbage is collected again, for a number of live bytes: a quarter and 8 MiB more, or a sixth
// above mostHeap.
func heapGoal(alive int64) int64 {
	goal := max(leastHeap, alive*5/4+leastGrowth)
	return min(goal, max(mostHeap.Load(), alive*7/6))
}
