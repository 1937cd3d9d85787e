package git

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/karplint/karplint/base/regular"
)

// Snapshot is the regular.Tree of a commit or of the index. A submodule is as it lies on the disk; without a working tree it is an empty directory.
type Snapshot struct {
	repository *Repository
	entries    map[string]*entry
	isSparse   bool // the disk counts for what is not an entry
}

type entry struct {
	mode        fs.FileMode
	hash        string // of a file or link
	isSubmodule bool
	children    []string // names in a directory
}

func (r *Repository) newSnapshot() *Snapshot {
	return &Snapshot{repository: r, entries: map[string]*entry{".": {mode: fs.ModeDir}}}
}

// add adds an entry, unless git would not check it out either, or an earlier one is in its place.
func (s *Snapshot) add(listed listed) {
	e := &entry{hash: listed.hash}
	switch {
	case !isPath(listed.path) || !isHash(listed.hash) || s.entries[listed.path] != nil:
		return
	case strings.HasPrefix(listed.mode, "100"):
	case listed.mode == "120000":
		e.mode = fs.ModeSymlink
	case listed.mode == modeSubmodule:
		e.mode, e.isSubmodule = fs.ModeDir, true
	default:
		return
	}
	s.repository.hashSize.Store(int32(len(e.hash)))
	s.insert(listed.path, e)
}

// modeSubmodule is git's mode of a submodule.
const modeSubmodule = "160000"

// isPath reports whether a path stays in the working tree and out of .git. Git itself writes no others, but an object that somebody made may have
// them.
func isPath(name string) bool {
	return name != "." && path.Clean(name) == name && filepath.IsLocal(filepath.FromSlash(name)) &&
		!slices.ContainsFunc(strings.Split(name, "/"), func(step string) bool { return strings.EqualFold(step, ".git") })
}

// insert puts an entry at a path and into the directories above it. It reports whether these are directories.
func (s *Snapshot) insert(name string, e *entry) bool {
	dir, base := path.Split(name)
	dir = path.Clean(dir)
	if s.entries[dir] == nil && !s.insert(dir, &entry{mode: fs.ModeDir}) {
		return false
	}
	above := s.entries[dir]
	if !above.mode.IsDir() || above.isSubmodule {
		return false
	}
	above.children = append(above.children, base)
	s.entries[name] = e
	return true
}

// Lookup implements regular.Tree.
func (s *Snapshot) Lookup(name string) (fs.FileMode, bool) {
	if e := s.entries[name]; e != nil {
		return e.mode, true
	}
	return 0, false
}

// OnDisk implements regular.Tree.
func (s *Snapshot) OnDisk(name string) bool {
	if name == ".git" || strings.HasPrefix(name, ".git/") {
		return true
	}
	at := name
	for s.entries[at] == nil {
		at = path.Dir(at)
	}
	e := s.entries[at]
	if e.isSubmodule {
		full, ok := s.repository.place(path.Join(at, ".git"))
		return ok && regular.Exists(full)
	}
	return s.isSparse && at != name && e.mode.IsDir()
}

// ReadDir implements regular.Tree.
func (s *Snapshot) ReadDir(name string) ([]fs.DirEntry, error) {
	e := s.entries[name]
	if e == nil {
		return nil, fs.ErrNotExist
	}
	if !e.mode.IsDir() {
		return nil, syscall.ENOTDIR
	}
	entries := make([]fs.DirEntry, 0, len(e.children))
	for _, child := range e.children {
		entries = append(entries, fs.FileInfoToDirEntry(info{s, path.Join(name, child)}))
	}
	if s.isSparse && !e.isSubmodule {
		for _, other := range s.repository.readDir(name) {
			if s.entries[path.Join(name, other.Name())] == nil {
				entries = append(entries, other)
			}
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// Read implements regular.Tree. A directory is regular.ErrNotRegular.
func (s *Snapshot) Read(name string, limit int) ([]byte, error) {
	e := s.entries[name]
	if e == nil {
		return nil, fs.ErrNotExist
	}
	if e.mode.IsDir() {
		return nil, regular.ErrNotRegular
	}
	if e.mode.IsRegular() {
		return s.repository.Content(name, e.hash, limit)
	}
	data, _, err := s.repository.blob(name, e.hash, limit)
	return data, err
}

// Identity implements regular.Tree.
func (s *Snapshot) Identity(name string) string {
	if s.OnDisk(name) {
		return s.repository.Identity(name)
	}
	e := s.entries[name]
	if e == nil {
		return ""
	}
	if !e.mode.IsDir() {
		return identity(e.mode, e.hash)
	}
	return directoryIdentity
}

// info describes what is at a path of a Snapshot. It implements fs.FileInfo.
type info struct {
	snapshot *Snapshot
	path     string
}

func (i info) Name() string      { return path.Base(i.path) }
func (i info) IsDir() bool       { return i.Mode().IsDir() }
func (i info) Mode() fs.FileMode { return i.snapshot.entries[i.path].mode }
func (info) ModTime() time.Time  { return time.Time{} }
func (info) Sys() any            { return nil }

// Size returns the number of bytes of a file or link; 0 if git does not know.
func (i info) Size() int64 {
	e, r := i.snapshot.entries[i.path], i.snapshot.repository
	if e.mode.IsDir() {
		return 0
	}
	if r.Identity(i.path) == identity(e.mode, e.hash) {
		if onDisk, err := regular.Stat(filepath.Join(r.root, filepath.FromSlash(i.path))); err == nil && e.mode.IsRegular() {
			return onDisk.Size()
		}
	}
	_, size, _ := r.blob(i.path, e.hash, 0) // the Repository remembers the error
	return size
}
