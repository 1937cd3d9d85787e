package cli_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/testing/hostile"
)

// TestLimitOfTheProcess: an input that takes a gigabyte ends with a decision. It runs in a process of its own, because the memory of all
// tests together would count.
func TestLimitOfTheProcess(t *testing.T) {
	i := slices.IndexFunc(hostile.Inputs, func(in hostile.Input) bool { return in.Name == "list-of-4000-objects-with-branches" })
	dir := t.TempDir()
	if err := hostile.Inputs[i].Write(hostile.Tree{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("karplint", "convert", "--max-memory", "150MiB", "--diff", ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState.ExitCode() != 1 || strings.Count(string(out), "decision: the run takes more memory than 150MiB (--max-memory)") != 1 {
		t.Errorf("%v: %.500s", err, out)
	}
}
