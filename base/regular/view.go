package regular

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// maxLinks bounds how many links lead to one path, as the kernel does.
const maxLinks = 40

// Instead returns a Reader with room for so many bytes, for which a tree stands in for a directory, an absolute path without links.
func Instead(dir string, tree Tree, room int) *Reader {
	r := NewReader(room)
	r.root, r.tree = dir, tree
	return r
}

// inTree returns the path in the tree for an absolute path without links above its last step; false if the disk counts there.
func (r *Reader) inTree(path string) (string, bool) {
	if r == nil || r.tree == nil || !Contains(r.root, path) {
		return "", false
	}
	if _, isOnDisk := r.onDisk.Load(path); isOnDisk {
		return "", false
	}
	rel, err := filepath.Rel(r.root, path)
	if err != nil {
		return "", false
	}
	rel = filepath.ToSlash(rel)
	return rel, !r.tree.OnDisk(rel)
}

// Lookup returns the type of what is at an absolute path, which may be a link. Errors are *fs.PathError.
func (r *Reader) Lookup(path string) (fs.FileMode, error) {
	if r != nil && r.tree != nil {
		dir, err := r.WithoutLinks(filepath.Dir(path))
		if err != nil {
			return 0, err
		}
		path = filepath.Join(dir, filepath.Base(path))
		if in, ok := r.inTree(path); ok {
			return r.typeIn(path, in)
		}
	}
	info, err := os.Lstat(path)
	if err != nil {
		return 0, err
	}
	return info.Mode().Type(), nil
}

// typeIn returns the type of what is at a path in the tree.
func (r *Reader) typeIn(path, in string) (fs.FileMode, error) {
	mode, ok := r.tree.Lookup(in)
	if !ok {
		return 0, &fs.PathError{Op: "lstat", Path: path, Err: fs.ErrNotExist}
	}
	return mode.Type(), nil
}

// Type returns the type of what an absolute path leads to. Errors are *fs.PathError.
func (r *Reader) Type(path string) (fs.FileMode, error) {
	if r != nil && r.tree != nil {
		real, err := r.WithoutLinks(path)
		if err != nil {
			return 0, err
		}
		return r.Lookup(real)
	}
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Mode().Type(), nil
}

// IsFile reports whether the path leads to a regular file.
func (r *Reader) IsFile(path string) bool {
	mode, err := r.Type(path)
	return err == nil && mode.IsRegular()
}

// IsDir reports whether the path leads to a directory.
func (r *Reader) IsDir(path string) bool {
	mode, err := r.Type(path)
	return err == nil && mode.IsDir()
}

// Exists reports whether the path exists, also as a link that leads nowhere.
func (r *Reader) Exists(path string) bool {
	_, err := r.Lookup(path)
	return err == nil
}

// IsLink reports whether the path is a symbolic link.
func (r *Reader) IsLink(path string) bool {
	mode, err := r.Lookup(path)
	return err == nil && mode&fs.ModeSymlink != 0
}

// AllowDisk reads a file that a user named from the disk, an absolute path, if the tree lacks it.
func (r *Reader) AllowDisk(path string) {
	if r == nil || r.tree == nil || r.Exists(path) {
		return
	}
	if real, err := WithoutLinks(path); err == nil {
		r.onDisk.Store(path, true)
		r.onDisk.Store(real, true)
		r.resolved.Store(path, real)
	}
}

// WithoutLinks is the function WithoutLinks for an absolute path.
func (r *Reader) WithoutLinks(path string) (string, error) {
	if r == nil || r.tree == nil {
		return WithoutLinks(path)
	}
	if real, known := r.resolved.Load(path); known {
		return real.(string), nil //nolint:forcetypeassert // nothing else is stored
	}
	real, err := r.resolve(path)
	if err == nil {
		r.resolved.Store(path, real)
	}
	return real, err
}

