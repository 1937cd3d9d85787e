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
