package load

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
)

// walker walks one directory tree, in the order of names.
type walker struct {
	*lister
	root string // as requested
	real string // without links
	tree string // the repository, or real
	flat bool   // subdirectories are not walked
}

// list lists the directory. rules are the ignore rules that apply in it, without its own, and scope is that of the
// directory above.
func (w *walker) list(dir string, rules *ignores, scope *Scope) {
	entries, err := w.options.Reader.ReadDir(dir)
	if err != nil {
		w.failDirectory(dir, err) // the entries before the error still count
	}
	if w.options.ScopeFile != "" && hasEntry(entries, w.options.ScopeFile) {
		scope = w.scope(w.realPath(dir))
	}
	if hasEntry(entries, ignoreFile) {
		rules = rules.addOwn(w.realPath(dir))
	}
	here := visited{rules, scope}
	for _, e := range entries {
		full := filepath.Join(dir, e.Name())
		if here.leavesOut(w.realPath(full), e.IsDir()) {
			continue
		}
		switch {
		case e.IsDir():
			if !w.flat && !isSkipped(e.Name()) {
				w.list(full, here.rules, scope)
			}
		case filetype.IsTerraform(e.Name()) && !w.options.Terraform:
			w.listing.Terraform++
		case !filetype.IsTerraform(e.Name()) && !filetype.IsManifest(e.Name()) && !w.options.isListedToo(e.Name()):
		case e.Type()&fs.ModeSymlink != 0:
			w.links = append(w.links, link{full, w.tree, scope})
		case e.Type().IsRegular():
			w.addFile(File{path: full, Root: w.tree, Scope: scope}, w.realPath(full))
		}
	}
}

// realPath returns a path of the tree without the links above its root.
func (w *walker) realPath(full string) string {
	if w.root == w.real {
		return full
	}
	return w.real + strings.TrimPrefix(full, w.root)
}

// hasEntry reports whether a name is among the entries of a directory, which are sorted.
func hasEntry(entries []fs.DirEntry, name string) bool {
	_, ok := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int {
		return strings.Compare(e.Name(), name)
	})
	return ok
}

func isSkipped(name string) bool {
	return name == ".git" || name == ".terraform" || name == ".terragrunt-cache" || name == "node_modules"
}

// failDirectory reports a directory that cannot be read. The run fails only if the directory was requested.
func (w *walker) failDirectory(dir string, err error) {
	if dir == w.root {
		w.fail(dir, err)
		return
	}
	w.note("%s: %s", w.display(dir), reason(err))
}
