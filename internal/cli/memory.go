package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// leastMemory is how much memory a run may take before the garbage collector works harder to stay below it, in bytes. A run
// over a whole monorepo keeps about a third of that alive.
const leastMemory = 60 << 20

// tuneMemory lets short runs end before the garbage collector begins, and long ones stay small: it is called rarely
// up to leastMemory, and from there on as often as it takes, unless more is alive. GOGC and GOMEMLIMIT, where they are
// set, count instead.
func tuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(800)
	debug.SetMemoryLimit(leastMemory)
	afterCollection()
}

// afterCollection sets the limit after each run of the garbage collector: half of what is alive is always free, so that it
// never runs all the time.
func afterCollection() {
	type sentinel struct{ _ [16]byte }
	runtime.AddCleanup(&sentinel{}, func(int) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		alive := int64(live[0].Value.Uint64())
		debug.SetMemoryLimit(max(leastMemory, alive+alive/2+leastMemory/3))
		afterCollection()
	}, 0)
}
