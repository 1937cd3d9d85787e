package main

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"testing"
)

// The figures of two machines can be compared only if the repositories are the same byte for byte.
func TestCorpusIsFixed(t *testing.T) {
	c := corpus{name: "test", roots: 4, tfPerRoot: 3, manifests: 40, every: 20}
	var sums []string
	for range 2 {
		dir := t.TempDir()
		files, bytes, err := c.write(dir)
		if err != nil {
			t.Fatal(err)
		}
		if files != 52 || bytes < 100_000 {
			t.Errorf("%d files with %d bytes", files, bytes)
		}
		sums = append(sums, sum(t, os.DirFS(dir)))
	}
	if sums[0] != sums[1] {
		t.Error("two runs wrote different files")
	}
}

func sum(t *testing.T, files fs.FS) string {
	t.Helper()
	hash := sha256.New()
	err := fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, path)
		hash.Write(append([]byte(path), data...))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(hash.Sum(nil))
}
