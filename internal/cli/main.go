// Package cli is karplint's command line.
package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/internal/report"
)

// The exit codes: nothing to complain about; findings, decisions or changes; usage,
// configuration, an unreadable path, or a bug.
const (
	exitOK     = 0
	exitFound  = 1
	exitFailed = 2
)

// issuesURL is where a bug is to be told.
const issuesURL = "https://github.com/karplint/karplint/issues"

// Main runs the command line args (args[0] is the program's name) and returns the exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	tuneMemory()
	if len(args) > 1 && args[1] == "lint" {
		go builtinRules() //nolint:errcheck // reading them takes longer than all else before they are needed
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	r := &runner{
		ctx: ctx, stdin: stdin, out: bufio.NewWriterSize(stdout, 64<<10), err: stderr,
		stdoutIsTerminal: isTerminal(stdout), stderrIsTerminal: isTerminal(stderr),
	}
	done := make(chan int, 1)
	go func() { done <- r.run(args) }()
	select {
	case code := <-done:
		return code
	case <-ctx.Done():
		r.saves.Lock() // a file that is being written is written whole
		fmt.Fprintln(stderr, "karplint: interrupted")
		return exitFailed
	}
}

func (r *runner) run(args []string) (code int) {
	defer func() {
		if value := recover(); value != nil {
			fmt.Fprintf(r.err, "karplint: a bug in karplint: %v; please report it at %s\n", value, issuesURL)
			code = exitFailed
		}
	}()
	dir, err := os.Getwd()
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir) // else .. would not be what the system takes it for
	}
	if err != nil {
		return r.fail(err)
	}
	r.dir = dir
	if err := r.command(args); err != nil {
		return r.fail(err)
	}
	return r.finish(r.code)
}

// runner runs one command line.
type runner struct {
	ctx   context.Context
	stdin io.Reader
	out   *bufio.Writer // standard output
	err   io.Writer
	dir   string       // the working directory
	code  int          // the exit code if nothing fails
	saves sync.RWMutex // held for reading while a file is written

	stdoutIsTerminal, stderrIsTerminal bool
}

// fail tells what went wrong and returns the exit code.
func (r *runner) fail(err error) int {
	r.finish(exitFailed)
	r.say(err)
	var usage *usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(r.err, "run %q for help\n", usage.command+" --help")
	}
	return exitFailed
}

// say prints one line about each error to standard error.
func (r *runner) say(errs ...error) {
	bugs := false
	for _, err := range errs {
		fmt.Fprintln(r.err, "karplint: "+report.Clean(err.Error()))
		var bug *parallel.Bug
		bugs = bugs || errors.As(err, &bug)
	}
	if bugs {
		fmt.Fprintln(r.err, "please report it, with the file if you may, at "+issuesURL)
	}
}

func (r *runner) note(format string, args ...any) {
	fmt.Fprintln(r.err, "karplint: "+report.Clean(fmt.Sprintf(format, args...)))
}

// finish writes out what is left of standard output. A reader that has gone, such as head, is
// no failure.
func (r *runner) finish(code int) int {
	err := r.out.Flush()
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return code
	}
	r.say(fmt.Errorf("cannot write to standard output: %w", err))
	return exitFailed
}

// usageError is a command line that makes no sense.
type usageError struct {
	command string // "karplint lint"
	message string
}

func (e *usageError) Error() string { return e.message }
