package save_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/karplint/karplint/edit/save"
)

// A file goes only if it still holds what was read, and with all others of its group or not at all.
func TestRemove(t *testing.T) {
	dir := t.TempDir()
	gone, other := filepath.Join(dir, "gone.yaml"), filepath.Join(dir, "other.yaml")
	for _, path := range []string{gone, other} {
		if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	remove := func(before string) []save.Change {
		return []save.Change{
			{Root: dir, Path: gone, Before: []byte(before), Remove: true},
			{Root: dir, Path: other, Before: []byte("old"), After: []byte("new")},
		}
	}
	for i, err := range save.Group(remove("another")) {
		if err == nil {
			t.Errorf("change %d was made, although the file changed", i)
		}
	}
	if _, err := os.Stat(gone); err != nil {
		t.Fatal(err)
	}
	for _, err := range save.Group(remove("old")) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(gone); !os.IsNotExist(err) {
		t.Errorf("the file is still there: %v", err)
	}
	if text, err := os.ReadFile(other); err != nil || string(text) != "new" {
		t.Errorf("the other file holds %q: %v", text, err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}
