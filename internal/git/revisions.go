package git

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/base/regular"
)

// Commit returns the hash of the commit that a revision names.
func (r *Repository) Commit(revision string) (string, error) {
	hash, err := r.object(revision + "^{commit}")
	if isUnknown(err) {
		return "", unknown(revision)
	}
	return hash, err
}

// object returns the hash of the object that a name stands for.
func (r *Repository) object(name string) (string, error) {
	if strings.ContainsRune(name, 0) {
		return "", &Error{said: noRevision}
	}
	out, err := r.output("rev-parse", "--verify", "--end-of-options", name)
	hash := strings.TrimSuffix(out, "\n")
	if err == nil && !isHash(hash) { // "^HEAD" names what is not wanted
		return "", &Error{said: noRevision}
	}
	if err == nil {
		r.hashSize.Store(int32(len(hash)))
	}
	return hash, err
}

// noRevision is what git says of a name that stands for no object.
const noRevision = "Needed a single revision"

func isUnknown(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.said == noRevision
}

// hash returns the hash of a revision, which may be one already. It starts with no "-", so that git never takes it for an option.
func (r *Repository) hash(revision string) (string, error) {
	if isHash(revision) {
		r.hashSize.Store(int32(len(revision)))
		return revision, nil
	}
	return r.Commit(revision)
}

// bothHashes returns the hashes of two revisions.
func (r *Repository) bothHashes(a, b string) (hashA, hashB string, err error) {
	if hashA, err = r.hash(a); err == nil {
		hashB, err = r.hash(b)
	}
	return hashA, hashB, err
}

func isHash(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}

// Head returns the hash of the commit that is checked out. unborn tells that there is none yet.
func (r *Repository) Head() (hash string, unborn bool, err error) {
	hash, err = r.object("HEAD^{commit}")
	if !isUnknown(err) {
		return hash, false, err
	}
	if _, err := r.object("HEAD"); isUnknown(err) {
		return "", true, nil
	}
	return "", false, &Error{Message: "git lacks the commit that HEAD names", Help: "run git fsck"}
}

// MergeBase returns the hash of the commit at which the histories of two revisions part.
func (r *Repository) MergeBase(a, b string) (string, error) {
	hashA, hashB, err := r.bothHashes(a, b)
	if err != nil {
		return "", err
	}
	out, err := r.output("merge-base", hashA, hashB)
	var e *Error
	if !errors.As(err, &e) || e.said != "" {
		return strings.TrimSuffix(out, "\n"), err
	}
	if regular.Exists(filepath.Join(r.common, "shallow")) {
		return "", &Error{Message: fmt.Sprintf("this is a shallow clone, which ends before the histories of %s and %s meet", quoted(a), quoted(b)),
			Help: "run git fetch --deepen=100 until it is deep enough, or git fetch --unshallow"}
	}
	return "", &Error{Message: fmt.Sprintf("%s and %s have no common history", quoted(a), quoted(b)), Help: "name a revision that HEAD descends from"}
}

// MergeHeads returns the hashes of the commits that are being merged into HEAD.
func (r *Repository) MergeHeads() ([]string, error) {
	data, err := regular.Read(filepath.Join(r.own, "MERGE_HEAD"), maxPointer)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &Error{Message: printable.Text(err.Error())}
	}
	hashes := strings.Fields(string(data))
	for _, hash := range hashes {
		if !isHash(hash) {
			return nil, &Error{Message: "MERGE_HEAD in the git directory names no commit", Help: "run git merge --abort"}
		}
	}
	return hashes, nil
}
