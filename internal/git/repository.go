// Package git reads the commits and the index of a repository with the program git. It is the only package that runs a program. Git changes nothing,
// fetches nothing, and runs no program that the configuration of a repository names: docs/security.md tells how.
package git

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"

	"github.com/karplint/karplint/base/printable"
	"github.com/karplint/karplint/base/regular"
)

// Repository is a repository with a working tree. It is safe for concurrent use. A revision is whatever names a commit to git; the empty revision
// stands for no commit, which has no files. Errors are *Error, or the cause if the context has ended.
type Repository struct {
	ctx         context.Context
	root        string // of the working tree, without links
	program     string
	environment []string
	own, common string // the git directories of the working tree and of the repository
	blobs       blobs

	resolver regular.Resolver
	hashes   sync.Map     // of files on the disk, by path
	hashSize atomic.Int32 // digits of a hash; 0 until one was seen
	mu       sync.Mutex
	failure  error
}

// Open returns the repository with its working tree in an absolute directory. Git runs until the context ends. Close must be called at the end.
func Open(ctx context.Context, root string) (*Repository, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return nil, &Error{Message: "git is not on the PATH", Help: "install git"}
	}
	real, err := regular.WithoutLinks(root)
	if err != nil {
		return nil, &Error{Message: printable.Text(err.Error())}
	}
	r := &Repository{ctx: ctx, root: real, program: program}
	r.own, r.common = Directories(real, nil)
	if dir := os.Getenv("GIT_DIR"); dir != "" {
		working, err := os.Getwd()
		if err != nil {
			return nil, &Error{Message: printable.Text(err.Error())}
		}
		r.own = absolute(dir, working)
		r.common = shared(r.own, nil)
	}
	r.environment = r.environmentOf(exec.Command(program).Environ())
	return r, nil
}

// Close ends the git that reads contents.
func (r *Repository) Close() {
	r.blobs.Lock()
	defer r.blobs.Unlock()
	r.blobs.stop()
}

// Err returns the first error about a file whose content git does not have, which the methods of a Snapshot met.
func (r *Repository) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failure
}

// fail remembers the first error.
func (r *Repository) fail(err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failure == nil && r.ctx.Err() == nil {
		r.failure = err
	}
	return err
}
