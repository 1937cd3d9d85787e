package cli

import (
	"path/filepath"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/load"
)

// roots finds the roots of the repositories of files. Reports for other programs name files by them, so that a report does not depend on the
// directory in which karplint ran, nor on where the repository lies. It is safe for concurrent use.
type roots struct {
	dir string // the working directory

	mu sync.Mutex
	of map[string]string // by directory
}

func newRoots(dir string) *roots { return &roots{dir: dir, of: map[string]string{}} }

// stdinName is the path of standard input that has no name.
const stdinName = "<stdin>"

// path returns the path of a file by the root of its repository: the nearest directory with a .git; outside of git the topmost one with a
// configuration, or else the working directory.
func (r *roots) path(file string) string {
	if file == stdinName {
		return file
	}
	full := filepath.FromSlash(file)
	if !filepath.IsAbs(full) {
		full = filepath.Join(r.dir, full)
	}
	root := r.rootOf(filepath.Dir(full))
	rel, err := filepath.Rel(root, full)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(full)
	}
	return filepath.ToSlash(rel)
}

// rootOf returns the root for the files in a directory, which has an absolute path.
func (r *roots) rootOf(dir string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	root, known := r.of[dir]
	if !known {
		root = r.find(dir)
		r.of[dir] = root
	}
	return root
}

func (r *roots) find(dir string) string {
	if root := load.RepositoryRoot(dir); root != "" {
		return root
	}
	root := r.dir
	for {
		if regular.Exists(filepath.Join(dir, config.Name)) {
			root = dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return root
		}
		dir = parent
	}
}
