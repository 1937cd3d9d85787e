//go:build unix

package load

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Reading a pipe would block for ever.
func TestSpecialFiles(t *testing.T) {
	root := tree(t, map[string]string{"a.yaml": ""})
	for _, name := range []string{"pipe.yaml", ".gitignore"} {
		if err := syscall.Mkfifo(filepath.Join(root, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := paths(List([]string{"."}, Options{Dir: root})); got != "a.yaml" {
		t.Errorf("got %q", got)
	}
	named := List([]string{"pipe.yaml"}, Options{Dir: root})
	if len(named.Files) != 0 || len(named.Errors) != 1 || !strings.HasPrefix(named.Errors[0].Error(), "pipe.yaml: not a regular file") {
		t.Errorf("got %+v", named)
	}
}
