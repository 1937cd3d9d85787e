package load

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/karplint/karplint/base/regular"
)

// Disk reads files that the listed files refer to: local modules of Terraform, files and templates. Paths are relative
// to the working directory, with "/". It reads nothing outside of the repository, not even through links, unless a flag or an
// argument names the file. It is safe for concurrent use.
type Disk struct {
	dir    string
	reader *regular.Reader
	roots  []string        // real directories that files may be in
	named  map[string]bool // files that may be outside of the roots

	mu      sync.Mutex
	outside map[string]bool // paths that were not read, because they are outside of the roots

	resolver regular.Resolver
	real     sync.Map // paths → their results of Real, because runs ask for each path many times
}

// Disk returns a reader for the listing's files and all files that they refer to.
func (l *Listing) Disk() *Disk {
	d := &Disk{dir: l.dir, reader: l.reader, named: map[string]bool{}, outside: map[string]bool{}, resolver: regular.Resolver{Reader: l.reader}}
	for _, t := range l.trees {
		d.roots = append(d.roots, t.root)
	}
	for _, f := range l.Files {
		if f.Named {
			d.named[f.Path] = true
			d.roots = append(d.roots, f.Root)
		}
	}
	return d
}

// Allow permits to read a file outside of the repository, and returns its path for the other methods. The error is an
// *Error: the file does not exist, with the nearest name.
func (d *Disk) Allow(name string) (string, error) {
	absolutePath := d.full(name)
	path := displayFrom(d.dir, absolutePath)
	d.reader.AllowDisk(absolutePath)
	if _, err := d.reader.Type(absolutePath); err != nil {
		return "", &Error{Path: path, Err: withHint(d.reader, absolutePath, err)}
	}
	d.named[path] = true
	return path, nil
}

// Exists reports whether a path that a user named exists.
func (d *Disk) Exists(path string) bool {
	d.reader.AllowDisk(d.full(path))
	return d.reader.Exists(d.full(path))
}

// ReadFile returns the bytes of a regular file of at most MaxSize bytes. Errors are *Error.
func (d *Disk) ReadFile(path string) ([]byte, error) {
	real, err := d.resolve(path)
	var data []byte
	if err == nil {
		data, err = d.reader.Read(real, MaxSize)
	}
	if err != nil {
		return nil, &Error{Path: path, Err: err}
	}
	return data, nil
}

// ReadDir returns the entries of a directory, sorted by name. Errors are *Error.
func (d *Disk) ReadDir(path string) ([]fs.DirEntry, error) {
	real, err := d.resolve(path)
	var entries []fs.DirEntry
	if err == nil {
		entries, err = d.reader.ReadDir(real)
	}
	if err != nil {
		return entries, &Error{Path: path, Err: err}
	}
	return entries, nil
}

// Scan calls part with the bytes of a file, in one piece or in several that overlap. part must not keep them. tooLarge reports
// whether the file is too large for ReadFile. Errors are *Error.
func (d *Disk) Scan(path string, part func([]byte)) (tooLarge bool, err error) {
	real, err := d.resolve(path)
	if err == nil {
		tooLarge, err = d.scan(real, part)
	}
	if err != nil {
		return false, &Error{Path: path, Err: err}
	}
	return tooLarge, nil
}

// scan is Scan for a path without links. It reads the whole file if that is kept. A large file of git is not read at all.
func (d *Disk) scan(real string, part func([]byte)) (tooLarge bool, err error) {
	isInstead := d.reader.IsInstead(real)
	if d.reader.HasRoom() || isInstead {
		data, err := d.reader.Read(real, MaxSize)
		switch {
		case err == nil:
			part(data)
			return false, nil
		case !errors.Is(err, regular.ErrTooLarge):
			return false, err
		case isInstead:
			return true, nil
		}
	}
	buffer, _ := scanBuffers.Get().(*[]byte)
	defer scanBuffers.Put(buffer)
	size, err := scanFile(real, *buffer, part)
	return size > MaxSize, err
}

var scanBuffers = sync.Pool{New: func() any {
	buffer := make([]byte, scanSize)
	return &buffer
}}

const (
	scanSize = 256 << 10 // bytes in a piece; few files are larger
	overlap  = 4 << 10   // bytes in two pieces, more than any needle has
)

func scanFile(full string, buffer []byte, part func([]byte)) (size int64, err error) {
	file, _, err := regular.Open(full)
	if err != nil {
		return 0, err
	}
	defer file.Close() //nolint:errcheck // it was opened for reading only
	return scanInto(file, buffer, part)
}

// scanInto calls part with the contents of the reader, in pieces in the buffer, and returns their size.
func scanInto(file io.Reader, buffer []byte, part func([]byte)) (size int64, err error) {
	overlapping := 0
	for {
		n, err := io.ReadFull(file, buffer[overlapping:])
		size += int64(n)
		if n > 0 || size == 0 {
			part(buffer[:overlapping+n])
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return size, nil
		}
		if err != nil {
			return size, err
		}
		overlapping = copy(buffer, buffer[len(buffer)-overlap:])
	}
}

// Identity returns what is equal for paths with the same contents in listings of the same repository; "" where that is unknown.
func (d *Disk) Identity(path string) string { return d.reader.Identity(d.full(path)) }

// Real returns the path without links, relative to the working directory; the path itself if that is unknown. Its
// last step need not exist.
func (d *Disk) Real(path string) string {
	if known, ok := d.real.Load(path); ok {
		return known.(string) //nolint:forcetypeassert // nothing else is stored
	}
	real := d.withoutLinks(path)
	d.real.Store(path, real)
	return real
}

func (d *Disk) withoutLinks(path string) string {
	full := d.full(path)
	real, err := d.reader.WithoutLinks(full)
	if errors.Is(err, fs.ErrNotExist) {
		real, err = d.reader.WithoutLinks(filepath.Dir(full))
		real = filepath.Join(real, filepath.Base(full))
	}
	if err != nil {
		return path
	}
	return displayFrom(d.dir, real)
}

func (d *Disk) full(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(d.dir, path)
}

// resolve returns the path of a file or directory without links. It refuses a path outside of all roots, unless the user named it.
func (d *Disk) resolve(path string) (string, error) {
	full := d.full(path)
	if d.named[path] {
		return full, nil
	}
	real, err := d.resolver.Resolve(full, d.roots...)
	if errors.Is(err, regular.ErrOutside) && !d.isAbove(full) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.outside[path] = true
	}
	return real, err
}

// isAbove reports whether a directory contains one of the roots: it is searched for what may be above them, and no file refers to it.
func (d *Disk) isAbove(full string) bool {
	return slices.ContainsFunc(d.roots, func(root string) bool { return regular.Contains(full, root) })
}

// Outside returns the paths outside of the repository that files refer to, sorted. They were not read.
func (d *Disk) Outside() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Sorted(maps.Keys(d.outside))
}
