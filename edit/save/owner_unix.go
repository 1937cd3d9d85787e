//go:build unix

package save

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives f the owner and group in info, as far as this user may.
func keepOwner(f *os.File, info fs.FileInfo) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	if f.Chown(int(st.Uid), int(st.Gid)) != nil {
		_ = f.Chown(-1, int(st.Gid)) // the group alone may be allowed
	}
}

// linkCount returns the number of names that a file has.
func linkCount(info fs.FileInfo) uint {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint(st.Nlink)
	}
	return 1
}

// lock marks an open file as in use. On a file system without locks no leftovers are found, so the error does not matter.
func lock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_EX) }

// closeUnlessLocked keeps a locked file open, because closing it would release the lock.
func closeUnlessLocked(*os.File) error { return nil }

// removeUnlocked removes a file that no process uses, and reports whether it did.
func removeUnlocked(path string) bool {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil && os.Remove(path) == nil
}
