// Package load finds the files that karplint looks at and reads them in parallel.
package load

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/filetype"
)

// File is a file to look at.
type File struct {
	Path      string // relative to the working directory, with "/"
	Named     bool   // it was named itself, not found in a directory
	Context   bool   // it was not asked for: it stands in the repository of what was
	Terraform bool
	Root      string // the repository, or the directory, that a change must not leave
	Scope     *Scope // of the directory it stands in

	path   string // for the operating system
	linked bool   // it is a link in a directory
	data   []byte // standard input: what was read; nil for any other file
}

// IsStdin reports whether the file is standard input.
func (f File) IsStdin() bool { return f.data != nil }

// Text returns what was read of standard input.
func (f File) Text() []byte { return f.data }

// Error is what went wrong with one path.
type Error struct {
	Path string
	Err  error
}

func (e *Error) Error() string { return e.Path + ": " + reason(e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// Options say where List looks.
type Options struct {
	Dir string // the working directory, absolute

	// Scopes returns the scope of a directory, which is absolute and without links; nil: nothing is excluded. A
	// directory that holds a file called ScopeFile may have another scope than the one above it, any other has the same.
	Scopes    func(dir string) (*Scope, error)
	ScopeFile string

	Terraform bool                   // list Terraform files too, not only manifests
	Also      func(name string) bool // says which other files to list, by their names; nil: none
	Context   bool                   // list what stands around the paths as well, see contextRoot
}

func (o Options) also(name string) bool { return o.Also != nil && o.Also(name) }

// Listing is what List found.
type Listing struct {
	Files     []File   // sorted by path, each once; those of the context included
	Stdin     string   // the path of the file that is standard input, or ""
	Terraform int      // Terraform files that were passed over
	Notes     []string // what a person should know, one line each
	Errors    []error  // *Error: paths that do not exist or cannot be read; a path that is empty
	Err       error    // the first of Scopes, of a directory that was asked for or holds what was

	trees []area // the directories that were walked
	dir   string
}

// area is a directory that was walked.
type area struct {
	path  string // relative to the working directory, with "/"
	real  string // absolute, without links
	root  string // the repository, or the directory, that a change must not leave
	asked bool   // it was asked for
}

// List finds the files under the paths. A path is a regular file, which always counts, or a directory:
// of it the .yaml, .yml and .json files, with Terraform those of Terraform, and those that Also names, unless .gitignore or
// their scope excludes them, or they are in .git, .terraform or node_modules. Links to directories are not
// followed; what is not a regular file is passed over.
func List(paths []string, o Options) *Listing {
	l := &lister{options: o, seen: map[string]bool{}, listing: &Listing{dir: o.Dir}}
	for _, path := range paths {
		l.add(path)
	}
	l.addLinks()
	if o.Context {
		l.addContexts()
	}
	l.listing.sort()
	return l.listing
}

// AreFiles reports whether all paths, of which there are some, are regular files.
func AreFiles(dir string, paths []string) bool {
	for _, path := range paths {
		info, err := os.Stat(absolute(path, dir))
		if err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	return len(paths) > 0
}

func (l *Listing) sort() {
	slices.SortFunc(l.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}

type lister struct {
	options Options
	listing *Listing
	seen    map[string]bool // the files listed so far: manifests by their real path, Terraform files by their own
	links   []link          // links to files, looked at last: a file counts under its own name
	asked   []string        // real directories that were asked for, or hold files that were
	context bool            // what is found now was not asked for
}

type link struct {
	path, root string
	scope      *Scope
}

func (l *lister) add(path string) {
	if path == "" { // more likely a variable that is not set than the working directory
		l.listing.Errors = append(l.listing.Errors, errors.New("a path is empty; write . for the working directory"))
		return
	}
	full := absolute(path, l.options.Dir)
	info, err := os.Stat(full)
	switch {
	case err != nil:
		l.fail(full, withHint(full, err))
	case info.IsDir():
		l.addTree(full)
	case !info.Mode().IsRegular():
		l.fail(full, errors.New("not a regular file; for a pipe, name - and redirect standard input"))
	case filetype.IsTerraform(full) && !l.options.Terraform:
		l.listing.Terraform++
	default:
		real, err := filepath.EvalSymlinks(full)
		if err != nil {
			l.fail(full, err)
			return
		}
		dir, err := filepath.EvalSymlinks(filepath.Dir(full))
		if err != nil {
			l.fail(full, err)
			return
		}
		l.asked = append(l.asked, filepath.Dir(real))
		l.addFile(File{path: full, Named: true, Root: repositoryOr(dir), Scope: l.scope(dir)}, real)
	}
}

func (l *lister) addTree(root string) {
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		l.fail(root, err)
		return
	}
	l.asked = append(l.asked, real)
	l.walk(root, real)
}

func (l *lister) walk(root, real string) {
	walk := &walker{lister: l, root: root, real: real, tree: repositoryOr(real)}
	l.listing.trees = append(l.listing.trees, area{l.display(root), real, walk.tree, !l.context})
	walk.dir(root, ignoresAbove(real), l.scope(real))
}

// addFile lists a file, unless it is listed already: a manifest under any name, a Terraform file, which is
// part of every directory that links to it, under this one.
func (l *lister) addFile(f File, real string) {
	key := real
	if filetype.IsTerraform(f.path) {
		f.Terraform, key = true, f.path
	}
	f.Path, f.Context = l.display(f.path), l.context
	if l.seen[key] {
		l.markNamed(f)
		return
	}
	l.seen[key] = true
	l.listing.Files = append(l.listing.Files, f)
}

// markNamed remembers that a file that stands in a directory was named as well.
func (l *lister) markNamed(f File) {
	for i := range l.listing.Files {
		if f.Named && l.listing.Files[i].Path == f.Path {
			l.listing.Files[i].Named = true
		}
	}
}

func (l *lister) addLinks() {
	for _, link := range l.links {
		l.addLink(link)
	}
	l.links = nil
}

func (l *lister) addLink(to link) {
	info, err := os.Stat(to.path)
	if err == nil && !info.Mode().IsRegular() {
		return
	}
	real, realErr := filepath.EvalSymlinks(to.path)
	if err = errors.Join(err, realErr); err != nil {
		l.note("%s: %s; the link is skipped", l.display(to.path), reason(err))
		return
	}
	l.addFile(File{path: to.path, linked: true, Root: to.root, Scope: to.scope}, real)
}

// display returns the path for people and reports.
func (l *lister) display(path string) string { return displayFrom(l.options.Dir, path) }

func displayFrom(dir, path string) string {
	if rest, below := strings.CutPrefix(path, dir); below && len(rest) > 1 && rest[0] == '/' && path == filepath.Clean(path) {
		return rest[1:] // without a copy: there may be very many
	}
	if rel, err := filepath.Rel(dir, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

func (l *lister) note(format string, args ...any) {
	if l.context {
		return // of what was not asked for
	}
	l.listing.Notes = append(l.listing.Notes, fmt.Sprintf(format, args...))
}

func (l *lister) fail(path string, err error) {
	if l.context {
		return
	}
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
