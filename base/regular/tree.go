package regular

import "io/fs"

// Tree holds what a directory contains in place of the disk, such as the files of a commit. Paths are relative to that directory, clean, with "/";
// "." is the directory itself. It is safe for concurrent use.
type Tree interface {
	// Lookup returns the type of what is at a path, without following links, and whether there is something.
	Lookup(path string) (fs.FileMode, bool)
	// OnDisk reports whether the disk counts at a path and below it: in .git, or in a submodule.
	OnDisk(path string) bool
	// ReadDir returns the entries of a directory, sorted by name. The error is fs.ErrNotExist, or syscall.ENOTDIR.
	ReadDir(path string) ([]fs.DirEntry, error)
	// Read returns the bytes of a file of at most limit bytes, or the target of a link. Errors are fs.ErrNotExist, ErrTooLarge, and those of the source.
	Read(path string, limit int) ([]byte, error)
	// Identity returns what is equal for equal contents of a file, and for all directories, in all trees of a repository; "" if there is nothing, or if
	// that is unknown.
	Identity(path string) string
}