// resolve is WithoutLinks for a path that was not asked for before. The directory of a path in the tree was, most often.
func (r *Reader) resolve(path string) (string, error) {
	if dir := filepath.Dir(path); dir != path && path != r.root && Contains(r.root, dir) {
		real, err := r.WithoutLinks(dir)
		if err != nil {
			return "", err
		}
		path = filepath.Join(real, filepath.Base(path))
		if _, isLink, err := r.follow(path); err != nil || !isLink {
			return path, err
		}
	}
	real, steps := r.start(path)
	for links := 0; len(steps) > 0; {
		next := filepath.Join(real, steps[0])
		steps = steps[1:]
		target, isLink, err := r.follow(next)
		switch {
		case err != nil:
			return "", err
		case !isLink:
			real = next
			continue
		}
		if links++; links > maxLinks {
			return "", &fs.PathError{Op: "lstat", Path: path, Err: errors.New("too many links")}
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(real, target)
		}
		var more []string
		real, more = r.start(target)
		steps = slices.Concat(more, steps)
	}
	return real, nil
}

// start returns where the steps of an absolute path begin, so that the way to the tree, which has no links, is not walked.
func (r *Reader) start(path string) (from string, steps []string) {
	path = filepath.Clean(path)
	from = filepath.VolumeName(path) + string(filepath.Separator)
	if Contains(r.root, path) {
		from = r.root
	}
	rest := strings.Trim(strings.TrimPrefix(path, from), string(filepath.Separator))
	if rest == "" {
		return from, nil
	}
	return from, strings.Split(rest, string(filepath.Separator))
}

// follow returns the target of a path that is a link. Links above it are resolved.
func (r *Reader) follow(path string) (target string, isLink bool, err error) {
	if in, ok := r.inTree(path); ok {
		mode, err := r.typeIn(path, in)
		if err != nil || mode&fs.ModeSymlink == 0 {
			return "", false, err
		}
		text, err := r.tree.Read(in, maxTarget)
		return filepath.FromSlash(string(text)), true, err
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return "", false, err
	}
	target, err = os.Readlink(path)
	return target, true, err
}

// maxTarget bounds the bytes of the target of a link.
const maxTarget = 4 << 10

// Resolve is the function Resolve.
func (r *Reader) Resolve(path string, directories ...string) (string, error) {
	if r == nil || r.tree == nil {
		return Resolve(path, directories...)
	}
	real, err := r.WithoutLinks(path)
	if err != nil {
		return "", err
	}
	return within(real, directories)
}

// IsInstead reports whether a tree holds the path, so that the file cannot be opened on the disk.
func (r *Reader) IsInstead(path string) bool {
	_, ok := r.real(path)
	return ok
}

// real returns the path in the tree that an absolute path leads to; false if the disk counts there.
func (r *Reader) real(path string) (string, bool) {
	if r == nil || r.tree == nil {
		return "", false
	}
	real, err := r.WithoutLinks(path)
	if err != nil {
		return "", false
	}
	return r.inTree(real)
}

// read is Read without what is kept.
func (r *Reader) read(path string, limit int) ([]byte, error) {
	if r == nil || r.tree == nil {
		return Read(path, limit)
	}
	real, err := r.WithoutLinks(path)
	if err != nil {
		return nil, err
	}
	in, ok := r.inTree(real)
	if !ok {
		return Read(real, limit)
	}
	if mode, err := r.typeIn(path, in); err != nil || !mode.IsRegular() {
		if err == nil {
			err = ErrNotRegular
		}
		return nil, err
	}
	return r.tree.Read(in, limit)
}

// readDir is ReadDir without what is kept.
func (r *Reader) readDir(path string) ([]fs.DirEntry, error) {
	if r == nil || r.tree == nil {
		return ReadDir(path)
	}
	real, err := r.WithoutLinks(path)
	if err != nil {
		return nil, err
	}
	if in, ok := r.inTree(real); ok {
		return r.tree.ReadDir(in)
	}
	return ReadDir(real)
}

// Identity returns what the tree's method of this name does for the absolute path; "" outside of the tree. If two Readers have trees for the
// same directory, and for a path the same identity, they have the same there.
func (r *Reader) Identity(path string) string {
	if r == nil || r.tree == nil {
		return ""
	}
	real, err := r.WithoutLinks(path)
	if err != nil || !Contains(r.root, real) {
		return ""
	}
	rel, err := filepath.Rel(r.root, real)
	if err != nil {
		return ""
	}
	return r.tree.Identity(filepath.ToSlash(rel))
}
