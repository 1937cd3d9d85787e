package fileset

import (
	"io/fs"
	"path"
	"slices"
)

// Without is a set of files of which some are removed.
type Without struct {
	Files
	Removed map[string]bool // by path
}

// ReadFile returns the text of the file.
func (w Without) ReadFile(name string) ([]byte, error) {
	if err := w.missing(name); err != nil {
		return nil, err
	}
	return w.Files.ReadFile(name)
}

// ReadDir returns the entries of the directory that are there.
func (w Without) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := w.Files.ReadDir(name)
	return slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool { return w.Removed[path.Join(name, e.Name())] }), err
}

// Scan calls part with the bytes of the file.
func (w Without) Scan(name string, part func([]byte)) (tooLarge bool, err error) {
	if err := w.missing(name); err != nil {
		return false, err
	}
	return w.Files.Scan(name, part)
}

func (w Without) missing(name string) error {
	if w.Removed[path.Clean(name)] {
		return &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return nil
}
