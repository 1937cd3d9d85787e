package sides

import (
	"os"
	"path/filepath"
	"testing"
)

// TestHasFilter: of several lines that name a file the last one counts, that of a directory before that above it, and .git/info/attributes before
// all.
func TestHasFilter(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		".gitattributes": "[attr]secret filter=crypt diff=crypt\n*.tf filter=fmt\n*.yaml text\nplain.tf -filter\nkeys.yaml secret\n" +
			"\"with space.yaml\" filter=x\n",
		"dir/.gitattributes":   "*.tf !filter\nlocal.yaml filter=lfs\n",
		".git/info/attributes": "dir/own.yaml filter=x\nplain.yaml filter\n",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := &Sides{Root: root}
	for name, want := range map[string]bool{
		"a.tf": true, "plain.tf": false, "a.yaml": false, "keys.yaml": true, "with space.yaml": true, "deep/er/a.tf": true,
		"dir/a.tf": false, "dir/local.yaml": true, "dir/own.yaml": true, "plain.yaml": true, "dir/b.yaml": false,
	} {
		if got := s.HasFilter(name); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
}
