package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// leastMemory is the number of bytes up to which the garbage collector runs rarely. A run over a whole monorepo keeps about a
// third of that alive.
const leastMemory = 60 << 20

// tuneMemory lets short runs end before the garbage collector starts, and keeps long ones small: the collector runs rarely up to
// leastMemory, and above as often as necessary, unless more memory is alive. GOGC and GOMEMLIMIT take precedence.
func tuneMemory() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(800)
	debug.SetMemoryLimit(leastMemory)
	afterCollection()
}

// afterCollection sets the limit after each run of the garbage collector. At least a third of the memory stays free, so that the
// collector does not run all the time.
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
