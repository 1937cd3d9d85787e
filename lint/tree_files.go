package lint

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/karplint/karplint/parsers/hcl"
)

// Overlay is files of which some have another text than on the disk: one that is being fixed, standard input. Without
// Base it is all in memory.
type Overlay struct {
	Base  hcl.Files         // nil: there are no other files
	Texts map[string][]byte // by path, as in model.File
}

// ReadFile returns the text of the file. The path may lead to it through links that Base knows.
func (o Overlay) ReadFile(name string) ([]byte, error) {
	if text, ok := o.text(name); ok {
		return text, nil
	}
	if o.Base == nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return o.Base.ReadFile(name)
}

func (o Overlay) text(name string) ([]byte, bool) {
	if len(o.Texts) == 0 {
		return nil, false
	}
	if text, ok := o.Texts[path.Clean(name)]; ok {
		return text, true
	}
	text, ok := o.Texts[o.Real(name)]
	return text, ok
}

// ReadDir returns the entries of the directory, sorted by name, with those that only Texts has.
func (o Overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	var err error = &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	if o.Base != nil {
		entries, err = o.Base.ReadDir(name)
	}
	known := map[string]bool{}
	for _, e := range entries {
		known[e.Name()] = true
	}
	prefix := path.Clean(name) + "/"
	if prefix == "./" {
		prefix = ""
	}
	for _, file := range slices.Sorted(maps.Keys(o.Texts)) {
		rest, below := strings.CutPrefix(file, prefix)
		if !below || prefix == "" && strings.HasPrefix(rest, "../") {
			continue
		}
		err = nil
		first, _, deeper := strings.Cut(rest, "/")
		if !known[first] {
			known[first] = true
			entries = append(entries, dirEntry{name: first, dir: deeper, size: len(o.Texts[file])})
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// Scan calls part with the bytes of the file, and returns whether it is too large to be read.
func (o Overlay) Scan(name string, part func([]byte)) (tooLarge bool, err error) {
	base, ok := o.Base.(reader)
	if _, replaced := o.Texts[name]; ok && !replaced {
		return base.Scan(name, part)
	}
	text, err := o.ReadFile(name)
	if err == nil {
		part(text)
	}
	return false, err
}

// Real returns the path without the links that Base knows.
func (o Overlay) Real(name string) string {
	if base, ok := o.Base.(reader); ok {
		return base.Real(name)
	}
	return path.Clean(name)
}

// with returns the overlay with other texts in addition.
func (o Overlay) with(texts map[string][]byte) Overlay {
	all := maps.Clone(o.Texts)
	if all == nil {
		all = map[string][]byte{}
	}
	maps.Copy(all, texts)
	return Overlay{Base: o.Base, Texts: all}
}

// dirEntry is a file or directory that only Texts has.
type dirEntry struct {
	name string
	dir  bool
	size int
}

func (e dirEntry) Name() string               { return e.name }
func (e dirEntry) IsDir() bool                { return e.dir }
func (e dirEntry) Type() fs.FileMode          { return e.Mode().Type() }
func (e dirEntry) Info() (fs.FileInfo, error) { return e, nil }
func (e dirEntry) Size() int64                { return int64(e.size) }
func (e dirEntry) ModTime() time.Time         { return time.Time{} }
func (e dirEntry) Sys() any                   { return nil }

func (e dirEntry) Mode() fs.FileMode {
	if e.dir {
		return fs.ModeDir | 0o755
	}
	return 0o644
}
