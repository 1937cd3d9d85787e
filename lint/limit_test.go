package lint

import (
	"context"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/lint/fileset"
)

// stuckFiles are files of which one is never read to its end to lint it, after it was read for the survey. When last is linted, a limit ends the run.
type stuckFiles struct {
	fileset.Files
	stuck, last string
	end         func()
	surveyed    *sync.Map // paths
}

func (f stuckFiles) ReadFile(path string) ([]byte, error) {
	if _, again := f.surveyed.LoadOrStore(path, true); again {
		switch path {
		case f.stuck:
			select {}
		case f.last:
			f.end()
		}
	}
	return f.Files.ReadFile(path)
}

// stuckTree returns ten files, a context, and a tree in which d03/pool.yaml is never linted.
func stuckTree(t *testing.T) (context.Context, Tree) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	tree := memory(provisioners(10))
	end := sync.OnceFunc(func() { cancel(&limit.Exceeded{Amount: "2 seconds"}) })
	tree.Files = stuckFiles{tree.Files, "d03/pool.yaml", "d09/pool.yaml", end, &sync.Map{}}
	return ctx, tree
}

const stuckFinding = "d03/pool.yaml:1:1 KL000 warning cannot be evaluated in full: karplint takes more than 2 seconds for these files, and this one and others after it are not checked; lint fewer files at once "

// TestLimit: when a limit ends the run, the findings in all files that are done remain, and the first of the others is named.
func TestLimit(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // one is stuck, and the other does the rest
	ctx, tree := stuckTree(t)
	bounds, others := byBound(t, boundedLinter(t, maxSteps, "KL302").Tree(ctx, tree))
	if len(bounds) != 1 || !strings.HasPrefix(bounds[0], stuckFinding) {
		t.Errorf("the bound is reported as %q", bounds)
	}
	if len(others) < 8 {
		t.Errorf("%d findings in the other files: %q", len(others), others)
	}
}

// TestLimitOfFixes: when a limit ends a run with fixes, none is saved.
func TestLimitOfFixes(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	ctx, tree := stuckTree(t)
	part := Part{Linter: boundedLinter(t, maxSteps, "KL302"), Tree: tree}
	fixed := FixParts(ctx, []Part{part}, true, func(path string, _, _ []byte) error {
		t.Errorf("%s is saved", path)
		return nil
	})
	if len(fixed.Findings) != 1 || fixed.Findings[0].Rule != "KL000" || len(fixed.Notes) != 1 {
		t.Errorf("findings %v, notes %q", fixed.Findings, fixed.Notes)
	}
}

// TestLimitBeforeTheFirstFile: a limit that ends the scan is reported once, for all parts.
func TestLimitBeforeTheFirstFile(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(&limit.Exceeded{Amount: "2 seconds"})
	linter, parts := boundedLinter(t, maxSteps, "KL302"), []Part{}
	for _, own := range [][]int{{0, 1}, {2}} {
		tree := memory(provisioners(3))
		tree.Own = own
		parts = append(parts, Part{Linter: linter, Tree: tree})
	}
	got := LintParts(ctx, parts)
	if len(got.Findings) != 1 || got.Findings[0].File != "d00/pool.yaml" || got.Files != 3 {
		t.Errorf("%d files, findings %v", got.Files, got.Findings)
	}
}
