// Command hostile runs karplint on inputs made to exhaust it, and prints the cost of each. It fails if one of them takes
// more than the last bound allows, ends with another exit code than 0 or 1, reports a bug, or changes files again that it has changed already.
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
	"syscall"
	"time"

	"github.com/karplint/karplint/internal/testing/hostile"
)

// The bounds for an input of up to 10 MB, with some room for the report.
const (
	maxTime   = 75 * time.Second
	maxMemory = 1200 << 20
)

func main() {
	karplint := flag.String("karplint", "karplint", "the program to run")
	run := flag.String("run", ".", "regular expression of the inputs to run")
	command := flag.String("command", "", "regular expression of the commands and ways (see ways.go) to run; \"\": the commands of each input")
	timeout := flag.Duration("timeout", 2*time.Minute, "when a run is killed")
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
	var names *regexp.Regexp
	if *command != "" {
		names = regexp.MustCompile("^(" + *command + ")$")
	}
	failed, err := runAll(*karplint, chosen, names, *part, *timeout)
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

// runAll runs the inputs, and returns how many runs exceed a bound. names select the commands; see runs.
func runAll(karplint string, chosen []hostile.Input, names *regexp.Regexp, part int, timeout time.Duration) (failed int, err error) {
	karplint, err = filepath.Abs(karplint)
	if err != nil {
		return 0, err
	}
	fmt.Printf("%-34s %-8s %8s %8s %8s  %s\n", "input", "command", "wall", "cpu", "memory", "outcome")
	for _, in := range chosen {
		results, err := runInput(karplint, in, names, part, timeout)
		if err != nil {
			return failed, fmt.Errorf("%s: %w", in.Name, err)
		}
		for _, r := range results {
			if r.outcome != "ok" {
				failed++
			}
		}
	}
	return failed, nil
}

// runInput runs one input, each time in a new directory, and prints the results.
func runInput(karplint string, in hostile.Input, names *regexp.Regexp, part int, timeout time.Duration) (all []result, err error) {
	dir, err := os.MkdirTemp("", "hostile")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // a temporary directory
	// Files are streamed to the disk: a child's peak memory begins with that of its parent.
	fresh := func() error {
		return errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o750), in.Write(hostile.Tree{Dir: dir, Part: part}))
	}
	if err := fresh(); err != nil {
		return nil, err
	}
	for _, todo := range runs(in, dir, names) {
		results, err := todo.measure(karplint, dir, in.Exit, timeout)
		for _, r := range results {
			fmt.Printf("%-34s %-8s %7.2fs %7.2fs %5d MB  %s\n", in.Name, r.name, r.wall.Seconds(), r.cpu.Seconds(), r.memory>>20, r.outcome)
		}
		if err == nil && todo.changes {
			err = fresh()
		}
		if err != nil {
			return nil, err
		}
		all = append(all, results...)
	}
	return all, nil
}

// result is the cost of one run.
type result struct {
	name      string
	wall, cpu time.Duration
	memory    int64 // peak, in bytes
	exit      int
	partial   bool // it says that another run would do more
	outcome   string
}

// measure runs karplint once, or twice if it changes files.
func (r run) measure(karplint, dir string, exit int, timeout time.Duration) ([]result, error) {
	if !r.changes {
		once, err := r.once(karplint, dir, exit, timeout)
		return []result{once}, err
	}
	original, err1 := digest(dir)
	first, err2 := r.once(karplint, dir, exit, timeout)
	changed, err3 := digest(dir)
	if err := errors.Join(err1, err2, err3); err != nil || changed == original {
		return []result{first}, err
	}
	second, err1 := r.once(karplint, dir, exit, timeout)
	again, err2 := digest(dir)
	second.name += "-2"
	switch {
	case again != changed && !first.partial:
		second.fault("changes files again")
	case second.exit != first.exit:
		second.fault(fmt.Sprintf("exit %d after %d", second.exit, first.exit))
	}
	return []result{first, second}, errors.Join(err1, err2)
}

func (r run) once(karplint, dir string, exit int, timeout time.Duration) (result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	c := exec.CommandContext(ctx, karplint, r.args...)
	c.Dir = dir
	stdin, err := hostile.OpenStdin(r.stdin, dir)
	if err != nil {
		return result{}, err
	}
	defer stdin.Close() //nolint:errcheck // it was only read
	c.Stdin = stdin
	var output tail
	c.Stdout, c.Stderr = &output, &output
	start := time.Now()
	err = c.Run()
	cost := result{name: r.name, wall: time.Since(start), outcome: "ok", exit: c.ProcessState.ExitCode()}
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) && ctx.Err() == nil {
		return cost, err
	}
	usage, _ := c.ProcessState.SysUsage().(*syscall.Rusage)
	cost.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	cost.memory = usage.Maxrss << 10
	cost.partial = bytes.Contains(output.last, []byte("run it again"))
	cost.judge(exit, output.last)
	return cost, nil
}

// judge sets the outcome: the bounds that the run exceeded.
func (r *result) judge(wanted int, output []byte) {
	if r.wall > maxTime {
		r.fault("time")
	}
	if r.memory > maxMemory {
		r.fault("memory")
	}
	if r.exit != 0 && r.exit != 1 && r.exit != wanted {
		r.fault(fmt.Sprintf("exit %d: %s", r.exit, lastLine(output)))
	}
	if bytes.Contains(output, []byte("bug")) || bytes.Contains(output, []byte("goroutine ")) {
		r.fault("bug")
	}
}

func (r *result) fault(what string) {
	if r.outcome == "ok" {
		r.outcome = "EXCEEDS " + what
		return
	}
	r.outcome += ", " + what
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
