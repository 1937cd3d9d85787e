// Command hostile runs karplint on inputs made to exhaust it, and prints the cost of each. It fails if one of them takes
// more than 5 seconds or 256 MiB, ends with another exit code than 0 or 1, or reports a bug.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/karplint/karplint/internal/testing/hostile"
)

// The bounds for an input of up to 10 MB, on 2 cores.
const (
	maxTime   = 5 * time.Second
	maxMemory = 256 << 20
)

func main() {
	karplint := flag.String("karplint", "karplint", "the program to run")
	run := flag.String("run", ".", "regular expression of the inputs to run")
	command := flag.String("command", "", "the only command to run, lint or convert; \"\": those of each input")
	timeout := flag.Duration("timeout", 20*time.Second, "when a run is killed")
	part := flag.Int("part", 1, "divide the numbers of each input by this: a run on half of an input takes half as long")
	write := flag.String("write", "", "a directory for the inputs, each in one of its own; nothing is run")
	flag.Parse()
	chosen := slices.DeleteFunc(slices.Clone(hostile.Inputs), func(in hostile.Input) bool { return !regexp.MustCompile(*run).MatchString(in.Name) })
	if *write != "" {
		if err := writeAll(*write, chosen, *part); err != nil {
			fmt.Fprintln(os.Stderr, "hostile:", err)
			os.Exit(2)
		}
		return
	}
	failed, err := runAll(*karplint, chosen, *command, *part, *timeout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(2)
	}
	if failed > 0 {
		fmt.Printf("%d runs exceed a bound\n", failed)
		os.Exit(1)
	}
}

// writeAll writes each input to a directory with its name, for profiling a run by hand.
func writeAll(dir string, chosen []hostile.Input, part int) error {
	for _, in := range chosen {
		to := hostile.Tree{Dir: filepath.Join(dir, in.Name), Part: part}
		if err := errors.Join(os.MkdirAll(to.Dir, 0o750), in.Write(to)); err != nil {
			return fmt.Errorf("%s: %w", in.Name, err)
		}
	}
	return nil
}

// runAll runs the inputs, and returns how many runs exceed a bound. only is the only command to run; "" runs all.
func runAll(karplint string, chosen []hostile.Input, only string, part int, timeout time.Duration) (failed int, err error) {
	karplint, err = filepath.Abs(karplint)
	if err != nil {
		return 0, err
	}
	fmt.Printf("%-34s %-8s %8s %8s %8s  %s\n", "input", "command", "wall", "cpu", "memory", "outcome")
	for _, in := range chosen {
		for _, command := range in.CommandsToRun() {
			if only != "" && command != only {
				continue
			}
			r, err := measure(karplint, in, command, part, timeout)
			if err != nil {
				return failed, fmt.Errorf("%s: %w", in.Name, err)
			}
			fmt.Printf("%-34s %-8s %7.2fs %7.2fs %5d MB  %s\n", in.Name, command, r.wall.Seconds(), r.cpu.Seconds(), r.memory>>20, r.outcome)
			if r.outcome != "ok" {
				failed++
			}
		}
	}
	return failed, nil
}

// result is the cost of one run.
type result struct {
	wall, cpu time.Duration
	memory    int64 // peak, in bytes
	outcome   string
}

// measure runs a command of karplint in a new directory that holds the input.
func measure(karplint string, in hostile.Input, command string, part int, timeout time.Duration) (result, error) {
	dir, err := os.MkdirTemp("", "hostile")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary directory
	// Files are streamed to the disk: a child's peak memory begins with that of its parent.
	if err := in.Write(hostile.Tree{Dir: dir, Part: part}); err != nil {
		return result{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	args := append([]string{command}, in.Args...)
	c := exec.CommandContext(ctx, karplint, args...)
	c.Dir = dir
	stdin, err := in.OpenStdin(dir)
	if err != nil {
		return result{}, err
	}
	defer stdin.Close() //nolint:errcheck // it was only read
	c.Stdin = stdin
	var output tail
	c.Stdout, c.Stderr = &output, &output
	start := time.Now()
	err = c.Run()
	r := result{wall: time.Since(start), outcome: "ok"}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return r, err
	}
	usage, _ := c.ProcessState.SysUsage().(*syscall.Rusage)
	r.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	r.memory = usage.Maxrss << 10
	r.judge(c.ProcessState.ExitCode(), in.Exit, output.last)
	return r, nil
}

// judge sets the outcome: the bounds that the run exceeded.
func (r *result) judge(exit, wanted int, output []byte) {
	var faults []string
	if r.wall > maxTime {
		faults = append(faults, "time")
	}
	if r.memory > maxMemory {
		faults = append(faults, "memory")
	}
	if exit != 0 && exit != 1 && exit != wanted {
		faults = append(faults, fmt.Sprintf("exit %d: %s", exit, lastLine(output)))
	}
	if bytes.Contains(output, []byte("bug")) || bytes.Contains(output, []byte("goroutine ")) {
		faults = append(faults, "bug")
	}
	if len(faults) > 0 {
		r.outcome = "EXCEEDS " + strings.Join(faults, ", ")
	}
}

func lastLine(output []byte) string {
	lines := bytes.Split(bytes.TrimSpace(output), []byte("\n"))
	line := string(lines[len(lines)-1])
	return line[:min(len(line), 120)]
}

// tail keeps the last bytes that are written to it.
type tail struct{ last []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.last = append(t.last, p...)
	if len(t.last) > 1<<16 {
		t.last = append(t.last[:0], t.last[len(t.last)-1<<15:]...)
	}
	return len(p), nil
}
