package load

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// walker walks one directory tree, in the order of names.
type walker struct {
	*lister
	root string // as named
	real string // without links
	tree string // the repository, or real
}

// dir lists the directory. above are the ignore rules that hold in it, its own not included.
func (w *walker) dir(dir string, above *ignores) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		w.fail(dir, err) // the entries that could be read still count
	}
	rules := above.within(w.realPath(dir))
	for _, e := range entries {
		full := filepath.Join(dir, e.Name())
		if rules.match(w.realPath(full), e.IsDir()) || w.excluded(full) {
			continue
		}
		switch {
		case e.IsDir():
			if !isSkipped(e.Name()) {
				w.dir(full, rules)
			}
		case isTerraform(e.Name()) && !w.options.Terraform:
			w.listing.Terraform++
		case !isTerraform(e.Name()) && !isManifest(e.Name()) && !w.options.also(e.Name()):
		case e.Type()&os.ModeSymlink != 0:
			w.links = append(w.links, link{full, w.tree})
		case e.Type().IsRegular():
			w.addFile(File{path: full, Root: w.tree}, w.realPath(full))
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

// excluded says whether the configuration excludes a file or directory. A glob without a
// slash matches a name anywhere, one with a slash the path from the configuration on.
func (w *walker) excluded(full string) bool {
	if len(w.options.Exclude) == 0 {
		return false
	}
	rel, err := filepath.Rel(w.options.ExcludeDir, full)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	for _, glob := range w.options.Exclude {
		glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
		subject := rel
		if !strings.Contains(glob, "/") {
			subject = path.Base(rel)
		}
		if ok, _ := doublestar.Match(strings.TrimPrefix(glob, "/"), subject); ok {
			return true
		}
	}
	return false
}

func isSkipped(name string) bool {
	return name == ".git" || name == ".terraform" || name == "node_modules"
}
