package hcl

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Files reads files and directories by their path, with "/", relative to one base; a path may begin with "..".
type Files interface {
	ReadFile(path string) ([]byte, error)
	ReadDir(path string) ([]fs.DirEntry, error)
}

// Options of Load.
type Options struct {
	VarFiles []string // tfvars files of the command line, read after those of the root's directory

	// Name gives the path of a file that is reported for the path it is read by, which may lead through a link or out of
	// the working directory and back. nil: they are the same.
	Name func(path string) string

	Cache *Cache // of the files of called modules, for several roots; nil: they are parsed for each
}

// tree is a root module with the local modules it calls, as they are written.
type tree struct {
	files   Files
	options Options

	dir     string
	dirs    []string // of all modules that were read, dir first
	sources []*Source
	errors  []*ParseError
	partial bool // a module, or a file of one, cannot be read or does not parse

	root   *place // nil if the directory cannot be read
	given  assignments
	hidden bool // a tfvars file cannot be read, so a variable without an assignment may have one

	modules map[string]*module // by directory; nil for one that cannot be read
	byPath  map[string]*Source
	closed  map[string]error // why directories of modules cannot be read, though they are there
}

// readTree reads the modules and the tfvars files of a root.
func readTree(files Files, dir string, options Options) *tree {
	dir = path.Clean(dir)
	t := &tree{files: files, options: options, dir: dir, modules: map[string]*module{}, byPath: map[string]*Source{}, closed: map[string]error{}}
	m := t.readModule(dir)
	if m == nil {
		t.dirs = []string{dir}
		return t
	}
	t.root = t.callTree(m)
	t.given = t.readVariables(dir)
	return t
}

// complain adds an error of the root's, once for a place.
func (t *tree) complain(f *model.File, at model.Span, format string, args ...any) {
	t.addError(errorAt(f, at, format, args...))
}

// limit is complain for what Terraform might well do, and karplint does not.
func (t *tree) limit(f *model.File, at model.Span, format string, args ...any) {
	err := errorAt(f, at, format, args...)
	err.Limit = true
	t.addError(err)
}

const maxErrors = 100

func (t *tree) addError(err *ParseError) {
	f, at := err.File, err.Span
	err.Parses = true
	same := func(e *ParseError) bool { return e.File == f && e.Span == at }
	if len(t.errors) < maxErrors && !slices.ContainsFunc(t.errors, same) {
		t.errors = append(t.errors, err)
	}
}

// fromRoot returns a directory relative to the root's.
func (t *tree) fromRoot(dir string) string {
	root := path.Clean(t.dir)
	if dir == root {
		return "."
	}
	if root == "." {
		return dir
	}
	up := ""
	for !filetype.IsWithin(root, dir) {
		above := path.Dir(root)
		if above == root || path.Base(root) == ".." {
			return dir
		}
		root, up = above, up+"../"
	}
	if root == "." {
		return up + dir
	}
	return up + strings.TrimPrefix(strings.TrimPrefix(dir, root), "/")
}

// newFile returns a file by the path that it is reported with.
func (t *tree) newFile(name string, data []byte) *model.File {
	if t.options.Name != nil {
		name = t.options.Name(name)
	}
	return model.NewFile(name, data)
}
