package cli_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/testing/cputime"
	"github.com/karplint/karplint/internal/testing/hostile"
)

// inSmall are the inputs that are run in small; make hostile runs all of them in full.
var inSmall = []string{
	"ifs-10", "ifs-16", "branches-2000", "assignments-8000", "assignments-chain-2000", "actions-on-a-line-60000", "withs-nested-800", "pools-4000",
	"pools-in-3000-files", "list-on-a-line-200000", "labels-200000", "kustomize-patches-4000", "kustomize-merge-patches-4000", "suppressions-30000",
	"umbrella-15-by-15", "provisioners-4000", "module-of-3000-callers", "class-terms-10000-each", "aliases-in-20000-documents", "values-in-themselves", "values-in-themselves-plan", "link-manifest-is-dev-zero", "link-gitignore-is-dev-zero", "fifo",
	"stdin-dev-zero", "stdin-of-terraform", "stdin-nested-100000", "stdin-binary",
	"applications-of-2000-directories", "node-labels-40000-in-a-text", "provider-of-48000-tags", "provider-of-90000-folded-lines", "subresources-80000-of-a-rule", "lists-10000-by-exclusions-10000",
	"templated-pools-2000-by-templated-classes-2000", "pools-4000-below-900-directories", "specs-2000-from-one-value", "labels-15000-beside-hidden-fields",
}

// TestGrowth: the allocations of a run grow no faster than the input, or are bounded: from some size on, four times as much input takes at most six
// times as much memory. How much a run may take in all is the limit's concern, see TestLimit.
func TestGrowth(t *testing.T) {
	if cputime.RaceDetector {
		t.Skip("the race detector changes what is allocated")
	}
	for _, in := range hostile.Inputs {
		if !slices.Contains(inSmall, in.Name) {
			continue
		}
		for _, command := range in.CommandsToRun() {
			t.Run(in.Name+"/"+command, func(t *testing.T) {
				of := func(part int) memory { return allocated(t, in, command, part) }
				least, small, large := of(1<<30), of(80), of(20)
				if large.outgrows(small, least) {
					small, large = large, of(5)
				}
				if large.outgrows(small, least) {
					t.Errorf("%v, for a quarter of the input %v, and for nearly none %v", large, small, least)
				}
			})
		}
	}
}

// memory counts the allocations of a run.
type memory struct{ pieces, bytes int64 }

// outgrows reports whether the memory is more than six times that for a quarter of the input, after subtracting the least memory of any run.
func (m memory) outgrows(quarter, least memory) bool {
	const pieces, bytes = 100_000, 10 << 20 // that do not matter
	return m.pieces-least.pieces > 6*max(0, quarter.pieces-least.pieces)+pieces || m.bytes-least.bytes > 6*max(0, quarter.bytes-least.bytes)+bytes
}

func (m memory) String() string { return fmt.Sprintf("%d pieces and %d bytes", m.pieces, m.bytes) }

// allocated returns the allocations of a command for a part of an input.
func allocated(t *testing.T, in hostile.Input, command string, part int) memory {
	t.Helper()
	dir := t.TempDir()
	if err := in.Write(hostile.Tree{Dir: dir, Part: part}); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	stdin, err := hostile.OpenStdin(in.Stdin, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close() //nolint:errcheck // it was only read
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var output discard
	if code := cli.Main(append([]string{"karplint", command}, in.Args...), stdin, &output, &output); code > 1 && code != in.Exit {
		t.Errorf("exit code %d", code)
	}
	runtime.ReadMemStats(&after)
	return memory{int64(after.Mallocs - before.Mallocs), int64(after.TotalAlloc - before.TotalAlloc)} //nolint:gosec // no run allocates that much
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
