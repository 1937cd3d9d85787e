// Package fileset gives access to the files of a run: as they are on the disk, or with changed
// texts.
package fileset

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
)

// Files reads the files that are linted, and those that they refer to.
type Files interface {
	terraform.Files
	// Scan calls part with the bytes of a file, in one or more overlapping pieces, which part must not keep. It
	// returns whether the file is too large for ReadFile.
	Scan(path string, part func([]byte)) (tooLarge bool, err error)
	// Real returns the path without links.
	Real(path string) string
}

// Input is one file of a Tree.
type Input struct {
	Path      string // as Files reads it
	Terraform bool
	Named     bool // the user named the file itself: it is linted even if the scan finds no needle
	Context   bool // it is read only to understand the other files; nothing is reported in it
}

// Overlay is a set of files of which some have another text than on the disk, because they are being fixed or come
// from standard input. Without Base, all files are in memory; otherwise With adds texts.
type Overlay struct {
	Base  Files             // the other files; nil if there are none
	Texts map[string][]byte // by path, as in model.File

	links map[string]string // paths without links → the path in Texts that leads there
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
	real := o.Real(name)
	if text, ok := o.Texts[real]; ok {
		return text, true
	}
	text, ok := o.Texts[o.links[real]]
	return text, ok
}

// ReadDir returns the entries of the directory, sorted by name, with those that only Texts has.
func (o Overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	var entries []fs.DirEntry
	var err error = &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	if o.Base != nil {
		entries, err = o.Base.ReadDir(name)
	}
	names := map[string]bool{}
	for _, e := range entries {
		names[e.Name()] = true
	}
	prefix := path.Clean(name) + "/"
	if prefix == "./" {
		prefix = ""
	}
	// in any order: they are sorted
	files := slices.AppendSeq(slices.Collect(maps.Keys(o.Texts)), maps.Keys(o.links))
	slices.Sort(files)
	for _, file := range files {
		relative, inside := strings.CutPrefix(file, prefix)
		if !inside || prefix == "" && strings.HasPrefix(relative, "../") {
			continue
		}
		err = nil
		first, _, deeper := strings.Cut(relative, "/")
		if !names[first] {
			names[first] = true
			entries = append(entries, dirEntry{first, deeper})
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// Scan calls part with the bytes of the file, and returns whether it is too large to be read.
func (o Overlay) Scan(name string, part func([]byte)) (tooLarge bool, err error) {
	_, replaced := o.Texts[name]
	if !replaced && len(o.links) > 0 {
		_, replaced = o.text(name)
	}
	if o.Base != nil && !replaced {
		return o.Base.Scan(name, part)
	}
	text, err := o.ReadFile(name)
	if err == nil {
		part(text)
	}
	return false, err
}

// Real returns the path without the links that Base knows.
func (o Overlay) Real(name string) string {
	if o.Base != nil {
		return o.Base.Real(name)
	}
	return path.Clean(name)
}

// With returns the overlay with other texts in addition. Every path that leads to such a file returns its new
// text.
func (o Overlay) With(texts map[string][]byte) Overlay {
	copied := Overlay{Base: o.Base, Texts: map[string][]byte{}, links: map[string]string{}}
	maps.Copy(copied.Texts, o.Texts)
	maps.Copy(copied.Texts, texts)
	maps.Copy(copied.links, o.links)
	for name := range texts {
		if real := o.Real(name); real != name {
			copied.links[real] = name
		}
	}
	return copied
}

// dirEntry is a file or directory that only Texts has.
type dirEntry struct {
	name string
	dir  bool
}

func (e dirEntry) Name() string               { return e.name }
func (e dirEntry) IsDir() bool                { return e.dir }
func (e dirEntry) Info() (fs.FileInfo, error) { return nil, errors.ErrUnsupported }

// Type returns the type of a directory, or of a regular file.
func (e dirEntry) Type() fs.FileMode {
	if e.dir {
		return fs.ModeDir
	}
	return 0
}

// Recorder reads files and records which ones were read.
type Recorder struct {
	terraform.Files
	Names []string // each once
	Lists bool     // a directory was listed
	Dirs  []string // those directories, each once

	Found *Found // what several recorders look for; nil if each looks itself

	known map[string]bool
}

// Found keeps what was found in files. It is safe for concurrent use.
type Found struct{ byKey sync.Map }

// finding is what was found, and the recorder with which.
type finding struct {
	what any
	in   *Recorder
}

// Once returns what find finds in the files. It is found once for each key, and everybody depends on all that find reads.
func (r *Recorder) Once(key string, find func(terraform.Files) any) any {
	if r.Found == nil {
		return find(r)
	}
	once, _ := r.Found.byKey.LoadOrStore(key, sync.OnceValue(func() finding {
		in := &Recorder{Files: r.Files}
		return finding{find(in), in}
	}))
	f := once.(func() finding)()
	for _, dir := range f.in.Dirs {
		r.recordDir(dir)
	}
	for _, name := range f.in.Names {
		r.record(name)
	}
	return f.what
}

// ReadDir returns the entries of the directory.
func (r *Recorder) ReadDir(name string) ([]fs.DirEntry, error) {
	r.recordDir(name)
	return r.Files.ReadDir(name)
}

func (r *Recorder) recordDir(name string) {
	r.Lists = true
	if !slices.Contains(r.Dirs, name) {
		r.Dirs = append(r.Dirs, name)
	}
}

// Open returns the file.
func (r *Recorder) Open(name string) (*model.File, error) {
	r.record(name)
	return model.Open(r.Files, name)
}

// ReadFile returns the text of the file.
func (r *Recorder) ReadFile(name string) ([]byte, error) {
	r.record(name)
	return r.Files.ReadFile(name)
}

func (r *Recorder) record(name string) {
	if r.known[name] {
		return
	}
	if r.known == nil {
		r.known = map[string]bool{}
	}
	r.known[name] = true
	r.Names = append(r.Names, name)
}
