package regular_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/base/regular"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := regular.Read(file, 5); err != nil || string(data) != "12345" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := regular.Read(file, 4); !errors.Is(err, regular.ErrTooLarge) {
		t.Errorf("5 bytes of 4: %v", err)
	}
	if _, err := regular.Read(dir, 5); !errors.Is(err, regular.ErrNotRegular) {
		t.Errorf("a directory: %v", err)
	}
	if _, err := regular.Read(filepath.Join(dir, "none"), 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestReadAll: a file may grow while it is read.
func TestReadAll(t *testing.T) {
	for size, want := range map[int]error{0: nil, 1000: nil, 1001: regular.ErrTooLarge, 100_000: regular.ErrTooLarge} {
		data, err := regular.ReadAll(strings.NewReader(strings.Repeat("a", size)), 10, 1000)
		if !errors.Is(err, want) || err == nil && len(data) != size {
			t.Errorf("%d bytes: %d, %v", size, len(data), err)
		}
	}
}

func TestResolve(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	inside, outside := filepath.Join(dir, "in"), filepath.Join(dir, "inn")
	for _, d := range []string{inside, outside} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(inside, "link")
	if err := os.Symlink(outside, link); err != nil {
		t.Skip("this system has no links")
	}
	for path, want := range map[string]error{
		inside: nil, outside: regular.ErrOutside, link: regular.ErrOutside, filepath.Join(inside, "..", "inn"): regular.ErrOutside,
		filepath.Join(inside, "none"): fs.ErrNotExist,
	} {
		if _, err := regular.Resolve(path, inside); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
}

// TestResolver: a Resolver gives what Resolve gives, in any order of the paths.
func TestResolver(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, name := range []string{"in/a/b", "out/c"} {
		if err := os.MkdirAll(in(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"in/a/b/f", "out/c/f"} {
		if err := os.WriteFile(in(name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"in/toB": "a/b", "in/toOut": in("out"), "in/a/up": "../toB", "in/file": "a/b/f", "in/gone": "none",
		"in/circle": "circle"} {
		if err := os.Symlink(target, in(link)); err != nil {
			t.Skip("this system has no links, so there is nothing to resolve") // Windows, for users without the right to make them
		}
	}
	paths := []string{
		in("in"), in("in/a/b/f"), in("in/toB/f"), in("in/toB"), in("in/a/up/f"), in("in/toOut/c/f"), in("in/file"), in("in/gone"), in("in/circle"),
		in("in/none/f"),
		in("out/c/f"), in("in/toB") + "/../b/f", in("in/toOut") + "/..", in("in/a/b/f") + "/f", "/",
	}
	for range 2 {
		slices.Reverse(paths)
		var r regular.Resolver
		for _, path := range paths {
			got, gotErr := r.Resolve(path, in("in"))
			want, wantErr := regular.Resolve(path, in("in"))
			if got != want || (gotErr == nil) != (wantErr == nil) || errors.Is(gotErr, regular.ErrOutside) != errors.Is(wantErr, regular.ErrOutside) {
				t.Errorf("%s: %s, %v instead of %s, %v", path, got, gotErr, want, wantErr)
			}
		}
	}
}
