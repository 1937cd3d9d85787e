// Package load finds the files that karplint reads, and reads them in parallel.
package load

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/filetype"
)

// File is a file to read.
type File struct {
	Path      string // relative to the working directory, with "/"
	Named     bool   // it was requested itself, and not found in a directory
	Context   bool   // it was not requested, but is in the repository of a requested file
	Terraform bool
	Root      string // the repository, or the directory, that a change must not leave
	Scope     *Scope // of its directory

	path string // for the operating system
	data []byte // the bytes of standard input; nil for any other file
}

// IsStdin reports whether the file is standard input.
func (f File) IsStdin() bool { return f.data != nil }

// Text returns the bytes of standard input.
func (f File) Text() []byte { return f.data }

// Error is an error about one path.
type Error struct {
	Path string
	Err  error
}

func (e *Error) Error() string { return e.Path + ": " + reason(e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// Options configure List.
type Options struct {
	Dir    string          // the working directory, absolute
	Reader *regular.Reader // nil if nothing that is read is kept

	// Scopes returns the scope of a directory, which is absolute and without links; nil if nothing is excluded. Only a
	// directory with a file of the name ScopeFile may have another scope than the one above it.
	Scopes    func(dir string) (*Scope, error)
	ScopeFile string

	Terraform bool                   // list Terraform files too, not only manifests
	Also      func(name string) bool // selects other files by their names; nil for none
	Manifests bool                   // list files of any name that listed Terraform reads as manifests of Karpenter
	Context   bool                   // list files around the paths as well, see contextRoot
}

func (o Options) isListedToo(name string) bool { return o.Also != nil && o.Also(name) }

// Listing is the result of List.
type Listing struct {
	Files     []File   // sorted by path, each once, with those of the context
	Stdin     string   // the path of the file that is standard input, or ""
	Terraform int      // number of Terraform files that were skipped
	Notes     []string // notes for people, one line each
	Errors    []error  // *Error: paths that do not exist or cannot be read; an empty path
	Broken    []*Scope // the broken scopes of requested files, which are only context in Files
	Err       error    // the first error of Scopes, for a requested directory or that of a requested file

	trees   []area // the directories that were walked
	leftOut *leftOut
	dir     string
	reader  *regular.Reader
}

// area is a directory that was walked.
type area struct {
	path      string // relative to the working directory, with "/"
	real      string // absolute, without links
	root      string // the repository, or the directory, that a change must not leave
	requested bool   // it was requested
	flat      bool   // without subdirectories
}

// List finds the files under the paths. A path is a regular file, which is always listed, or a directory. In a directory it
// lists .yaml, .yml and .json files, Terraform files if Terraform is set, and those that Also selects. It skips files that .gitignore
// or their scope excludes, JSON that karplint wrote, .git, .terraform and node_modules, links to directories, and files that are not regular.
func List(paths []string, o Options) *Listing {
	l := &lister{options: o, listed: map[string]bool{}, listing: &Listing{dir: o.Dir, reader: o.Reader, leftOut: newLeftOut(o)}}
	for _, path := range paths {
		l.add(path)
	}
	l.addLinks()
	if o.Manifests {
		l.addManifests()
	}
	if o.Context {
		l.addContexts()
	}
	l.dropOutputs()
	l.listing.sort()
	return l.listing
}

// AreFiles reports whether there are paths, and all are regular files.
func AreFiles(files *regular.Reader, dir string, paths []string) bool {
	for _, path := range paths {
		if !files.IsFile(absolute(path, dir)) {
			return false
		}
	}
	return len(paths) > 0
}

func (l *Listing) sort() {
	slices.SortFunc(l.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}

type lister struct {
	options   Options
	listing   *Listing
	listed    map[string]bool // manifests by their real path, Terraform files by their own
	links     []link          // links to files, which are added last, because a file counts under its own name
	requested []string        // real directories that were requested, or contain requested files
	context   bool            // files are listed as context from now on
}

type link struct {
	path, root string
	scope      *Scope
}

func (l *lister) add(path string) {
	if path == "" { // more likely an unset variable than the working directory
		l.listing.Errors = append(l.listing.Errors, errors.New("a path is empty; write . for the working directory"))
		return
	}
	full := absolute(path, l.options.Dir)
	mode, err := l.options.Reader.Type(full)
	switch {
	case err != nil:
		l.fail(full, withHint(l.options.Reader, full, err))
	case mode.IsDir():
		l.addTree(full)
	case !mode.IsRegular():
		l.fail(full, errors.New("not a regular file; to read a pipe, pass - and redirect standard input"))
	case filetype.IsTerraform(full) && !l.options.Terraform:
		l.listing.Terraform++
	default:
		real, err := l.options.Reader.WithoutLinks(full)
		if err != nil {
			l.fail(full, err)
			return
		}
		dir, err := l.options.Reader.WithoutLinks(filepath.Dir(full))
		if err != nil {
			l.fail(full, err)
			return
		}
		f := File{path: full, Named: true, Root: l.boundary(dir), Scope: l.scope(dir)}
		if regular.Contains(f.Root, real) {
			dir = filepath.Dir(real)
		}
		l.requested = append(l.requested, dir) // the neighbours of a file outside of the repository are not read
		l.addFile(f, real)
	}
}

func (l *lister) addTree(root string) {
	real, err := l.options.Reader.WithoutLinks(root)
	if err != nil {
		l.fail(root, err)
		return
	}
	l.requested = append(l.requested, real)
	l.walk(root, real)
}

func (l *lister) walk(root, real string) {
	walk := &walker{lister: l, root: root, real: real, tree: l.boundary(real), flat: l.context && RepositoryRoot(real) == ""}
	l.listing.trees = append(l.listing.trees, area{l.display(root), real, walk.tree, !l.context, walk.flat})
	walk.list(root, ignoresAbove(real, l.options.Reader), l.scope(real))
}

// addFile lists a file, unless it is listed already. A manifest counts once for all its names, a Terraform file once for each name,
// because it is part of every directory that links to it.
func (l *lister) addFile(f File, real string) {
	key := real
	if filetype.IsTerraform(f.path) {
		f.Terraform, key = true, f.path
	}
	f.Path, f.Context = l.display(f.path), l.context || f.Scope.Broken
	f.Named = f.Named && !f.Scope.Broken
	if l.listed[key] {
		l.markNamed(f)
		return
	}
	l.listed[key] = true
	l.listing.Files = append(l.listing.Files, f)
}

// markNamed marks a file in a directory that was also requested itself.
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
	if mode, err := l.options.Reader.Type(to.path); err == nil && !mode.IsRegular() {
		return
	}
	real, err := l.options.Reader.Resolve(to.path, to.root)
	switch {
	case errors.Is(err, regular.ErrOutside):
		l.note("%s: %s", l.display(to.path), err)
		return
	case err != nil:
		l.note("%s: %s; the link is skipped", l.display(to.path), reason(err))
		return
	}
	l.addFile(File{path: to.path, Root: to.root, Scope: to.scope}, real)
}

// Display returns an absolute path as listings for the working directory have it.
func Display(dir, path string) string { return displayFrom(dir, path) }

// display returns the path for people and reports.
func (l *lister) display(path string) string { return displayFrom(l.options.Dir, path) }

func displayFrom(dir, path string) string {
	relative, ok := strings.CutPrefix(path, dir)
	isBelow := ok && len(relative) > 1 && relative[0] == '/'
	if isBelow && path == filepath.Clean(path) {
		return relative[1:] // without a copy, because there may be very many
	}
	if rel, err := filepath.Rel(dir, path); err == nil {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

func (l *lister) note(format string, args ...any) {
	if l.context {
		return // about a file that was not requested
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
func withHint(files *regular.Reader, path string, err error) error {
	if files.Exists(path) || !errors.Is(err, fs.ErrNotExist) {
		return err // of a broken link: the name is right
	}
	entries, _ := files.ReadDir(filepath.Dir(path))
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	var missing *fs.PathError
	if errors.As(err, &missing) {
		err = missing.Err
	}
	return fmt.Errorf("%w%s", err, nearest.Hint(filepath.Base(path), names))
}

// reason returns the error without the operation and the path, which the message already has.
func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}
