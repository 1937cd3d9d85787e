package load

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
)

// walker walks one directory tree, in the order of names.
type walker struct {
	*lister
	root string // as named
	real string // without links
	tree string // the repository, or real
}

// dir lists the directory. above are the ignore rules that hold in it, its own not included, and scope is that of the
// directory above.
func (w *walker) dir(dir string, above *ignores, scope *Scope) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.fail(dir, err) // the entries that could be read still count
	}
	rules := above.within(w.realPath(dir))
	if w.hasScope(entries) {
		scope = w.scope(w.realPath(dir))
	}
	for _, e := range entries {
		full := filepath.Join(dir, e.Name())
		if rules.match(w.realPath(full), e.IsDir()) || scope.excludes(w.realPath(full)) {
			continue
		}
		switch {
		case e.IsDir():
			if !isSkipped(e.Name()) {
				w.dir(full, rules, scope)
			}
		case filetype.IsTerraform(e.Name()) && !w.options.Terraform:
			w.listing.Terraform++
		case !filetype.IsTerraform(e.Name()) && !filetype.IsManifest(e.Name()) && !w.options.also(e.Name()):
		case e.Type()&os.ModeSymlink != 0:
			w.links = append(w.links, link{full, w.tree, scope})
		case e.Type().IsRegular():
			w.addFile(File{path: full, Root: w.tree, Scope: scope}, w.realPath(full))
		}
	}
}

// realPath returns a path of the tree without the links that led to its root.
func (w *walker) realPath(full string) string {
	if w.root == w.real {
		return full
	}
	return w.real + strings.TrimPrefix(full, w.root)
}

// hasScope reports whether a directory with the entries has a scope of its own.
func (w *walker) hasScope(entries []fs.DirEntry) bool {
	if w.options.ScopeFile == "" {
		return false
	}
	_, has := slices.BinarySearchFunc(entries, w.options.ScopeFile, func(e fs.DirEntry, name string) int {
		return strings.Compare(e.Name(), name)
	})
	return has
}

func isSkipped(name string) bool {
	return name == ".git" || name == ".terraform" || name == "node_modules"
}
