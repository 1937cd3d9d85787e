package cli

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// The sizes of the heap, in bytes, at which garbage is collected.
const (
	leastHeap   = 44 << 20 // never below it
	smallHeap   = 64 << 20 // up to it the heap may double
	leastGrowth = 8 << 20  // added at least between two collections
	besideHeap  = 10 << 20 // what Go takes for other things until the first collection
)

// The heap of a usual run grows little between two collections. One of a run beyond these takes more memory to save time: such a run lasts for
// seconds.
const (
	usualCollections = 64
	usualAlive       = 84 // MiB
)

// mostHeap is the number of bytes beyond which most of the heap must be alive: half of what a run may take.
var mostHeap atomic.Int64

// tuneMemory lets short runs end before the garbage collector starts, and keeps long ones small. GOGC and GOMEMLIMIT take precedence.
func tuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	mostHeap.Store(1 << 30)
	// A percentage that allows leastHeap at first would allow ten times what is alive after the first collection, until it is set again.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(leastHeap + besideHeap)
	afterCollection()
}

// heapOfGo is the size of the heap at which Go collects garbage at the earliest if the percentage is 100.
const heapOfGo = 4 << 20

// afterCollection sets after each garbage collection how large the heap grows until the next one.
func afterCollection() {
	type sentinel struct{ _ [16]byte }
	runtime.AddCleanup(&sentinel{}, func(int) {
		heap := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}}
		metrics.Read(heap)
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(growthOf(int64(heap[0].Value.Uint64()), int64(heap[1].Value.Uint64())))
		afterCollection()
	}, 0)
}

// growthOf returns the percentage by which the heap grows, for a number of live bytes and of collections so far.
func growthOf(alive, collections int64) int {
	alive = max(alive, heapOfGo) // below it Go takes heapOfGo for it
	return int(100 * (heapGoal(alive, collections) - alive) / alive)
}

// heapGoal returns the size at which garbage is collected again. Above mostHeap it is a sixth more than what is alive.
func heapGoal(alive, collections int64) int64 {
	growth := alive / 3
	if beyond := max(collections-usualCollections, alive>>20-usualAlive); beyond > 0 {
		growth = min(growth*(1+beyond/8), alive)
	}
	goal := max(leastHeap, min(alive*2, smallHeap), alive+growth+leastGrowth)
	return min(goal, max(mostHeap.Load(), alive*7/6))
}
