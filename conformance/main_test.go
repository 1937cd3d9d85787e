package conformance

import (
	"flag"
	"os"
	"runtime/debug"
	"strconv"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
)

// TestMain gives rapid a fixed seed, so that every run sees the same files, and keeps it from writing the ones that fail. `make
// test-long` draws more of them; -rapid.seed and -rapid.checks ask for others, and for as many as you like.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"rapid.seed": "1", "rapid.checks": strconv.Itoa(golden.Draws(100, 1000)), "rapid.nofailfile": "true",
		"rapid.shrinktime": "5s"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	flag.Parse()
	debug.SetGCPercent(400) // memory is there, and time is what a run costs
	os.Exit(m.Run())
}
