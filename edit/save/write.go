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

// Write replaces the content of the file at path by after, if it still is before. No reader ever
// sees a partial file: Write writes and syncs a temporary file in the same directory and renames
// it. It keeps the mode and, where permitted, the owner.
//
// A symbolic link is followed; one that leads out of the directory root is an error, as are a
// file that changed since it was read, one that may not be written, and one that is no regular
// file. An empty root allows every place.
func Write(root, path string, before, after []byte) error {
	if bytes.Equal(before, after) {
		return nil
	}
	target, err := resolve(root, path)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return fmt.Errorf("%s: %w; it was not written", path, plainError(err))
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file; it was not written", path)
	}
	if err := writable(target); err != nil {
		return fmt.Errorf("%s: %w; it was not written", path, plainError(err))
	}
	temp, err := writeTemp(target, info, after)
	if err != nil {
		return fmt.Errorf("%s: no file can be made beside it: %w; it was not written", path, plainError(err))
	}
	if err := replace(temp, target, before); err != nil {
		return errors.Join(fmt.Errorf("%s %w; it was not written", path, err), os.Remove(temp))
	}
	return nil
}

// Create writes a new file at path, beside the one at neighbour, whose mode and owner it gets. It is an error where something is there
// already, and where the directory leads out of root, as for Write.
func Create(root, path, neighbour string, content []byte) error {
	source, err := resolve(root, neighbour)
	if err != nil {
		return err
	}
	target := filepath.Join(filepath.Dir(source), filepath.Base(path))
	info, err := os.Stat(source)
	if err != nil {
		return fmt.Errorf("%s: %w; it was not written", path, plainError(err))
	}
	temp, err := writeTemp(target, info, content)
	if err != nil {
		return fmt.Errorf("%s cannot be made: %w", path, plainError(err))
	}
	err = os.Link(temp, target) // which fails where a file is
	if err != nil && !errors.Is(err, fs.ErrExist) {
		if _, statErr := os.Lstat(target); errors.Is(statErr, fs.ErrNotExist) {
			return os.Rename(temp, target)
		}
	}
	syncDir(filepath.Dir(target))
	if err = errors.Join(err, os.Remove(temp)); err != nil {
		return fmt.Errorf("%s: %w; it was not written", path, plainError(err))
	}
	return nil
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

// writeTemp writes content to a new file beside target, with target's mode and owner.
func writeTemp(target string, info fs.FileInfo, content []byte) (path string, err error) {
	f, err := os.CreateTemp(filepath.Dir(target), ".karplint-*")
	if err != nil {
		return "", err
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if _, err := f.Write(content); err != nil {
		return "", err
	}
	keepOwner(f, info)
	if err := f.Chmod(info.Mode().Perm()); err != nil {
		return "", err
	}
	return f.Name(), f.Sync()
}

// replace renames temp to target, unless the content of target is no longer before.
func replace(temp, target string, before []byte) error {
	now, err := os.ReadFile(target)
	if err != nil {
		return plainError(err)
	}
	if !bytes.Equal(now, before) {
		return errors.New("changed on disk since it was read")
	}
	if err := os.Rename(temp, target); err != nil {
		return fmt.Errorf("cannot be replaced: %w", plainError(err))
	}
	syncDir(filepath.Dir(target))
	return nil
}

// syncDir makes a rename last through a power cut; some systems cannot, which is no error.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
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
