package git

import (
	"path/filepath"
	"strings"

	"github.com/karplint/karplint/base/regular"
)

// Directories returns the git directory of a working tree, and the one that it shares with the other working trees of its repository: .git itself, or
// what the file .git of a linked working tree or of a submodule points at. The reader may be nil.
func Directories(root string, reader *regular.Reader) (own, common string) {
	own = filepath.Join(root, ".git")
	if target, ok := pointer(own, "gitdir: ", reader); ok {
		own = absolute(target, root)
	}
	return own, shared(own, reader)
}

// shared returns the directory that a git directory shares with those of other working trees.
func shared(own string, reader *regular.Reader) string {
	if target, ok := pointer(filepath.Join(own, "commondir"), "", reader); ok {
		return absolute(target, own)
	}
	return own
}

// maxPointer is the size in bytes up to which a file with a path is read.
const maxPointer = 1 << 20

func pointer(file, prefix string, reader *regular.Reader) (string, bool) {
	data, err := reader.Read(file, maxPointer)
	if err != nil {
		return "", false
	}
	return strings.CutPrefix(strings.TrimSpace(string(data)), prefix)
}

func absolute(path, base string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}
