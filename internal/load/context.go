package load

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/filetype"
)

// addContexts lists the files around the requested paths, because calls of a module, installations and objects that others refer to
// may be anywhere in a repository. Findings in a file must not depend on which paths were requested.
func (l *lister) addContexts() {
	l.context = true
	for _, dir := range l.requested {
		if root := l.contextRoot(dir); root != "" && !l.isWalked(root) {
			l.walk(root, root)
		}
	}
	l.addLinks()
}

// isWalked reports whether the directory is in one that was walked.
func (l *lister) isWalked(real string) bool {
	return slices.ContainsFunc(l.listing.trees, func(t area) bool { return t.real == real || !t.flat && regular.Contains(t.real, real) })
}

// IsWalked reports whether the directory, an absolute path, or one above it was requested.
func (l *Listing) IsWalked(dir string) bool {
	real, err := l.reader.WithoutLinks(dir)
	return err == nil && slices.ContainsFunc(l.trees, func(t area) bool { return t.requested && regular.Contains(t.real, real) })
}

// boundary returns the directory outside of which nothing is read or changed for the files in dir, which is absolute and without links:
// the repository. Outside of any repository it is the working directory if dir is in it, or dir.
func (l *lister) boundary(dir string) string {
	if root := RepositoryRoot(dir); root != "" {
		return root
	}
	if regular.Contains(l.options.Dir, dir) && !isTooWide(l.options.Dir) {
		return l.options.Dir
	}
	return dir
}

// isTooWide reports whether a directory is a home directory or the whole file system.
func isTooWide(dir string) bool {
	home, _ := os.UserHomeDir()
	return dir == home || filepath.Dir(dir) == dir
}

// contextRoot returns the directory whose Terraform files and manifests may affect those in dir. It is the root of the repository, or an
// ignored directory above dir. Outside of any repository it is dir itself without its subdirectories, because a requested file may be
// in a directory with unrelated files. It is "" if that would be a home directory or the whole file system.
func (l *lister) contextRoot(dir string) string {
	root := ignoresAbove(dir, l.options.Reader).base
	if isTooWide(root) {
		return ""
	}
	return root
}

// IsRequested reports whether a file that is not listed, such as the template of a manifest, is in a requested directory, and not in a
// part of it that is left out.
func (l *Listing) IsRequested(path string) bool {
	if filetype.IsTerraform(path) || filetype.IsManifest(path) {
		return false // it would have been listed
	}
	_, found := l.treeOf(path)
	return found
}

// treeOf returns the requested directory that a file is in.
func (l *Listing) treeOf(path string) (area, bool) {
	for _, t := range l.trees {
		if t.requested && filetype.IsWithin(t.path, path) && !l.leftOut.has(t, t.full(path)) {
			return t, true
		}
	}
	return area{}, false
}

// full returns the path of a file in the area, with the links above the area resolved. path is relative to the working directory.
func (a *area) full(path string) string {
	rel, err := filepath.Rel(filepath.FromSlash(a.path), filepath.FromSlash(path))
	if err != nil {
		return path
	}
	return filepath.Join(a.real, rel)
}

// Listed returns the file with the path, if it is in Files.
func (l *Listing) Listed(path string) (File, bool) {
	i, ok := slices.BinarySearchFunc(l.Files, path, func(f File, path string) int { return strings.Compare(f.Path, path) })
	if !ok {
		return File{}, false
	}
	return l.Files[i], true
}

// Find returns the file with the path: a listed one, or one in a requested directory.
func (l *Listing) Find(path string) (File, bool) {
	if f, listed := l.Listed(path); listed {
		return f, true
	}
	if t, found := l.treeOf(path); found {
		return File{Path: path, Root: t.root, path: filepath.Join(l.dir, filepath.FromSlash(path))}, true
	}
	return File{}, false
}
