package load

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// Disk reads files that the listed files refer to: local modules of Terraform, files and templates. Paths are relative
// to the working directory, with "/". It follows no link out of the repository, unless the link is listed itself. It is safe
// for concurrent use.
type Disk struct {
	dir   string
	roots []string        // real directories that links may point into
	links map[string]bool // listed files that may be outside of the roots
}

var errOutside = errors.New("the link points outside of the repository")

// Disk returns a reader for the listing's files and all files that they refer to.
func (l *Listing) Disk() *Disk {
	d := &Disk{dir: l.dir, links: map[string]bool{}}
	for _, t := range l.trees {
		d.roots = append(d.roots, t.root)
	}
	for _, f := range l.Files {
		if f.linked || f.Named {
			d.links[f.Path] = true
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
	if _, err := os.Stat(absolutePath); err != nil {
		return "", &Error{Path: path, Err: withHint(absolutePath, err)}
	}
	d.links[path] = true
	return path, nil
}

// ReadFile returns the bytes of a regular file of at most MaxSize bytes. Errors are *Error.
func (d *Disk) ReadFile(path string) ([]byte, error) {
	full := d.full(path)
	err := d.check(path, full)
	var data []byte
	if err == nil {
		data, err = readRegular(full)
	}
	if err != nil {
		return nil, &Error{Path: path, Err: err}
	}
	return data, nil
}

// readRegular returns the bytes of a regular file; for more than maxSize bytes it returns errTooLarge.
func readRegular(full string) ([]byte, error) {
	info, err := os.Stat(full) // opening a pipe would block
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("not a regular file")
	case info.Size() > maxSize:
		return nil, errTooLarge
	}
	file, err := os.Open(full)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was opened for reading only
	return readInto(file, make([]byte, 0, info.Size()+1))
}

// readInto appends the rest of the file to data; for more than maxSize bytes it returns errTooLarge.
func readInto(file io.Reader, data []byte) ([]byte, error) {
	for {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := file.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF):
			return data, nil
		case err != nil:
			return nil, err
		case len(data) > maxSize:
			return nil, errTooLarge
		}
	}
}

// ReadDir returns the entries of a directory, sorted by name. Errors are *Error.
func (d *Disk) ReadDir(path string) ([]fs.DirEntry, error) {
	full := d.full(path)
	err := d.check(path, full)
	var entries []fs.DirEntry
	if err == nil {
		entries, err = os.ReadDir(full)
	}
	if err != nil {
		return entries, &Error{Path: path, Err: err}
	}
	return entries, nil
}

// Scan calls part with the bytes of a file, in one piece or in several that overlap. part must not keep them. tooLarge reports
// whether the file is too large for ReadFile. Errors are *Error.
func (d *Disk) Scan(path string, part func([]byte)) (tooLarge bool, err error) {
	buffer, _ := scanBuffers.Get().(*[]byte)
	defer scanBuffers.Put(buffer)
	size, err := scanFile(d.full(path), *buffer, part)
	if err != nil {
		return false, &Error{Path: path, Err: err}
	}
	return size > maxSize, nil
}

var scanBuffers = sync.Pool{New: func() any {
	buffer := make([]byte, scanSize)
	return &buffer
}}

// scanSize is the size of a piece. Few files are larger.
const scanSize = 256 << 10

func scanFile(full string, buffer []byte, part func([]byte)) (size int64, err error) {
	file, err := os.Open(full)
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

// Real returns the path without links, relative to the working directory; the path itself if that is unknown. Its
// last step need not exist.
func (d *Disk) Real(path string) string {
	full := d.full(path)
	real, err := filepath.EvalSymlinks(full)
	if errors.Is(err, fs.ErrNotExist) {
		real, err = filepath.EvalSymlinks(filepath.Dir(full))
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

// check refuses a file behind a link that points outside of every root. A file that is not behind a link may be anywhere,
// such as a module in a sibling directory.
func (d *Disk) check(path, full string) error {
	if d.links[path] {
		return nil
	}
	if _, err := os.Stat(full); err != nil { // for the system's error message
		return err
	}
	real, err := filepath.EvalSymlinks(full)
	if err != nil {
		return err
	}
	if real == full {
		return nil
	}
	for _, root := range d.roots {
		if isWithin(root, real) {
			return nil
		}
	}
	return fmt.Errorf("%w: %s", errOutside, filepath.ToSlash(real))
}
