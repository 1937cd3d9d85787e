// Package save writes files atomically: a file has either its old or its new content. A file that changed in the meantime
// is not overwritten.
package save

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Change is a file to write.
type Change struct {
	Root   string // the directory that symbolic links must not leave; "" allows every place
	Path   string
	Before []byte // the content of the file before the change
	After  []byte
	Remove bool // the file goes, if it still holds Before; After is not read
}

// Write replaces the content of the file at path by after, if it still is before. No reader ever
// sees a partial file: Write writes and syncs a temporary file in the same directory and renames
// it. It keeps the mode, the extended attributes and, where permitted, the owner.
//
// A symbolic link is followed; one that leads out of the directory root is an error, as are a
// file that changed since it was read, one that may not be written, one with several hard links, and one that is no regular
// file. An empty root allows every place.
func Write(root, path string, before, after []byte) error {
	return Group([]Change{{Root: root, Path: path, Before: before, After: after}})[0]
}

// Group writes files that belong together: all of them or none. The files are replaced at the end, one right after the other, so
// that a killed process is unlikely to leave only a part of them changed. It returns an error or nil for each change.
func Group(changes []Change) []error {
	errs := make([]error, len(changes))
	files := make([]*staged, len(changes))
	defer func() {
		for _, s := range files {
			s.release()
		}
	}()
	for i, c := range changes {
		if files[i], errs[i] = stage(c); errs[i] != nil {
			return refuse(errs, changes, i)
		}
	}
	for i, s := range files {
		errs[i] = s.replace()
	}
	for _, s := range files {
		s.sync()
	}
	return errs
}

// refuse returns the error of the failed change, and for each other change an error that names it.
func refuse(errs []error, changes []Change, failed int) []error {
	for i, c := range changes {
		if i != failed && !c.isNone() {
			errs[i] = fmt.Errorf("%s: not written, because it belongs to %s", c.Path, changes[failed].Path)
		}
	}
	return errs
}

// isNone reports whether the change has no effect.
func (c *Change) isNone() bool { return !c.Remove && bytes.Equal(c.Before, c.After) }

// staged is a change whose content is in a temporary file.
type staged struct {
	Change
	target string // Path with links resolved
	temp   *temporary
}

// stage checks whether a change can be made, and writes its content to a temporary file. It returns nil if nothing changes.
func stage(c Change) (*staged, error) {
	if c.isNone() {
		return nil, nil
	}
	s := &staged{Change: c}
	var err error
	if s.target, err = resolve(c.Root, c.Path); err != nil {
		return nil, err
	}
	info, err := os.Stat(s.target)
	if err != nil {
		return nil, fmt.Errorf("%s: %w; it was not written", c.Path, plainError(err))
	}
	if err := s.checkTarget(info); err != nil {
		return nil, err
	}
	if c.Remove {
		return s, nil
	}
	if s.temp, err = writeTemp(s.target, info, c.After); err != nil {
		return nil, fmt.Errorf("%s: no file can be made beside it: %w; it was not written", c.Path, plainError(err))
	}
	return s, nil
}

// checkTarget returns an error about a file that cannot be replaced, or must not be.
func (s *staged) checkTarget(info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file; it was not written", s.Path)
	}
	if links := linkCount(info); links > 1 {
		return fmt.Errorf("%s has %d hard links, and only one of them would change; it was not written", s.Path, links)
	}
	if err := writable(s.target); err != nil {
		return fmt.Errorf("%s: %w; it was not written", s.Path, plainError(err))
	}
	return s.checkUnchanged()
}

// checkUnchanged returns an error if the file has changed since it was read.
func (s *staged) checkUnchanged() error {
	now, err := os.ReadFile(s.target)
	if err == nil && !bytes.Equal(now, s.Before) {
		err = errors.New("changed on disk since it was read")
	}
	if err != nil {
		return fmt.Errorf("%s %w; it was not written", s.Path, plainError(err))
	}
	return nil
}

// replace renames the temporary file to the target. It fails if the target has changed.
func (s *staged) replace() error {
	if s == nil {
		return nil
	}
	if err := s.checkUnchanged(); err != nil {
		return err
	}
	if s.Remove {
		if err := os.Remove(s.target); err != nil {
			return fmt.Errorf("%s cannot be removed: %w", s.Path, plainError(err))
		}
		return nil
	}
	if err := os.Rename(s.temp.path, s.target); err != nil {
		return fmt.Errorf("%s cannot be replaced: %w; it was not written", s.Path, plainError(err))
	}
	s.temp.path = ""
	return nil
}

// sync makes a rename survive a power cut. Some systems cannot do that, which is not an error.
func (s *staged) sync() {
	if s == nil {
		return
	}
	if d, err := os.Open(filepath.Dir(s.target)); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

func (s *staged) release() {
	if s != nil && s.temp != nil {
		s.temp.remove()
	}
}

// resolve follows symbolic links in path, which must end inside root.
func resolve(root, path string) (string, error) {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", fmt.Errorf("%s: %w; it was not written", path, plainError(err))
	}
	if root == "" {
		return target, nil
	}
	realRoot, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", fmt.Errorf("%s: %w", root, plainError(err))
	}
	if realRoot, err = filepath.Abs(realRoot); err != nil {
		return "", err
	}
	abs, err := filepath.Abs(target)
	if err == nil {
		abs, err = filepath.EvalSymlinks(abs) // the working directory may be named by a link
	}
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(realRoot, abs)
	if err != nil || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", fmt.Errorf("%s leads to %s, outside of %s; it was not written", path, target, root)
	}
	return target, nil
}

// writable asks the system, because a rename would replace a read-only file as well.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return f.Close()
}

// plainError drops the system call and the path from an error that names the path already.
func plainError(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	var linkErr *os.LinkError
	if errors.As(err, &linkErr) {
		return linkErr.Err
	}
	return err
}
