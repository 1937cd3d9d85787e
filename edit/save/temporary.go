package save

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// temporary is a file that will replace another one. It is locked while open, so that another process can tell it from the
// leftover of a killed process.
type temporary struct {
	file *os.File
	path string // "" once it is renamed
}

// leftoverName matches the name of a temporary file.
var leftoverName = regexp.MustCompile(`^\.karplint-[0-9]+-(.*)\.tmp$`)

// maxBase is the maximum number of bytes of the target's name in the name of the temporary file.
const maxBase = 200

// writeTemp writes content to a new file beside target, with the mode, owner and attributes of the file at target.
func writeTemp(target string, info fs.FileInfo, content []byte) (*temporary, error) {
	file, err := newTemporary(target)
	if err != nil {
		return nil, err
	}
	if err := file.fill(target, info, content); err != nil {
		file.remove()
		return nil, err
	}
	return file, nil
}

// newTemporary creates an empty, locked file beside target. It tries again if another process removed the file as a leftover
// before it was locked.
func newTemporary(target string) (*temporary, error) {
	base := strings.ReplaceAll(filepath.Base(target), "*", "_")
	base = base[:min(len(base), maxBase)]
	for {
		f, err := os.CreateTemp(filepath.Dir(target), ".karplint-*-"+base+".tmp")
		if err != nil {
			return nil, err
		}
		lock(f)
		if _, err := os.Lstat(f.Name()); errors.Is(err, fs.ErrNotExist) {
			_ = f.Close()
			continue
		}
		return &temporary{file: f, path: f.Name()}, nil
	}
}

func (t *temporary) fill(target string, info fs.FileInfo, content []byte) error {
	if _, err := t.file.Write(content); err != nil {
		return err
	}
	keepOwner(t.file, info)
	if err := t.file.Chmod(info.Mode().Perm()); err != nil {
		return err
	}
	if err := keepAttributes(target, t.path); err != nil {
		return err
	}
	return errors.Join(t.file.Sync(), closeUnlessLocked(t.file))
}

// remove closes the file, and removes it unless it was renamed.
func (t *temporary) remove() {
	if t.path != "" {
		_ = os.Remove(t.path)
	}
	_ = t.file.Close()
}

// Leftover is a temporary file of a process that was killed.
type Leftover struct {
	Path   string
	Target string // the file that was to be replaced
}

// RemoveLeftovers removes the temporary files that killed processes left in a directory, and returns them.
func RemoveLeftovers(dir string) (removed []Leftover) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name := leftoverName.FindStringSubmatch(e.Name())
		if name == nil || !e.Type().IsRegular() {
			continue
		}
		path := filepath.Join(dir, e.Name())
		if removeUnlocked(path) {
			removed = append(removed, Leftover{path, filepath.Join(dir, name[1])})
		}
	}
	return removed
}
