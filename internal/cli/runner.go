package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/parallel"
	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/base/regular"
)

// runner runs one command line.
type runner struct {
	ctx   context.Context
	stdin io.Reader

	readsStdin sync.Once
	read       []byte // of standard input
	readError  error

	out   *bufio.Writer // standard output
	err   io.Writer
	dir   string       // the working directory
	code  int          // the exit code if nothing fails
	saves sync.RWMutex // held for reading while a file is written

	files   *regular.Reader // reads the files, if not those on the disk are judged
	configs *configs        // of the files
	unwatch func()          // ends the watch of the limits

	stdout, stderr io.Writer // what out and err write to, and may be terminals
}

// The exit codes: no problems; findings, decisions or changes; wrong usage or configuration, an unreadable path, or a bug.
const (
	exitOK     = 0
	exitFound  = 1
	exitFailed = 2
)

// issuesURL is where to report a bug.
const issuesURL = "https://github.com/karplint/karplint/issues"

// usageError is an error in the command line.
type usageError struct {
	command string // "karplint lint"
	message string
}

func (e *usageError) Error() string { return e.message }

func usage(c *cli.Context, format string, args ...any) error {
	return &usageError{c.Command.HelpName, fmt.Sprintf(format, args...)}
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
