package regular

import (
	"io/fs"
	"slices"
	"sync"
)

// Reader reads the files and directories of a run, each once: it keeps what it has read, as long as there is room. Paths are absolute. The zero
// value has no room; a nil Reader keeps nothing. It is safe for concurrent use.
type Reader struct {
	mu          sync.Mutex
	room        int
	files       map[string]*kept[[]byte]
	directories map[string]*kept[[]fs.DirEntry]

	root string // the directory for which tree stands in
	tree Tree   // nil: all is on the disk

	resolved sync.Map // paths → the same without links, of a Reader with a tree
	onDisk   sync.Map // paths that AllowDisk allows
}

// kept is what was read at a path. The lock lets others wait for who reads first.
type kept[T any] struct {
	sync.Mutex
	isRead bool
	value  T
}

// NewReader returns a Reader that keeps at most room bytes of files. Once a file does not fit, no further file is kept.
func NewReader(room int) *Reader {
	return &Reader{room: room, files: map[string]*kept[[]byte]{}, directories: map[string]*kept[[]fs.DirEntry]{}}
}

// Read is the function Read. Nobody may change the bytes.
func (r *Reader) Read(path string, limit int) ([]byte, error) {
	if !r.HasRoom() && !r.knows(path) {
		return r.read(path, limit)
	}
	file := at(r, r.files, path)
	file.Lock()
	defer file.Unlock()
	if file.isRead && len(file.value) <= limit {
		return file.value, nil
	}
	data, err := r.read(path, limit)
	if err == nil && r.keeps(len(data)) {
		file.isRead, file.value = true, slices.Clip(data)
	}
	return data, err
}

// knows reports whether the file may be kept.
func (r *Reader) knows(path string) bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.files[path] != nil
}

// HasRoom reports whether further files are kept.
func (r *Reader) HasRoom() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.room > 0
}

// keeps reports whether there is room for so many bytes, which it takes.
func (r *Reader) keeps(size int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.room -= size
	return r.room >= 0
}

// ReadDir is the function ReadDir.
func (r *Reader) ReadDir(path string) ([]fs.DirEntry, error) {
	if r == nil {
		return ReadDir(path)
	}
	dir := at(r, r.directories, path)
	dir.Lock()
	defer dir.Unlock()
	if dir.isRead {
		return slices.Clone(dir.value), nil
	}
	entries, err := r.readDir(path)
	if err == nil {
		dir.isRead, dir.value = true, slices.Clone(entries)
	}
	return entries, err
}

// at returns what is kept at a path.
func at[T any](r *Reader, kepts map[string]*kept[T], path string) *kept[T] {
	r.mu.Lock()
	defer r.mu.Unlock()
	if kepts[path] == nil {
		kepts[path] = &kept[T]{}
	}
	return kepts[path]
}
