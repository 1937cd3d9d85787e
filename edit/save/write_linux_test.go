package save

import (
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
