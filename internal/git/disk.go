package git

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/karplint/karplint/base/regular"
)

// Identity is that of regular.Tree for what is at a path of the working tree: equal to that of a Snapshot with equal contents. It is "" behind a
// link, outside of the working tree, and before a hash of the repository was seen. Each file is hashed once.
func (r *Repository) Identity(path string) string {
	full, ok := r.place(path)
	switch {
	case !ok:
		return ""
	case regular.IsLink(full):
		target, _ := regular.LinkTarget(full) // it is not empty, so that the hash of none equals no other
		return identity(fs.ModeSymlink, r.sum(strings.NewReader(target), int64(len(target))))
	case regular.IsDir(full):
		return directoryIdentity
	}
	return identity(0, r.hashOnDisk(path, full))
}

// identity returns the Identity of a file or link.
func identity(mode fs.FileMode, hash string) string {
	if hash == "" {
		return ""
	}
	return mode.Type().String() + " " + hash
}

// directoryIdentity is the Identity of each directory.
var directoryIdentity = fs.ModeDir.String()

// place returns where a path is on the disk, if it is in the working tree and leads through no link.
func (r *Repository) place(path string) (full string, ok bool) {
	local := filepath.FromSlash(path)
	full = filepath.Join(r.root, local)
	if !filepath.IsLocal(local) || full == r.root {
		return full, full == r.root
	}
	real, err := r.resolver.Resolve(filepath.Dir(full), r.root)
	return full, err == nil && real == filepath.Dir(full)
}

// readDir returns the entries of a directory of the working tree; none if it cannot be read.
func (r *Repository) readDir(path string) []fs.DirEntry {
	full, ok := r.place(path)
	if !ok || regular.IsLink(full) && full != r.root {
		return nil
	}
	entries, _ := regular.ReadDir(full) // what cannot be read has no entries
	return entries
}

// onDisk returns the content of a file of the working tree, if it has the hash and at most limit bytes.
func (r *Repository) onDisk(path, hash string, limit int) ([]byte, bool) {
	full, ok := r.place(path)
	if known, isKnown := r.hashes.Load(path); !ok || isKnown && known != hash || regular.IsLink(full) {
		return nil, false
	}
	data, err := regular.Read(full, limit)
	if err != nil {
		return nil, false
	}
	found := r.sum(bytes.NewReader(data), int64(len(data))) // again, because --fix may have changed the file
	r.hashes.Store(path, found)
	return data, found == hash
}

// hashOnDisk returns the hash of a file on the disk; "" if it cannot be read.
func (r *Repository) hashOnDisk(path, full string) string {
	if known, isKnown := r.hashes.Load(path); isKnown {
		return known.(string)
	}
	file, size, err := regular.Open(full)
	if err != nil {
		return ""
	}
	defer file.Close() //nolint:errcheck // it was opened for reading only
	hash := r.sum(file, size)
	if hash != "" {
		r.hashes.Store(path, hash)
	}
	return hash
}

// sum returns the hash that git gives to a file of so many bytes; "" if they cannot be read, or no hash of the repository was seen, whose length
// tells how.
func (r *Repository) sum(content io.Reader, size int64) string {
	var h hash.Hash
	switch r.hashSize.Load() {
	case 0:
		return ""
	case 2 * sha1.Size:
		h = sha1.New()
	default:
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", size)
	if n, err := io.Copy(h, content); err != nil || n != size {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
