// Command hostile runs karplint on inputs made to exhaust it, and prints the cost of each. It fails if one of them takes more than the limits on its
// command line allow, ends with another exit code than 0 or 1, or reports a bug.
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
	"syscall"
	"time"
)

// The limits on the command line, and the room for the report and for what no limit can stop at once.
const (
	timeLimit   = 4 * time.Second
	memoryLimit = 600 << 20
	timeRoom    = 4 * time.Second
	memoryRoom  = 120 << 20
)

func main() {
	karplint := flag.String("karplint", "karplint", "the program to run")
	run := flag.String("run", ".", "regular expression of the inputs to run")
	write := flag.String("write", "", "a directory for the inputs, each in one of its own; nothing is run")
	flag.Parse()
	failed, err := runAll(*karplint, regexp.MustCompile(*run), *write)
	if err != nil {
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(2)
	}
	if failed > 0 {
		fmt.Printf("%d runs exceed a limit\n", failed)
		os.Exit(1)
	}
}

// runAll runs the chosen inputs, or writes them to a directory, and returns how many runs exceed a limit.
func runAll(karplint string, chosen *regexp.Regexp, write string) (failed int, err error) {
	if karplint, err = filepath.Abs(karplint); err != nil {
		return 0, err
	}
	for _, in := range inputs {
		if !chosen.MatchString(in.name) {
			continue
		}
		dir := filepath.Join(write, in.name)
		if write == "" {
			if dir, err = os.MkdirTemp("", "hostile"); err != nil {
				return failed, err
			}
		}
		err := in.write(dir)
		for _, command := range in.commands() {
			if err == nil && write == "" {
				var ok bool
				if ok, err = measure(karplint, in.name, command, dir); !ok {
					failed++
				}
			}
		}
		if write == "" {
			err = errors.Join(err, os.RemoveAll(dir))
		}
		if err != nil {
			return failed, fmt.Errorf("%s: %w", in.name, err)
		}
	}
	return failed, nil
}

// measure runs a command once, prints its cost, and reports whether it kept to the limits.
func measure(karplint, name, command, dir string) (bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*timeLimit)
	defer cancel()
	c := exec.CommandContext(ctx, karplint, command, "--timeout", timeLimit.String(), "--max-memory", fmt.Sprint(memoryLimit))
	c.Dir = dir
	var output tail
	c.Stdout, c.Stderr = &output, &output
	start := time.Now()
	err := c.Run()
	wall := time.Since(start)
	if ended := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ended) && ctx.Err() == nil {
		return false, err
	}
	usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return false, errors.New("this system does not tell a program's peak memory")
	}
	memory := usage.Maxrss << 10
	outcome := judge(wall, memory, c.ProcessState.ExitCode(), output.last)
	fmt.Printf("%-28s %-8s %6.2fs %5d MiB  %s\n", name, command, wall.Seconds(), memory>>20, outcome)
	return outcome == "ok" || outcome == limited, nil
}

const limited = "ended by a limit"

// judge returns the outcome of a run.
func judge(wall time.Duration, memory int64, exit int, output []byte) string {
	switch {
	case wall > timeLimit+timeRoom:
		return "EXCEEDS time"
	case memory > memoryLimit+memoryRoom:
		return "EXCEEDS memory"
	case exit != 0 && exit != 1:
		return fmt.Sprintf("EXIT %d", exit)
	case bytes.Contains(output, []byte("a bug in karplint")) || bytes.Contains(output, []byte("goroutine ")):
		return "BUG"
	case bytes.Contains(output, []byte("the run takes more ")):
		return limited
	}
	return "ok"
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
