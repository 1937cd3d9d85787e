//go:build unix

package regular_test

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/karplint/karplint/base/regular"
)

// TestPipe: opening a pipe that nobody writes to would block.
func TestPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("this file system has no pipes")
	}
	for _, path := range []string{pipe, "/dev/zero"} {
		if _, err := regular.Read(path, 5); !errors.Is(err, regular.ErrNotRegular) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
