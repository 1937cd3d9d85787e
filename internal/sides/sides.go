// Package sides opens the states of a repository that a run compares: the files on the disk, the index, or a commit, and what they are judged
// against.
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
	Now    *regular.Reader // the present side; nil before Open
	Before []*Before       // the others: several in a merge; none before Open
	Notes  []string        // for people, one line each

	// OnDisk: the present side is the files on the disk. Otherwise it is the index or a commit, and Changed has the files that differ from each of the
	// others, by their paths below Root. IsEmpty: nothing differs from the first.
	OnDisk  bool
	Changed map[string]bool
	IsEmpty bool

	repository *git.Repository
	room       int
	now        func() (regular.Tree, error)
	former     []former
}

// former is a commit that the present side is judged against, and what changed since.
type former struct {
	commit  string
	changes []git.Change
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

// Close ends what reads the repository. A nil Sides is closed.
func (s *Sides) Close() {
	if s != nil {
		s.repository.Close()
	}
}

// Err returns an error if the content of a file could not be had.
func (s *Sides) Err() error { return s.repository.Err() }

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
	return &Sides{Root: root, repository: repository, room: o.Room, Changed: map[string]bool{}}, nil
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

// Since finds what the files on the disk are judged against: the commit at which the history of HEAD left that of a revision. Errors are
// *git.Error, or the cause if ctx has ended.
func Since(ctx context.Context, revision string, o Options) (*Sides, error) {
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	return s.orClosed(s.findSince(revision))
}

func (s *Sides) findSince(revision string) error {
	s.OnDisk, s.now = true, s.workTree
	_, isUnborn, err := s.repository.Head()
	base := ""
	if err == nil && !isUnborn {
		_, err = s.repository.Commit(revision)
	}
	if err == nil && !isUnborn {
		base, err = s.repository.MergeBase(revision, "HEAD")
	}
	if err != nil {
		return err
	}
	changes, err := s.repository.Staged(base)
	s.add(base, changes)
	return err
}

// Staged finds what the index is judged against: HEAD, and the commits that are being merged into it.
func Staged(ctx context.Context, o Options) (*Sides, error) {
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	return s.orClosed(s.findStaged())
}

func (s *Sides) findStaged() error {
	s.now = func() (regular.Tree, error) { return s.repository.Index() }
	head, _, err := s.repository.Head()
	if err != nil {
		return err
	}
	merged, err := s.repository.MergeHeads()
	if err != nil {
		return err
	}
	for _, base := range append([]string{head}, merged...) {
		changes, err := s.repository.Staged(base)
		if err != nil {
			return err
		}
		s.add(base, changes)
	}
	return nil
}

// Between finds what a commit is judged against: the one at which its history left that of another.
func Between(ctx context.Context, from, to string, o Options) (*Sides, error) {
	s, err := open(ctx, o)
	if err != nil {
		return nil, err
	}
	return s.orClosed(s.findBetween(from, to))
}

func (s *Sides) findBetween(from, to string) error {
	s.now = func() (regular.Tree, error) { return s.repository.Tree(to) }
	base, err := s.repository.MergeBase(from, to)
	if err != nil {
		return err
	}
	changes, err := s.repository.Between(base, to)
	s.add(base, changes)
	return err
}

// orClosed returns the sides, or closes them if there is an error.
func (s *Sides) orClosed(err error) (*Sides, error) {
	if err != nil {
		s.repository.Close()
		return nil, err
	}
	return s, nil
}

// add adds a former commit, and the changes from there to the present side or to the index.
func (s *Sides) add(commit string, changes []git.Change) {
	changed := map[string]bool{}
	for _, c := range changes {
		changed[c.From], changed[c.To] = true, true
		if c.FromCommit != "" && c.ToCommit != "" {
			const moves = "%s: the submodule moves from %.7s to %.7s; its files are judged as they lie there, so nothing in them is new"
			s.Notes = append(s.Notes, fmt.Sprintf(moves, c.To, c.FromCommit, c.ToCommit))
		}
	}
	delete(changed, "")
	if len(s.former) == 0 {
		s.Changed, s.IsEmpty = changed, len(changed) == 0
	}
	for name := range s.Changed { // in any order: what a merge takes from one side as it is, is not changed
		if !changed[name] {
			delete(s.Changed, name)
		}
	}
	s.former = append(s.former, former{commit, changes})
	slices.Sort(s.Notes)
	s.Notes = slices.Compact(s.Notes)
}

// Open opens the sides.
func (s *Sides) Open() error {
	now, err := s.now()
	if err != nil {
		return err
	}
	s.Now = regular.Instead(s.Root, now, s.room)
	for _, f := range s.former {
		tree, err := s.repository.Tree(f.commit)
		if err != nil {
			return err
		}
		before := &Before{Files: regular.Instead(s.Root, tree, s.room), renamed: map[string]string{}}
		for _, c := range f.changes {
			if c.From != "" && c.To != "" && c.From != c.To {
				before.renamed[c.From] = c.To
			}
		}
		s.Before = append(s.Before, before)
	}
	return nil
}

// Edit is a file with other text than before.
type Edit struct {
	Name        string // below the root
	Before, Now []byte
}

// Edits returns what changed, if that is only the text of regular files, of at most limit bytes each; false otherwise, and for files on the disk.
func (s *Sides) Edits(limit int) (edits []Edit, only bool) {
	if s.OnDisk || len(s.former) != 1 {
		return nil, false
	}
	for _, c := range s.former[0].changes {
		if c.From != c.To || c.FromBlob == "" || c.ToBlob == "" {
			return nil, false
		}
		e := Edit{Name: c.To}
		var errs [2]error
		e.Before, errs[0] = s.repository.Content(c.From, c.FromBlob, limit)
		e.Now, errs[1] = s.repository.Content(c.To, c.ToBlob, limit)
		if errs[0] != nil || errs[1] != nil {
			return nil, false
		}
		edits = append(edits, e)
	}
	return edits, true
}
