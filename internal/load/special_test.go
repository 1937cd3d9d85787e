//go:build unix

package load

import (
	"path/filepath"
	"syscall"
	"testing"
)

// A pipe would block the reader for ever.
func TestSpecialFiles(t *testing.T) {
	root := tree(t, map[string]string{"a.yaml": ""})
	if err := syscall.Mkfifo(filepath.Join(root, "pipe.yaml"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := paths(List([]string{"."}, Options{Dir: root})); got != "a.yaml" {
		t.Errorf("got %q", got)
	}
}
