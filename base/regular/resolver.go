package regular

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Resolver resolves links as Resolve does, for many paths: it resolves each directory once. The zero value is ready; it may be used concurrently.
type Resolver struct {
	Reader *Reader // nil: all is on the disk

	directories sync.Map
}

// Resolve is the function Resolve. A directory is resolved as it was when a path in it was resolved first.
func (r *Resolver) Resolve(path string, directories ...string) (string, error) {
	if r.Reader != nil && r.Reader.tree != nil {
		return r.Reader.Resolve(path, directories...)
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink != 0 || !filepath.IsAbs(path) || filepath.Clean(path) != path {
		return Resolve(path, directories...)
	}
	dir, err := r.directory(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	return within(filepath.Join(dir, filepath.Base(path)), directories)
}

// directory returns an absolute directory without links.
func (r *Resolver) directory(dir string) (string, error) {
	if real, ok := r.directories.Load(dir); ok {
		return real.(string), nil
	}
	parent := filepath.Dir(dir)
	real := dir
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return "", err
	case info.Mode()&fs.ModeSymlink != 0:
		real, err = filepath.EvalSymlinks(dir)
	case parent != dir:
		if real, err = r.directory(parent); err == nil {
			real = filepath.Join(real, filepath.Base(dir))
		}
	}
	if err == nil {
		r.directories.Store(dir, real)
	}
	return real, err
}
