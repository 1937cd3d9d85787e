package load

import (
	"path/filepath"
	"sync"

	"github.com/karplint/karplint/base/regular"
)

// leftOut tells which files the walk of a directory leaves out. It is asked about files that other files refer to, because their names
// alone do not make the walk list them. It is safe for concurrent use.
type leftOut struct {
	reader *regular.Reader
	scopes func(dir string) (*Scope, error)

	mu    sync.Mutex
	known map[string]*visited
}

// visited is a directory that a walk visits; nil for one that it leaves out.
type visited struct {
	rules *ignores // with its own
	scope *Scope
}

func newLeftOut(o Options) *leftOut {
	l := &leftOut{reader: o.Reader, scopes: o.Scopes, known: map[string]*visited{}}
	if l.scopes == nil {
		l.scopes = func(string) (*Scope, error) { return &Scope{}, nil }
	}
	return l
}

// has reports whether the walk of a requested directory leaves out a file, which has an absolute path: by its own name or, if that leads through
// links, by the name of the file that it leads to.
func (l *leftOut) has(t area, full string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hasPath(t.real, full) {
		return true
	}
	real, err := l.reader.WithoutLinks(full)
	if err != nil || real == full {
		return false
	}
	if regular.Contains(t.real, real) {
		return l.hasPath(t.real, real)
	}
	return l.hasPath(t.root, real)
}

// hasPath is has for a path below a directory. Links in it are not resolved.
func (l *leftOut) hasPath(top, full string) bool {
	dir := l.visit(top, filepath.Dir(full))
	return dir == nil || dir.scope.Broken || dir.leavesOut(full, false)
}

// leavesOut reports whether the directory's rules leave out an entry of it, which has an absolute path without links above the walk.
func (v *visited) leavesOut(path string, isDir bool) bool {
	return v.rules.match(path, isDir) || v.scope.excludes(path)
}

// visit returns a directory in or below the top directory of a walk.
func (l *leftOut) visit(top, dir string) *visited {
	key := top + "\x00" + dir
	if v, ok := l.known[key]; ok {
		return v
	}
	v := l.enter(top, dir)
	l.known[key] = v
	return v
}

func (l *leftOut) enter(top, dir string) *visited {
	var rules *ignores
	switch {
	case dir == top || !regular.Contains(top, dir):
		rules = ignoresAbove(dir, l.reader)
	default:
		parent := l.visit(top, filepath.Dir(dir))
		if parent == nil || isSkipped(filepath.Base(dir)) || parent.leavesOut(dir, true) {
			return nil
		}
		rules = parent.rules
	}
	scope, err := l.scopes(dir)
	if err != nil {
		return nil
	}
	return &visited{rules.addOwn(dir), scope}
}

// Ignored tells which files of a working tree git ignores. It is safe for concurrent use.
type Ignored struct {
	root string
	of   *leftOut
}

// NewIgnored reads the rules of the working tree in an absolute directory without links, when they are needed.
func NewIgnored(root string) *Ignored { return &Ignored{root, newLeftOut(Options{})} }

// Has reports whether a file or directory in the working tree, an absolute path, is ignored if git does not track it.
func (i *Ignored) Has(full string, isDir bool) bool {
	i.of.mu.Lock()
	defer i.of.mu.Unlock()
	if isDir {
		return i.of.visit(i.root, full) == nil
	}
	return i.of.hasPath(i.root, full)
}
