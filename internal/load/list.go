// Package load finds the files that karplint looks at and reads them in parallel.
package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/karplint/karplint/internal/nearest"
)

// File is a file to look at.
type File struct {
	Path  string // relative to the working directory, with "/"
	Named bool   // it was named itself, not found in a directory
	Root  string // the repository, or the directory, that a change must not leave

	path string // for the operating system
	data []byte // standard input: what was read; nil for any other file
}

// IsStdin says whether the file is standard input.
func (f File) IsStdin() bool { return f.data != nil }

// Error is what went wrong with one path.
type Error struct {
	Path string
	Err  error
}

func (e *Error) Error() string { return e.Path + ": " + reason(e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// Options say where List looks.
type Options struct {
	Dir        string   // the working directory, absolute
	Exclude    []string // globs of files and directories to pass over
	ExcludeDir string   // what Exclude is relative to, absolute
}

// Listing is what List found.
type Listing struct {
	Files     []File   // sorted by path, each once
	Terraform int      // Terraform files that were passed over
	Notes     []string // what a person should know, one line each
	Errors    []error  // *Error: paths that do not exist or cannot be read; a path that is empty
}

// List finds the files under the paths. A path is a regular file, which always counts, or a directory:
// of it the .yaml, .yml and .json files, unless .gitignore or Exclude names them, or they are
// in .git, .terraform or node_modules. Links to directories are not followed; what is not
// a regular file is passed over.
func List(paths []string, o Options) *Listing {
	l := &lister{options: o, seen: map[string]bool{}, listing: &Listing{}}
	for _, path := range paths {
		l.add(path)
	}
	for _, link := range l.links {
		l.addLink(link)
	}
	sort.Slice(l.listing.Files, func(i, j int) bool { return l.listing.Files[i].Path < l.listing.Files[j].Path })
	return l.listing
}

type lister struct {
	options Options
	listing *Listing
	seen    map[string]bool // real paths of the files listed so far
	links   []link          // links to files, looked at last: a file counts under its own name
}

type link struct{ path, root string }

func (l *lister) add(path string) {
	if path == "" { // more likely a variable that is not set than the working directory
		l.listing.Errors = append(l.listing.Errors, errors.New("a path is empty; write . for the working directory"))
		return
	}
	full := path
	if !filepath.IsAbs(full) {
		full = filepath.Join(l.options.Dir, path)
	}
	info, err := os.Stat(full)
	switch {
	case err != nil:
		l.fail(full, withHint(full, err))
	case info.IsDir():
		l.addTree(full)
	case !info.Mode().IsRegular():
		l.fail(full, errors.New("not a regular file; for a pipe, name - and redirect standard input"))
	case isTerraform(full):
		l.listing.Terraform++
	default:
		l.addFile(full, repositoryOr(filepath.Dir(full)), true)
	}
}

func (l *lister) addTree(root string) {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		l.fail(root, err)
		return
	}
	walk := &walker{lister: l, root: root, real: real, tree: repositoryOr(real)}
	walk.dir(root, ignoresAbove(real))
}

// addFile lists a file, unless it is listed already under any name.
func (l *lister) addFile(path, root string, named bool) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		l.fail(path, err)
		return
	}
	if l.seen[real] {
		l.markNamed(path, named)
		return
	}
	l.seen[real] = true
	l.listing.Files = append(l.listing.Files, File{Path: l.display(path), Named: named, Root: root, path: path})
}

// markNamed remembers that a file that stands in a directory was named as well.
func (l *lister) markNamed(path string, named bool) {
	display := l.display(path)
	for i := range l.listing.Files {
		if named && l.listing.Files[i].Path == display {
			l.listing.Files[i].Named = true
		}
	}
}

func (l *lister) addLink(to link) {
	info, err := os.Stat(to.path)
	switch {
	case err != nil:
		l.note("%s: %s; the link is passed over", l.display(to.path), reason(err))
	case info.Mode().IsRegular():
		l.addFile(to.path, to.root, false)
	}
}

// display returns the path for people and reports.
func (l *lister) display(path string) string {
	if rel, err := filepath.Rel(l.options.Dir, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

func (l *lister) note(format string, args ...any) {
	l.listing.Notes = append(l.listing.Notes, fmt.Sprintf(format, args...))
}

func (l *lister) fail(path string, err error) {
	l.listing.Errors = append(l.listing.Errors, &Error{Path: l.display(path), Err: err})
}

// withHint adds the nearest name of the directory to the error of a path that does not exist.
func withHint(path string, err error) error {
	if _, missing := os.Lstat(path); missing == nil || !errors.Is(err, fs.ErrNotExist) {
		return err // of a link that leads nowhere, the name is right
	}
	entries, _ := os.ReadDir(filepath.Dir(path))
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return fmt.Errorf("%s%s", reason(err), nearest.Hint(filepath.Base(path), names))
}

// reason returns the error without the operation and the path, which the reader knows.
func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}

func isManifest(name string) bool {
	if isTerraform(name) {
		return false
	}
	switch strings.ToLower(filepath.Ext(name)) {
	case ".yaml", ".yml", ".json":
		return true
	}
	return false
}

func isTerraform(name string) bool {
	for _, ext := range []string{".tf", ".tf.json", ".tofu", ".tofu.json", ".tfvars", ".tfvars.json"} {
		if strings.HasSuffix(name, ext) {
			return true
		}
	}
	return false
}
