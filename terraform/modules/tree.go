// Package modules reads the directories of a root module and of the local modules it calls, and the tfvars files of the root. Nothing
// is evaluated.
package modules

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// Files reads files and directories. Their paths are relative to one base and use "/"; a path may begin with
// "..".
type Files interface {
	ReadFile(path string) ([]byte, error)
	ReadDir(path string) ([]fs.DirEntry, error)
}

// Options of Load.
type Options struct {
	VarFiles []string // tfvars files of the command line, read after those of the root's directory

	// Name converts the path by which a file is read to the path that is reported, because the former may lead through a
	// link, or out of the working directory and back. If Name is nil, they are the same.
	Name func(path string) string
}

// Tree is a root module with the local modules it calls, as they are written.
type Tree struct {
	Files   Files
	options Options

	Dir     string
	Dirs    []string // of all modules that were read, dir first
	Sources []*hcl.Source
	Errors  []*hcl.ParseError
	Partial bool // a module, or a file of one, cannot be read or does not parse

	Root   *Place // nil if the directory cannot be read
	Given  assignments
	Hidden bool // a tfvars file cannot be read, so any variable may have an assignment

	unit    unit
	modules map[string]*module // by directory; nil for one that cannot be read
	ByPath  map[string]*hcl.Source
	closed  map[string]error // errors of module directories that exist but cannot be read
}

// Read reads the modules and the tfvars files of a root.
func Read(files Files, dir string, options Options) *Tree {
	dir = path.Clean(dir)
	t := &Tree{Files: files, options: options, Dir: dir, modules: map[string]*module{}, ByPath: map[string]*hcl.Source{}, closed: map[string]error{}}
	m := t.readModule(dir)
	if m == nil {
		t.Dirs = []string{dir}
		return t
	}
	t.Root = t.callTree(m)
	t.Given = t.readVariables(dir)
	t.giveInputs()
	return t
}

// Complain adds an error of the root, once for each place.
func (t *Tree) Complain(f *model.File, span model.Span, format string, args ...any) {
	t.addError(hcl.ErrorAt(f, span, format, args...))
}

// Limit is like Complain, for a limit of karplint that Terraform need not have.
func (t *Tree) Limit(f *model.File, span model.Span, format string, args ...any) {
	err := hcl.ErrorAt(f, span, format, args...)
	err.Limit = true
	t.addError(err)
}

// maxErrors bounds the errors of a root.
const maxErrors = 100

func (t *Tree) addError(err *hcl.ParseError) {
	f, span := err.File, err.Span
	err.Parses = true
	isEqual := func(e *hcl.ParseError) bool { return e.File == f && e.Span == span }
	if len(t.Errors) < maxErrors && !slices.ContainsFunc(t.Errors, isEqual) {
		t.Errors = append(t.Errors, err)
	}
}

// FromRoot returns a directory relative to the directory of the root.
func (t *Tree) FromRoot(dir string) string {
	root := path.Clean(t.Dir)
	if dir == root {
		return "."
	}
	if root == "." {
		return dir
	}
	prefix := ""
	for !filetype.IsWithin(root, dir) {
		parent := path.Dir(root)
		if parent == root || path.Base(root) == ".." {
			return dir
		}
		root, prefix = parent, prefix+"../"
	}
	if root == "." {
		return prefix + dir
	}
	return prefix + strings.TrimPrefix(strings.TrimPrefix(dir, root), "/")
}

// Open returns a file with the path that is reported.
func (t *Tree) Open(name string) (*model.File, error) {
	f, err := model.Open(t.Files, name)
	if reported := t.reported(name); err == nil && reported != f.Path {
		return model.NewFile(reported, f.Data), nil
	}
	return f, err
}

func (t *Tree) reported(name string) string {
	if t.options.Name == nil {
		return name
	}
	return t.options.Name(name)
}
