// Package sides opens the states of a repository that a run compares: the files on the disk, the index, or a commit, and what they are judged against.
package sides

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/internal/git"
	"github.com/karplint/karplint/internal/load"
)

// Sides are the present state of a repository and those that it is judged against.
type Sides struct {
	Root   string          // of the working tree, absolute and without links
	Now    *regular.Reader // the present side
	Before []*Before       // the others: several in a merge
	Notes  []string        // for people, one line each

	// OnDisk: the present side is the files on the disk. Otherwise it is the index or a commit, and Changed has the files that differ from each of the
	// others, by their paths below Root. IsEmpty: nothing differs from the first.
	OnDisk  bool
	Changed map[string]bool
	IsEmpty bool

	repository *git.Repository
}

// Before is a side that the present one is judged against.
type Before struct {
	Files *regular.Reader

	renamed map[string]string // the present paths of files below the root, by their former ones
}

// Options tell which sides to open.
type Options struct {
	Dir   string   // the working directory
	Paths []string // of the command line
	Room  int      // bytes of files that stay in memory, for each side
}

// Close ends what reads the repository. It returns an error if the content of a file could not be had.
func (s *Sides) Close() error {
	defer s.repository.Close()
	return s.repository.Err()
}

// open returns the repository of the paths, without sides.
func open(ctx context.Context, o Options) (*Sides, error) {
	root := ""
	for _, path := range o.Paths {
		switch of := RootOf(o.Dir, path); {
		case of == "":
			return nil, &git.Error{Message: fmt.Sprintf("%s is in no git repository", path), Help: "run karplint in a clone, or run git init"}
		case root != "" && root != of:
			return nil, &git.Error{Message: "the paths are in several git repositories", Help: "run karplint once for each"}
		default:
			root = of
		}
	}
	repository, err := git.Open(ctx, root)
	if err != nil {
		return nil, err
	}
	return &Sides{Root: root, repository: repository, Changed: map[string]bool{}}, nil
}

// RootOf returns the root of the working tree that a path is in, which need not exist on the disk; "" if there is none.
func RootOf(dir, path string) string {
	full := filepath.FromSlash(path)
	if !filepath.IsAbs(full) {
		full = filepath.Join(dir, full)
	}
	for full != filepath.Dir(full) && !regular.IsDir(full) {
		full = filepath.Dir(full)
	}
	real, err := regular.WithoutLinks(full)
	if err != nil {
		return ""
	}
	root := load.RepositoryRoot(real)
	if root == "" && os.Getenv("GIT_DIR") != "" {
		return dir // as git itself takes it
	}
	return root
}

// Since opens the files on the disk, and the commit at which the history of HEAD left that of a revision. Errors are *git.Error, or the cause if ctx has
// ended.
func Since(ctx context.Context, revision string, o Options) (*Sides, error) {
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	return s, s.closeIf(s.openSince(revision, o.Room))
}

func (s *Sides) openSince(revision string, room int) error {
	s.OnDisk = true
	_, isUnborn, err := s.repository.Head()
	base := ""
	if err == nil && !isUnborn {
		base, err = s.repository.MergeBase(revision, "HEAD")
	}
	if err != nil {
		return err
	}
	now, err := s.workTree()
	if err != nil {
		return err
	}
	s.Now = regular.Instead(s.Root, now, room)
	changes, err := s.repository.Staged(base)
	if err != nil {
		return err
	}
	return s.add(base, changes, room)
}

// Staged opens the index, and HEAD with the commits that are being merged into it.
func Staged(ctx context.Context, o Options) (*Sides, error) {
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	return s, s.closeIf(s.openStaged(o.Room))
}

func (s *Sides) openStaged(room int) error {
	head, _, err := s.repository.Head()
	if err != nil {
		return err
	}
	merged, err := s.repository.MergeHeads()
	if err != nil {
		return err
	}
	now, err := s.repository.Index()
	if err != nil {
		return err
	}
	s.Now = regular.Instead(s.Root, now, room)
	for _, base := range append([]string{head}, merged...) {
		changes, err := s.repository.Staged(base)
		if err == nil {
			err = s.add(base, changes, room)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Between opens a commit, and the one at which its history left that of another.
func Between(ctx context.Context, from, to string, o Options) (*Sides, error) {
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	return s, s.closeIf(s.openBetween(from, to, o.Room))
}

func (s *Sides) openBetween(from, to string, room int) error {
	base, err := s.repository.MergeBase(from, to)
	if err != nil {
		return err
	}
	now, err := s.repository.Tree(to)
	if err != nil {
		return err
	}
	s.Now = regular.Instead(s.Root, now, room)
	changes, err := s.repository.Between(base, to)
	if err != nil {
		return err
	}
	return s.add(base, changes, room)
}

// closeIf closes the repository if there is an error.
func (s *Sides) closeIf(err error) error {
	if err != nil {
		s.repository.Close()
	}
	return err
}

// add adds a side: a commit, and the changes from there to the present side or to the index.
func (s *Sides) add(commit string, changes []git.Change, room int) error {
	tree, err := s.repository.Tree(commit)
	if err != nil {
		return err
	}
	before := &Before{Files: regular.Instead(s.Root, tree, room), renamed: map[string]string{}}
	changed := map[string]bool{}
	for _, c := range changes {
		changed[c.From], changed[c.To] = true, true
		if c.From != "" && c.To != "" && c.From != c.To {
			before.renamed[c.From] = c.To
		}
		if c.FromCommit != "" && c.ToCommit != "" {
			s.Notes = append(s.Notes, fmt.Sprintf("%s: the submodule moves from %.7s to %.7s; its files are judged as they lie there, so nothing in them is new",
				c.To, c.FromCommit, c.ToCommit))
		}
	}
	delete(changed, "")
	if len(s.Before) == 0 {
		s.Changed, s.IsEmpty = changed, len(changed) == 0
	}
	for name := range s.Changed { // in any order: what a merge takes from one side as it is, is not changed
		if !changed[name] {
			delete(s.Changed, name)
		}
	}
	s.Before = append(s.Before, before)
	slices.Sort(s.Notes)
	s.Notes = slices.Compact(s.Notes)
	return nil
}
