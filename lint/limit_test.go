package lint

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/rule"
)

// stuckFiles are files, which no survey reads, of which one is never read to its end to lint it. When last is linted, a limit ends the run.
type stuckFiles struct {
	fileset.Files
	stuck, last string
	end         func()
}

func (f stuckFiles) ReadFile(path string) ([]byte, error) {
	switch path {
	case f.stuck:
		select {}
	case f.last:
		f.end()
	}
	return f.Files.ReadFile(path)
}

// stuckTree returns ten files, a context, and a tree in which d03/pool.yaml is never linted.
func stuckTree(t *testing.T) (context.Context, Tree) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	texts := map[string]string{}
	for i := range 10 {
		texts[fmt.Sprintf("d%02d/pool.yaml", i)] = "apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: ebs-csi-node}\nspec:\n  template:\n    spec:\n" +
			"      tolerations: [{key: a, operator: Exists}]\n      containers: [{name: a, image: public.ecr.aws/ebs-csi-driver/aws-ebs-csi-driver:v1.30.0}]\n"
	}
	tree := memory(texts)
	end := sync.OnceFunc(func() { cancel(&limit.Exceeded{Flag: limit.TimeFlag, Limit: "2s", File: "d03/pool.yaml"}) })
	tree.Files = stuckFiles{tree.Files, "d03/pool.yaml", "d09/pool.yaml", end}
	return ctx, tree
}

const stuckFinding = "d03/pool.yaml:1:1 KL000 error the run takes more time than 2s (--timeout); this file and perhaps others"

// TestLimit: when a limit ends the run, the findings in all files that are done remain, and the file that took longest is named.
func TestLimit(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2)) // one is stuck, and the other does the rest
	ctx, tree := stuckTree(t)
	bounds, others := byBound(t, boundedLinter(t, "KL401").Tree(ctx, tree))
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
	fixed := boundedLinter(t, "KL401").FixTree(ctx, tree, true, func(path string, _, _ []byte) error {
		t.Errorf("%s is saved", path)
		return nil
	})
	if len(fixed.Findings) != 1 || fixed.Findings[0].Rule != "KL000" || len(fixed.Notes) != 1 {
		t.Errorf("findings %v, notes %q", fixed.Findings, fixed.Notes)
	}
}

// TestLimitBeforeTheFirstFile: a limit that ends the scan is reported once, for the first file, also if its configuration ignores KL000.
func TestLimitBeforeTheFirstFile(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(&limit.Exceeded{Flag: limit.TimeFlag, Limit: "2s", File: "d03/pool.yaml"})
	reports := boundedLinter(t, "KL302")
	silent, err := New(reports.rules, Options{Select: []string{"KL302"}, Ignore: []string{"KL000"}, Facts: os.DirFS("../facts")})
	if err != nil {
		t.Fatal(err)
	}
	for _, first := range []*Linter{reports, silent} {
		got := Lint(ctx, memory(provisioners(3)), Settings{[]*Linter{first, reports}, func(path string) *Linter {
			if path == "d02/pool.yaml" {
				return reports
			}
			return first
		}})
		if len(got.Findings) != 1 || got.Findings[0].File != "d00/pool.yaml" || got.Findings[0].Severity != rule.Error || got.Files != 3 {
			t.Errorf("%d files, findings %v, want one error in d00/pool.yaml", got.Files, got.Findings)
		}
	}
	if got := Lint(ctx, memory(nil), reports.ForAll()); len(got.Findings) != 1 { // a limit ended their listing
		t.Errorf("without files: %v", got.Findings)
	}
}
