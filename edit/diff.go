package edit

import (
	"bytes"

	"github.com/aymanbagabas/go-udiff"
)

// Diff returns the unified diff of a file, with a/ and b/ before its path, or "" where before
// and after are equal. It can be fed to patch -p1 and git apply.
func Diff(path string, before, after []byte) string {
	if bytes.Equal(before, after) {
		return ""
	}
	return udiff.Unified("a/"+path, "b/"+path, string(before), string(after))
}
