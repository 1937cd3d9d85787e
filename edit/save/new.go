package save

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// New writes a new file. If the path exists it returns fs.ErrExist, unless overwrite is true: then it replaces the content of a
// file, but never writes through a link.
func New(path string, content []byte, overwrite bool) error {
	mode := os.O_WRONLY | os.O_CREATE | os.O_EXCL
	if overwrite {
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%s is not a regular file; it was not written", path)
		}
		mode = os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	}
	f, err := os.OpenFile(path, mode, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}

// Directory makes a new directory, and those above it.
func Directory(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.Mkdir(path, 0o777)
}

// Output writes to a path of the user's choice, which may be a pipe or a device.
func Output(path string, content []byte) error { return os.WriteFile(path, content, 0o666) }

// Append adds to the end of a file of the user's choice, which need not exist.
func Append(path string, content []byte) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return errors.Join(err, f.Close())
}
