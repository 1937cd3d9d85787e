package git

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/go-git/go-git/v5/plumbing/format/index"

	"github.com/karplint/karplint/base/regular"
)

// maxIndex is the size in bytes up to which an index is read: that of about a million files.
const maxIndex = 128 << 20

// IsTracked reports whether the index of a working tree has a file with a path, which is relative to the root, with "/". It runs no program. An index
// that it cannot read, such as a split one, or that of a repository with SHA-256, has none.
func IsTracked(root, path string) bool {
	file := os.Getenv("GIT_INDEX_FILE")
	if file == "" {
		own, _ := Directories(root, nil)
		file = filepath.Join(own, "index")
	}
	data, err := regular.Read(file, maxIndex)
	if err != nil {
		return false
	}
	var entries index.Index
	if err := index.NewDecoder(bytes.NewReader(data)).Decode(&entries); err != nil {
		return false
	}
	_, err = entries.Entry(path)
	return err == nil
}
