package cli_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/karplint/karplint/internal/cli"
)

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestStandardOutputFails(t *testing.T) {
	for _, test := range []struct {
		err    error
		code   int
		stderr string
	}{
		{syscall.EPIPE, 0, ""}, // karplint rules list | head -1
		{io.ErrClosedPipe, 2, "karplint: cannot write to standard output: io: read/write on closed pipe\n"},
		{errors.New("no space left on device"), 2, "karplint: cannot write to standard output: no space left on device\n"},
	} {
		var stderr bytes.Buffer
		code := cli.Main([]string{"karplint", "rules", "list"}, strings.NewReader(""), failingWriter{test.err}, &stderr)
		if code != test.code || stderr.String() != test.stderr {
			t.Errorf("%v: exit code %d, stderr %q", test.err, code, stderr.String())
		}
	}
}
