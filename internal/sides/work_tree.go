package sides

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/git"
	"github.com/karplint/karplint/internal/load"
)

// workTree is the files on the disk, and those that a sparse checkout leaves out. It lacks what git ignores, such as variables that only this
// machine has: a commit lacks that too.
type workTree struct {
	side    *Sides
	index   *git.Snapshot
	sparse  *git.Snapshot // its entries are those that are left out
	ignored *load.Ignored
	nested  sync.Map // directories → whether they are in another repository, which git takes as one entry
}

func (s *Sides) workTree() (regular.Tree, error) {
	sparse, err := s.repository.WorkTree()
	if err != nil {
		return nil, err
	}
	index, err := s.repository.Index()
	return &workTree{side: s, index: index, sparse: sparse, ignored: load.NewIgnored(s.Root)}, err
}

// hides reports whether what is at a path is none of git's: it is ignored, or in another repository.
func (w *workTree) hides(name string) bool {
	if _, isTracked := w.index.Lookup(name); isTracked || w.OnDisk(name) {
		return false
	}
	full := w.side.full(name)
	return w.isNested(name) || w.ignored.Has(full, regular.IsDir(full) && !regular.IsLink(full))
}

// isNested reports whether a path that git does not track is in another repository, or in a working tree of this one.
func (w *workTree) isNested(name string) bool {
	if name == "." {
		return false
	}
	if known, ok := w.nested.Load(name); ok {
		return known.(bool) //nolint:forcetypeassert // nothing else is stored
	}
	is := w.isNested(path.Dir(name)) || load.IsRepository(w.side.full(name))
	w.nested.Store(name, is)
	return is
}

// Lookup implements regular.Tree.
func (w *workTree) Lookup(name string) (fs.FileMode, bool) {
	if mode, isLeftOut := w.sparse.Lookup(name); isLeftOut {
		return mode, true
	}
	mode, err := regular.Lookup(w.side.full(name))
	return mode, err == nil && !w.hides(name)
}

// OnDisk implements regular.Tree.
func (w *workTree) OnDisk(name string) bool {
	return name == ".git" || strings.HasPrefix(name, ".git/") || w.index.OnDisk(name)
}

// ReadDir implements regular.Tree.
func (w *workTree) ReadDir(name string) (entries []fs.DirEntry, err error) {
	if _, isLeftOut := w.sparse.Lookup(name); isLeftOut {
		entries, err = w.sparse.ReadDir(name)
	} else {
		entries, err = regular.ReadDir(w.side.full(name))
	}
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".git" || w.hides(path.Join(name, e.Name())) }), err
}

// Read implements regular.Tree.
func (w *workTree) Read(name string, limit int) ([]byte, error) {
	if _, isLeftOut := w.sparse.Lookup(name); isLeftOut {
		return w.sparse.Read(name, limit)
	}
	full := w.side.full(name)
	switch {
	case w.hides(name):
		return nil, fs.ErrNotExist
	case regular.IsLink(full):
		target, err := regular.LinkTarget(full)
		return []byte(target), err
	}
	return regular.Read(full, limit)
}

// Identity implements regular.Tree.
func (w *workTree) Identity(name string) string {
	if mode, isLeftOut := w.sparse.Lookup(name); isLeftOut && !mode.IsDir() {
		return w.sparse.Identity(name)
	}
	if w.hides(name) {
		return ""
	}
	return w.side.repository.Identity(name)
}
