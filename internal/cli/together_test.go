//go:build unix

package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestTwoAtOnce: of two runs that write the same files at once, each writes a file as a whole or reports why not. Nothing is lost, and the next run
// finishes.
func TestTwoAtOnce(t *testing.T) {
	times := 3
	if os.Getenv("KARPLINT_TEST_LONG") != "" {
		times = 50
	}
	for _, args := range [][]string{{"convert", "--write", "--role", "Node", "."}, {"lint", "--fix", "--exit-zero", "--select", "KL501", "."}} {
		t.Run(args[0], func(t *testing.T) {
			whole := t.TempDir()
			before := writePairs(t, whole)
			if stderr, err := runIn(whole, args); err != nil {
				t.Fatalf("%v: %s", err, stderr)
			}
			after := readDir(t, whole)
			for range times {
				writeAtOnce(t, args, before, after)
			}
		})
	}
}

// writeAtOnce runs karplint twice at once, and then once again.
func writeAtOnce(t *testing.T, args []string, before, after map[string]string) {
	t.Helper()
	dir := t.TempDir()
	writePairs(t, dir)
	var runs [2]*exec.Cmd
	var stderr [2]bytes.Buffer
	for i := range runs {
		runs[i] = exec.Command("karplint", args...)
		runs[i].Dir, runs[i].Stderr = dir, &stderr[i]
		if err := runs[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i, run := range runs {
		err, text := run.Wait(), stderr[i].String()
		says := strings.Contains(text, "changed on disk since it was read") || strings.Contains(text, "not written, because it belongs to")
		if code := run.ProcessState.ExitCode(); code != 0 && (code != 2 || !says) {
			t.Errorf("a run ended with %v and says %q", err, text)
		}
	}
	for name, text := range readDir(t, dir) {
		if text != before[name] && text != after[name] {
			t.Errorf("%s holds neither what it did nor what it should: %q", name, text)
		}
	}
	if text, err := runIn(dir, args); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for name, text := range readDir(t, dir) {
		if text != after[name] {
			t.Errorf("after another run %s holds %q", name, text)
		}
	}
}
