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
	"sync"
	"syscall"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/base/regular"
)

// The exit codes: no problems; findings, decisions or changes; wrong usage or configuration, an unreadable path, or a bug.
const (
	exitOK     = 0
	exitFound  = 1
	exitFailed = 2
)

// issuesURL is where to report a bug.
const issuesURL = "https://github.com/karplint/karplint/issues"

// Main runs the command line args (args[0] is the program's name) and returns the exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	tuneMemory()
	if len(args) > 1 && args[1] == "lint" {
		go builtinRules() //nolint:errcheck // loading takes longer than everything else before the rules are needed
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second interrupt ends the process at once
	r := &runner{
		ctx: ctx, stdin: stdin, out: bufio.NewWriterSize(stdout, 64<<10), err: stderr,
		stdoutIsTerminal: isTerminal(stdout), stderrIsTerminal: isTerminal(stderr),
	}
	codes := make(chan int, 1)
	go func() { codes <- r.run(args) }()
	select {
	case code := <-codes:
		return code
	case <-ctx.Done():
		r.saves.Lock() // a file that is being written is completed
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
		dir, err = regular.WithoutLinks(dir) // otherwise .. would differ from the system's
	}
	if err != nil {
		return r.reportFailure(err)
	}
	r.dir = dir
	if err := r.command(args); err != nil {
		return r.reportFailure(err)
	}
	return r.flush(r.code)
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

// reportFailure prints an error that ends the run, and returns the exit code.
func (r *runner) reportFailure(err error) int {
	r.flush(exitFailed)
	r.printErrors(err)
	var usage *usageError
	if errors.As(err, &usage) {
		fmt.Fprintf(r.err, "run %q for help\n", usage.command+" --help")
	}
	return exitFailed
}

// printErrors prints one line for each error to standard error.
func (r *runner) printErrors(errs ...error) {
	bugs := false
	for _, err := range errs {
		fmt.Fprintln(r.err, "karplint: "+printable.Text(err.Error()))
		var bug *parallel.Bug
		bugs = bugs || errors.As(err, &bug)
	}
	if bugs {
		fmt.Fprintln(r.err, "please report it, with the file if possible, at "+issuesURL)
	}
}

func (r *runner) printNote(format string, args ...any) {
	fmt.Fprintln(r.err, "karplint: "+printable.Text(fmt.Sprintf(format, args...)))
}

// flush writes the buffered standard output. If its reader has gone, such as head, that is not an error.
func (r *runner) flush(code int) int {
	err := r.out.Flush()
	if err == nil || errors.Is(err, syscall.EPIPE) {
		return code
	}
	r.printErrors(fmt.Errorf("cannot write to standard output: %w", err))
	return exitFailed
}

// usageError is an error in the command line.
type usageError struct {
	command string // "karplint lint"
	message string
}

func (e *usageError) Error() string { return e.message }
