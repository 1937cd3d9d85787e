package karplint_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
)

// TestVersionOfRelease builds karplint as a release is, with the version and the commit from the linker.
func TestVersionOfRelease(t *testing.T) {
	golden.NotInCheck(t)
	const commit = "0123456789abcdef0123456789abcdef01234567"
	program := filepath.Join(t.TempDir(), "karplint")
	variables := "-X github.com/karplint/karplint/internal/cli.version=1.2.3 -X github.com/karplint/karplint/internal/cli.commit=" + commit
	if out, err := run(".", nil, "go", "build", "-tags", "urfave_cli_no_docs", "-buildvcs=false", "-ldflags", "-s -w "+variables,
		"-o", program, "./cmd/karplint"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := run(".", nil, program, "version")
	if lines := strings.Split(out, "\n"); err != nil || !strings.HasPrefix(lines[0], "karplint 1.2.3 go") || lines[1] != "commit "+commit {
		t.Errorf("%v, %q", err, out)
	}
	out, err = run(".", nil, program, "version", "--format", "json")
	var got map[string]any
	if err == nil {
		err = json.Unmarshal([]byte(out), &got)
	}
	if err != nil || got["version"] != "1.2.3" || got["commit"] != commit || got["modified"] != nil || got["karpenter"] == "" {
		t.Errorf("%v, %q", err, out)
	}
}
