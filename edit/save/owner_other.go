//go:build !unix

package save

import (
	"io/fs"
	"os"
)

func keepOwner(*os.File, fs.FileInfo) {}

func linkCount(fs.FileInfo) uint { return 1 }

func lock(*os.File) {}

// closeUnlessLocked closes the file, because an open one cannot be renamed everywhere.
func closeUnlessLocked(f *os.File) error { return f.Close() }

// removeUnlocked removes nothing, because it cannot know whether the file is in use.
func removeUnlocked(string) bool { return false }
