//go:build unix

package cli_test

import (
	"bytes"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/karplint/karplint/internal/cli"
)

// blockedReader is a standard input that never delivers a byte.
type blockedReader struct {
	once    sync.Once
	started chan struct{}
}

func (r *blockedReader) Read([]byte) (int, error) {
	r.once.Do(func() { close(r.started) })
	select {}
}

func TestInterrupt(t *testing.T) {
	stdin := &blockedReader{started: make(chan struct{})}
	var stdout, stderr bytes.Buffer
	code := make(chan int)
	go func() { code <- cli.Main([]string{"karplint", "lint", "-"}, stdin, &stdout, &stderr) }()
	<-stdin.started
	if err := syscall.Kill(syscall.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-code:
		if got != 2 || stderr.String() != "karplint: interrupted\n" || stdout.Len() > 0 {
			t.Errorf("exit code %d, stdout %q, stderr %q", got, stdout.String(), stderr.String())
		}
	case <-time.After(10 * time.Second):
		t.Fatal("an interrupt does not end it")
	}
}
