package save

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// asNobody runs f without root's right to write everywhere. The thread is thrown away with the
// goroutine, so the change stays with it.
func asNobody(t *testing.T, f func()) {
	if os.Geteuid() != 0 {
		f()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		if err := syscall.Setfsuid(65534); err != nil {
			t.Error(err)
			return
		}
		f()
	}()
	<-done
}

func TestWriteRefusesReadOnly(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "file.yaml")
	put(t, file, "old\n", 0o444)
	sub := filepath.Join(dir, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	inSub := filepath.Join(sub, "a.yaml")
	put(t, inSub, "old\n", 0o666)
	if err := os.Chmod(sub, 0o555); err != nil {
		t.Fatal(err)
	}
	asNobody(t, func() {
		refused(t, Write(dir, file, []byte("old\n"), []byte("new\n")), file+": permission denied")
		refused(t, Write(dir, inSub, []byte("old\n"), []byte("new\n")), "no file can be made beside it: permission denied")
	})
	holds(t, file, "old\n")
	holds(t, inSub, "old\n")
	onlyFiles(t, sub, "a.yaml")
}

func TestWriteKeepsOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root may give files away")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "a.yaml")
	put(t, path, "old\n", 0o644)
	if err := os.Chown(path, 1234, 2345); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, path, []byte("old\n"), []byte("new\n")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if st := info.Sys().(*syscall.Stat_t); st.Uid != 1234 || st.Gid != 2345 {
		t.Errorf("owner %d:%d; want 1234:2345", st.Uid, st.Gid)
	}
}

func TestWriteRefusesHardLinks(t *testing.T) {
	dir := t.TempDir()
	path, other := filepath.Join(dir, "a.yaml"), filepath.Join(dir, "b.yaml")
	put(t, path, "old\n", 0o644)
	if err := os.Link(path, other); err != nil {
		t.Fatal(err)
	}
	refused(t, Write(dir, path, []byte("old\n"), []byte("new\n")), path+" has 2 hard links")
	holds(t, other, "old\n")
	onlyFiles(t, dir, "a.yaml", "b.yaml")
}

func TestWriteKeepsAttributes(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.yaml")
	put(t, path, "old\n", 0o644)
	want := map[string]string{"user.origin": "a", "user.empty": "", "user.bytes": "\x00\xff"}
	for name, value := range want {
		if err := syscall.Setxattr(path, name, []byte(value), 0); errors.Is(err, syscall.ENOTSUP) {
			t.Skip("the file system has no extended attributes, so there is nothing to keep")
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if err := Write(dir, path, []byte("old\n"), []byte("new\n")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "new\n")
	for name, value := range want {
		buffer := make([]byte, 10)
		n, err := syscall.Getxattr(path, name, buffer)
		if err != nil || string(buffer[:n]) != value {
			t.Errorf("%s is %q, %v; want %q", name, buffer[:max(n, 0)], err, value)
		}
	}
}

// TestGroupRefusesAll: a file that cannot be written keeps those of its group from being written.
func TestGroupRefusesAll(t *testing.T) {
	dir := t.TempDir()
	var changes []Change
	for _, name := range []string{"a.yaml", "b.yaml", "c.yaml"} {
		path := filepath.Join(dir, name)
		put(t, path, "old\n", 0o644)
		changes = append(changes, Change{Root: dir, Path: path, Before: []byte("old\n"), After: []byte("new\n")})
	}
	put(t, changes[1].Path, "newer\n", 0o644)
	errs := Group(changes)
	refused(t, errs[0], "a.yaml: not written, because it belongs to "+changes[1].Path)
	refused(t, errs[1], "changed on disk")
	refused(t, errs[2], "c.yaml: not written")
	holds(t, changes[0].Path, "old\n")
	onlyFiles(t, dir, "a.yaml", "b.yaml", "c.yaml")

	changes[1].Before = []byte("newer\n")
	for i, err := range Group(changes) {
		if err != nil {
			t.Error(err)
		}
		holds(t, changes[i].Path, "new\n")
	}
	onlyFiles(t, dir, "a.yaml", "b.yaml", "c.yaml")
}

// TestRemoveLeftovers: what another process still uses stays, and so does what only has a similar name.
func TestRemoveLeftovers(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, ".karplint-12-pool.yaml.tmp"), "half", 0o600)
	put(t, filepath.Join(dir, ".karplint-baseline.json"), "{}", 0o600)
	put(t, filepath.Join(dir, ".karplint.yaml"), "", 0o600)
	symlink(t, ".karplint.yaml", filepath.Join(dir, ".karplint-13-pool.yaml.tmp"))
	used, err := newTemporary(filepath.Join(dir, "class.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	removed := RemoveLeftovers(dir)
	if want := (Leftover{filepath.Join(dir, ".karplint-12-pool.yaml.tmp"), filepath.Join(dir, "pool.yaml")}); len(removed) != 1 || removed[0] != want {
		t.Errorf("removed %q", removed)
	}
	if _, err := os.Stat(used.path); err != nil {
		t.Error(err)
	}
	used.remove()
	onlyFiles(t, dir, ".karplint-13-pool.yaml.tmp", ".karplint-baseline.json", ".karplint.yaml")
}

// TestFullDisk needs a small file system, which only root can mount.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("a small file system cannot be mounted here, so no disk can be full: %v", err)
	}
	defer func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	}()
	path := filepath.Join(dir, "a.yaml")
	put(t, path, "old\n", 0o644)
	refused(t, Write(dir, path, []byte("old\n"), make([]byte, 100_000)), "no space left on device; it was not written")
	holds(t, path, "old\n")
	onlyFiles(t, dir, "a.yaml")
}
