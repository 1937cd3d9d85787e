package regular_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/karplint/karplint/base/regular"
)

// TestReader: a file is opened once if there is room for its bytes, and a directory in any case. Without room, both calls read it.
func TestReader(t *testing.T) {
	for _, test := range []struct {
		reader *regular.Reader
		keeps  bool
	}{{regular.NewReader(5), true}, {regular.NewReader(4), false}, {nil, false}} {
		dir := t.TempDir()
		file := filepath.Join(dir, "file")
		if err := os.WriteFile(file, []byte("12345"), 0o600); err != nil {
			t.Fatal(err)
		}
		if data, err := test.reader.Read(file, 100); err != nil || string(data) != "12345" {
			t.Errorf("%q, %v", data, err)
		}
		if entries, err := test.reader.ReadDir(dir); err != nil || len(entries) != 1 {
			t.Errorf("%v, %v", entries, err)
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if data, err := test.reader.Read(file, 100); (err == nil) != test.keeps {
			t.Errorf("the second time: %q, %v; want %t", data, err, test.keeps)
		}
		if _, err := test.reader.Read(file, 4); err == nil {
			t.Error("5 bytes of 4 are read")
		}
		if entries, err := test.reader.ReadDir(dir); err != nil || (len(entries) == 1) != (test.reader != nil) {
			t.Errorf("the second time: %v, %v", entries, err)
		}
	}
}
