package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/cli"
)

// TestBaseline: with the baseline that it wrote, lint finds nothing; without one of the lines it finds exactly what that line stands for.
func TestBaseline(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../examples")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	const name = "accepted.txt"
	all := fingerprints(t, "lint", "--format", "json")
	if got := fingerprints(t, "lint", "--format", "json", "--fail-on", "info", "--write-baseline", name); len(got) > 0 || len(all) < 20 {
		t.Fatalf("%d of %d findings are left", len(got), len(all))
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(text)))
	for i, line := range lines {
		without := slices.Delete(slices.Clone(lines), i, i+1)
		if err := os.WriteFile(name, []byte(strings.Join(without, "")), 0o600); err != nil {
			t.Fatal(err)
		}
		var want []string
		if !strings.HasPrefix(line, "#") {
			want = []string{strings.Fields(line)[0]}
		}
		if got := fingerprints(t, "lint", "--format", "json", "--baseline", name); !slices.Equal(got, want) {
			t.Errorf("without the line %q lint finds %q", line, got)
		}
	}
	if entries := len(lines) - 2; entries != len(all) {
		t.Errorf("%d entries for %d findings", entries, len(all))
	}
}

// fingerprints runs a command, and returns the fingerprints of its findings.
func fingerprints(t *testing.T, args ...string) (found []string) {
	t.Helper()
	var report struct {
		Findings []struct{ Fingerprint string }
	}
	var stdout, stderr bytes.Buffer
	cli.Main(append([]string{"karplint"}, args...), strings.NewReader(""), &stdout, &stderr)
	if err := json.Unmarshal(stdout.Bytes(), &report); err != nil {
		t.Fatal(err, stderr.String())
	}
	for _, f := range report.Findings {
		found = append(found, f.Fingerprint)
	}
	return found
}
