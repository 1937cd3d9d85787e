package cli_test

import (
	"bytes"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/cli"
)

// TestSameBytes: the output depends neither on the number of processors nor on the order of the paths.
func TestSameBytes(t *testing.T) {
	t.Chdir("../../examples")
	paths := []string{"manifests", "terraform", ".", "manifests/karpenter/reports.yaml"}
	for _, args := range []string{"lint --format json", "lint --fix --unsafe-fixes --diff", "convert", "convert --to v1 --format json"} {
		want := ""
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		for _, processors := range []int{1, 2, 16} {
			runtime.GOMAXPROCS(processors)
			slices.Reverse(paths)
			got := output(append(strings.Fields(args), paths...))
			if want == "" {
				want = got
			}
			if got != want || len(got) < 100 {
				t.Errorf("%s on %d processors prints\n%s\nand not\n%s", args, processors, got, want)
			}
		}
	}
}

// TestNoGoroutineOutlivesMain: all goroutines of a run have ended when Main returns.
func TestNoGoroutineOutlivesMain(t *testing.T) {
	t.Chdir("../../examples")
	for _, args := range []string{"lint", "convert", "lint no-such-file", "rules list", "version"} {
		before := runtime.NumGoroutine()
		output(strings.Fields(args))
		after := runtime.NumGoroutine()
		for range 100 { // one that has done its work may still be counted for a moment
			if after <= before {
				break
			}
			time.Sleep(10 * time.Millisecond)
			after = runtime.NumGoroutine()
		}
		if after > before {
			stacks := make([]byte, 1<<20)
			t.Errorf("%s: %d goroutines before, %d after\n%s", args, before, after, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// output returns the output of a run.
func output(args []string) string {
	var stdout, stderr bytes.Buffer
	cli.Main(append([]string{"karplint"}, args...), strings.NewReader(""), &stdout, &stderr)
	return stdout.String() + stderr.String()
}
