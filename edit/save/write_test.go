package save

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.yaml")
	put(t, path, "old\n", 0o640)
	if err := Write(dir, path, []byte("old\n"), []byte("new\n")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new\n")
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v; want 0640", info.Mode(), err)
	}
	onlyFiles(t, dir, "a.yaml")
}

func TestWriteEqualTouchesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "absent")
	if err := Write("", path, []byte("x"), []byte("x")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("%v; want no file", err)
	}
}

func TestWriteRefusesChangedFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.yaml")
	put(t, path, "edited meanwhile\n", 0o644)
	refused(t, Write(dir, path, []byte("old\n"), []byte("new\n")), "changed on disk since it was read")
	holds(t, path, "edited meanwhile\n")
	onlyFiles(t, dir, "a.yaml")
}

func TestWriteFollowsLinkInside(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "real.yaml"), "old\n", 0o644)
	link := filepath.Join(dir, "link.yaml")
	symlink(t, "real.yaml", link)
	if err := Write(dir, link, []byte("old\n"), []byte("new\n")); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(dir, "real.yaml"), "new\n")
	if to, err := os.Readlink(link); err != nil || to != "real.yaml" {
		t.Errorf("the link now is %q, %v; want real.yaml", to, err)
	}
}

func TestWriteRefusesLinkOutside(t *testing.T) {
	outside, dir := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret.yaml")
	put(t, secret, "old\n", 0o644)
	symlink(t, secret, filepath.Join(dir, "link.yaml"))
	symlink(t, outside, filepath.Join(dir, "sub"))
	for _, path := range []string{filepath.Join(dir, "link.yaml"), filepath.Join(dir, "sub", "secret.yaml")} {
		refused(t, Write(dir, path, []byte("old\n"), []byte("new\n")), "outside of")
	}
	holds(t, secret, "old\n")
}

func TestWriteRefusesOddTargets(t *testing.T) {
	dir := t.TempDir()
	refused(t, Write(dir, filepath.Join(dir, "absent"), nil, []byte("x")), "no such file")
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	refused(t, Write(dir, filepath.Join(dir, "sub"), nil, []byte("x")), "not a regular file")
	symlink(t, "loop", filepath.Join(dir, "loop"))
	refused(t, Write(dir, filepath.Join(dir, "loop"), nil, []byte("x")), "too many links")
}

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, want)
	}
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v; want one about %q", err, want)
	}
	if err != nil && strings.Contains(err.Error(), "\n") {
		t.Errorf("error of several lines: %q", err)
	}
}

func symlink(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Fatal(err)
	}
}

func onlyFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("%s holds %q; want %q", dir, got, want)
	}
}

// TestWriteInLinkedDirectory: the working directory may be named by a link, which is no way out of the root.
func TestWriteInLinkedDirectory(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, link := filepath.Join(base, "root"), filepath.Join(base, "link")
	if err := errors.Join(os.Mkdir(root, 0o755), os.Symlink(root, link), os.WriteFile(filepath.Join(root, "f"), []byte("1"), 0o600)); err != nil {
		t.Fatal(err)
	}
	t.Chdir(link)
	if err := Write(root, "f", []byte("1"), []byte("2")); err != nil {
		t.Error(err)
	}
}
