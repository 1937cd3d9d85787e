package regular_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/karplint/karplint/base/regular"
)

// copied is a Tree with the contents that a directory has on the disk.
type copied struct{ dir string }

func (c copied) full(path string) string { return filepath.Join(c.dir, filepath.FromSlash(path)) }

func (c copied) Lookup(path string) (fs.FileMode, bool) {
	info, err := os.Lstat(c.full(path))
	if err != nil {
		return 0, false
	}
	return info.Mode(), true
}

func (c copied) OnDisk(string) bool { return false }

func (c copied) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(c.full(path)) }

func (c copied) Read(path string, limit int) ([]byte, error) {
	if target, err := os.Readlink(c.full(path)); err == nil {
		return []byte(target), nil
	}
	return regular.Read(c.full(path), limit)
}

func (c copied) Identity(path string) string {
	data, _ := c.Read(path, 100)
	return string(data)
}

// TestInstead: a tree that stands in for an empty directory, with the contents of another one, answers as that one does: also where links lead from
// one directory to another, in circles, out of the tree and nowhere.
func TestInstead(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	disk, empty, outside := filepath.Join(base, "disk"), filepath.Join(base, "gone"), filepath.Join(base, "outside")
	for _, dir := range []string{filepath.Join(disk, "a", "b"), empty, outside} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"disk/a/file": "1", "disk/a/b/file": "22", "disk/top": "333", "outside/file": "4444"} {
		if err := os.WriteFile(filepath.Join(base, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"a/b/up": "..", "a/here": "file", "dir": "a/b", "circle": "circle", "none": "a/nothing", "out": "../outside",
		"far": "../outside/file", "twice": "dir/up/here",
	} {
		if err := os.Symlink(target, filepath.Join(disk, name)); err != nil {
			t.Fatal(err)
		}
	}
	plain, instead := regular.NewReader(0), regular.Instead(empty, copied{disk}, 1000)
	for _, path := range []string{
		".", "a", "a/file", "a/b/file", "top", "top/file", "a/b/up/file", "a/here", "dir", "dir/file", "dir/up", "circle", "none", "out", "out/file",
		"far", "twice", "missing", "missing/file",
	} {
		one, other := filepath.Join(disk, path), filepath.Join(empty, path)
		if got, want := answers(instead, other, empty), answers(plain, one, disk); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

// answers is what a reader says of a path in a directory.
func answers(r *regular.Reader, path, dir string) []string {
	relative := func(path string) string {
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return path
		}
		return rel
	}
	real, err := r.WithoutLinks(path)
	all := []string{relative(real), is(err == nil), is(r.IsFile(path)), is(r.IsDir(path)), is(r.Exists(path)), is(r.IsLink(path))}
	if err != nil {
		all[0] = ""
	}
	inside, err := r.Resolve(path, dir)
	all = append(all, is(err == nil && inside == real))
	data, err := r.Read(path, 3)
	all = append(all, string(data), is(err == nil))
	entries, err := r.ReadDir(path)
	for _, e := range entries {
		all = append(all, e.Name()+" "+e.Type().String())
	}
	return append(all, is(err == nil))
}

func is(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}
