// Package regular is the only package that opens files for reading: regular files, up to a bound, and directories. It refuses
// pipes and devices, because reading one may block or never end, and files outside of a directory.
package regular

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

var (
	// ErrNotRegular is the error for a path that is neither a file nor a link to one.
	ErrNotRegular = errors.New("not a regular file")
	// ErrTooLarge is wrapped by the error for a file above the bound, which names the bound.
	ErrTooLarge = errors.New("the maximum")
	// ErrOutside is the error for a path that leads out of the repository.
	ErrOutside = errors.New("not read: outside the repository")
)

// Open opens a regular file for reading and returns its size in bytes. Links are followed. Errors are *fs.PathError and ErrNotRegular.
func Open(path string) (file *os.File, size int64, err error) {
	file, err = os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // else a pipe without a writer blocks
	if err != nil {
		return nil, 0, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
	}
	if err != nil {
		_ = file.Close()
		return nil, 0, err
	}
	return file, info.Size(), nil
}

// Read returns the bytes of a regular file of at most limit bytes. Errors are those of Open and ErrTooLarge.
func Read(path string, limit int) ([]byte, error) {
	file, size, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was opened for reading only
	if size > int64(limit) {
		return nil, tooLarge(limit)
	}
	return ReadAll(file, size, limit)
}

// ReadAll returns all bytes that are left in a reader, at most limit. size is the expected number of bytes, or 0. For more bytes it
// returns ErrTooLarge, even if the file has grown only during the read.
func ReadAll(r io.Reader, size int64, limit int) ([]byte, error) {
	data := make([]byte, 0, size+1)
	for {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, nil
		case err != nil:
			return nil, err
		case len(data) > limit:
			return nil, tooLarge(limit)
		}
	}
}

func tooLarge(limit int) error {
	return fmt.Errorf("larger than %d MiB, %w", limit>>20, ErrTooLarge)
}

// Resolve returns a path with its links resolved. It returns ErrOutside if the path leads to none of the directories, which must
// be absolute and without links. The error does not reveal where the path leads. A path that does not exist is a *fs.PathError.
func Resolve(path string, directories ...string) (string, error) {
	if _, err := os.Stat(path); err != nil { // the error of the system, which names the path
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	return within(real, directories)
}

// within returns a path without links if it is in one of the directories.
func within(real string, directories []string) (string, error) {
	for _, dir := range directories {
		if Contains(dir, real) {
			return real, nil
		}
	}
	return "", ErrOutside
}

// ReadDir returns the entries of a directory, sorted by name. If it fails halfway, it returns the entries so far, and a
// *fs.PathError.
func ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(path) }

// Stat describes the file at the path, following links. Errors are *fs.PathError.
func Stat(path string) (fs.FileInfo, error) { return os.Stat(path) }

// disk is the Reader of all that is on the disk.
var disk *Reader

// Lookup is the method of a Reader, for the disk.
func Lookup(path string) (fs.FileMode, error) { return disk.Lookup(path) }

// IsFile reports whether the path leads to a regular file, following links.
func IsFile(path string) bool { return disk.IsFile(path) }

// IsDir reports whether the path leads to a directory, following links.
func IsDir(path string) bool { return disk.IsDir(path) }

// Exists reports whether the path exists, also as a link that leads nowhere.
func Exists(path string) bool { return disk.Exists(path) }

// IsLink reports whether the path is a symbolic link.
func IsLink(path string) bool { return disk.IsLink(path) }

// WithoutLinks returns the path with symbolic links resolved. Errors are *fs.PathError, or about too many links.
func WithoutLinks(path string) (string, error) { return filepath.EvalSymlinks(path) }

// Contains reports whether the path is the directory or in it; both are absolute and without links.
func Contains(dir, path string) bool {
	separator := string(filepath.Separator)
	suffix, ok := strings.CutPrefix(path, strings.TrimSuffix(dir, separator)) // the root ends with a separator
	return ok && (suffix == "" || strings.HasPrefix(suffix, separator))
}

// LinkTarget returns the path that a symbolic link contains. Errors are *fs.PathError.
func LinkTarget(path string) (string, error) { return os.Readlink(path) }
