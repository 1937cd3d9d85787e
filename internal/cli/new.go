package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/regular"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/config"
	"github.com/karplint/karplint/internal/git"
	"github.com/karplint/karplint/internal/load"
	"github.com/karplint/karplint/internal/sides"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/versions"
)

// newness is what a run that reports only what is new knows.
type newness struct {
	wanted bool           // else all findings are reported
	sides  *sides.Sides   // nil if a limit ended the run before they were found
	staged bool           // the index is judged
	held   []lint.Finding // those of the index until their fixes are staged

	changed bool // files on the disk were fixed
}

func asksForNew(c *cli.Context) bool { return c.IsSet("new-from") || c.Bool("staged") }

// findSides finds the states of the repository that --new-from or --staged compares; nil without either.
func (r *runner) findSides(c *cli.Context) (*sides.Sides, error) {
	if !asksForNew(c) {
		return nil, nil
	}
	paths := c.Args().Slice()
	if slices.Contains(paths, "-") {
		return nil, usage(c, "- (standard input) cannot be used with --new-from or --staged")
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	return findSides(r.ctx, c, sides.Options{Dir: r.dir, Paths: paths, Room: keptText})
}

// openSides opens the sides of a run that reports only what is new; nil for another run, or if a limit ended it. nothing means that nothing is new,
// and that nothing is to be printed.
func (r *runner) openSides(c *cli.Context, outputs []output) (s *sides.Sides, nothing bool, err error) {
	s, err = r.findSides(c)
	isHook := c.Bool("staged") && c.NArg() == 0 && len(outputs) == 1 && isForPeople(outputs[0])
	if err == nil && s != nil && isHook {
		nothing, err = r.changesNothing(c, s)
	}
	if err == nil && s != nil && !nothing {
		err = r.readSides(c, s)
	}
	if err == nil && !nothing {
		return s, false, nil
	}
	s.Close()
	if limit.Of(r.ctx) != nil {
		err = nil
	}
	return nil, nothing, err
}

// readSides opens the sides. The present one is read from now on.
func (r *runner) readSides(c *cli.Context, s *sides.Sides) error {
	if err := s.Open(); err != nil {
		return err
	}
	r.files = s.Now
	var err error
	r.configs, err = r.newConfigs(c)
	return err
}

func findSides(ctx context.Context, c *cli.Context, o sides.Options) (*sides.Sides, error) {
	from, to := os.Getenv("PRE_COMMIT_FROM_REF"), os.Getenv("PRE_COMMIT_TO_REF")
	switch {
	case c.IsSet("new-from"):
		return sides.Since(ctx, c.String("new-from"), o)
	case os.Getenv("PRE_COMMIT") == "1" && from != "" && to != "":
		return sides.Between(ctx, from, to, o)
	}
	return sides.Staged(ctx, o)
}

// nothingStaged is what a command with --staged says where nothing is.
func nothingStaged(command string) string {
	if os.Getenv("PRE_COMMIT") == "1" {
		return "nothing is staged, so this hook has nothing to do; to check all files: pre-commit run --hook-stage manual karplint-full --all-files"
	}
	return "nothing is staged, so there is nothing to do; git add stages files, and karplint " + command + " without --staged takes all"
}

// lintNew lints what differs between the sides, and applies the fixes of what is new, if they are requested.
func (l *linting) lintNew(c *cli.Context, varFiles []string) error {
	s := l.news.sides
	if limit.Of(l.ctx) != nil {
		l.result = lint.Compare(l.ctx, lint.Side{Tree: l.tree(nil), Settings: l.linters(), PathOf: l.roots.path})
		return nil
	}
	forgive(l.in.Listing, "deleted", func(path string) bool {
		return slices.ContainsFunc(s.Before, func(b *sides.Before) bool { return b.Files.Exists(l.full(path)) })
	})
	forgive(l.in.Listing, "not in git", func(path string) bool { return regular.Exists(l.full(path)) })
	if !s.OnDisk && s.IsEmpty {
		l.in.Notes = append(l.in.Notes, nothingStaged("lint"))
		return nil
	}
	if err := l.compare(c, s, varFiles); err != nil {
		return err
	}
	if l.baselines.used != nil {
		l.hideAccepted() // what is stale is not known, because not everything was judged
	}
	if l.fix && len(l.result.Findings) > 0 {
		l.fixNew(s, l.tree(varFiles))
	}
	return s.Err()
}

// compare lints what differs between the sides.
func (l *linting) compare(c *cli.Context, s *sides.Sides, varFiles []string) error {
	now := lint.Side{Tree: l.tree(varFiles), Settings: l.linters(), PathOf: l.roots.path}
	var before []lint.Side
	for _, b := range s.Before {
		side, err := l.before(c, s, b)
		if err != nil {
			return err
		}
		before = append(before, side)
	}
	l.result = lint.Compare(l.ctx, now, before...)
	l.in.Notes = append(l.in.Notes, s.Notes...)
	return nil
}

// before returns a side that the present one is judged against. The same files are requested, under the names that they had.
func (l *linting) before(c *cli.Context, s *sides.Sides, b *sides.Before) (lint.Side, error) {
	present := func(file string) string {
		rel, ok := s.Relative(l.dir, file)
		if to := b.Present(rel); ok && to != rel {
			return load.Display(l.dir, filepath.Join(s.Root, filepath.FromSlash(to)))
		}
		return file
	}
	if s.OnDisk {
		former := load.List([]string{s.Root}, load.Options{Dir: l.dir, Reader: b.Files, Terraform: true})
		s.Pair(b, l.below(s, former.Files), l.below(s, l.in.Files))
	}
	configs := l.in.configs.before(b.Files, func(file string) string { return l.full(present(file)) })
	var paths []string
	for _, path := range l.in.paths {
		if b.Files.Exists(l.full(path)) {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		paths = []string{s.Root}
	}
	in := &input{configs: configs, paths: paths, Listing: load.List(paths, configs.loadOptions(load.Options{Terraform: true, Context: true}))}
	in.Broken = nil // see brokenBefore
	for i := range in.Files {
		f := &in.Files[i]
		now, listed := l.in.Listed(present(f.Path))
		f.Context, f.Named = !listed || now.Context, listed && now.Named
	}
	groups, err := newGroups(c, in, versions.Target{})
	if err != nil {
		return lint.Side{}, err
	}
	old := &linting{runner: l.runner, in: in, groups: groups}
	disk := in.disk(in.Listing)
	old.files.Base = disk
	varFiles := slices.DeleteFunc(c.StringSlice("var-file"), func(name string) bool {
		_, err := disk.Allow(name)
		return err != nil
	})
	side := lint.Side{Tree: old.tree(varFiles), Settings: old.linters(), PathOf: func(file string) string { return l.roots.path(present(file)) }}
	side.Reports = func(file string) bool { return l.in.IsRequested(present(file)) }
	side.Configurations = l.in.brokenBefore(configs)
	return side, nil
}

// below returns the paths of files below the root of the sides.
func (l *linting) below(s *sides.Sides, files []load.File) (names []string) {
	for _, f := range files {
		if rel, ok := s.Relative(l.dir, f.Path); ok {
			names = append(names, rel)
		}
	}
	return names
}

// fullPath returns the absolute path of a file that is named from a directory.
func fullPath(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// brokenBefore returns those configurations with mistakes that had mistakes on a former side too.
func (in *input) brokenBefore(before *configs) []lint.Configuration {
	read := func(path string) ([]byte, error) { return before.reader.Read(fullPath(before.dir, path), load.MaxSize) }
	return slices.DeleteFunc(in.brokenConfigurations(read), func(now lint.Configuration) bool {
		full := fullPath(before.dir, now.File.Path)
		_, err := config.LoadFound(before.reader, full, now.File.Path, before.ruleSets.with)
		return err == nil || !before.reader.IsFile(full)
	})
}

// forgive makes notes of the errors about paths that do not exist for a known reason, such as those that were deleted, so that the paths of changed
// files may be passed as git lists them.
func forgive(l *load.Listing, reason string, is func(path string) bool) {
	l.Errors = slices.DeleteFunc(l.Errors, func(err error) bool {
		var missing *load.Error
		if !errors.As(err, &missing) || !errors.Is(err, fs.ErrNotExist) || !is(missing.Path) {
			return false
		}
		l.Notes = append(l.Notes, fmt.Sprintf("%s: %s, so nothing is checked in it", missing.Path, reason))
		return true
	})
}

// isDeleted reports whether a path that does not exist is in the index of git.
func (r *runner) isDeleted(path string) bool {
	root := sides.RootOf(r.dir, path)
	rel, err := filepath.Rel(root, r.full(path))
	return root != "" && err == nil && git.IsTracked(root, filepath.ToSlash(rel))
}

// changesNothing reports whether no finding depends on what changed: only the texts of manifests, which have, before and now, nothing but objects of
// Kubernetes without a word of a rule, and the same for others to take. Then nothing else is read.
func (r *runner) changesNothing(c *cli.Context, s *sides.Sides) (bool, error) {
	edits, only := s.Edits(load.MaxSize)
	if !only || s.IsEmpty {
		return false, nil
	}
	var paths []string
	for _, e := range edits {
		if !filetype.IsManifest(e.Name) || path.Base(e.Name) == config.Name {
			return false, nil
		}
		paths = append(paths, filepath.Join(s.Root, filepath.FromSlash(e.Name)))
	}
	in := &input{configs: r.configs, paths: paths, Listing: load.List(paths, r.configs.loadOptions(load.Options{}))}
	groups, err := newGroups(c, in, versions.Target{})
	if err != nil || len(in.Files) != len(edits) {
		return false, err
	}
	for _, e := range edits {
		f, listed := in.Listed(load.Display(r.dir, filepath.Join(s.Root, filepath.FromSlash(e.Name))))
		if !listed {
			return false, nil
		}
		linter := groupFor(groups, in.configs.settingsOf(f)).linter
		if !linter.FoundAlone(f.Path, e.Before) || !linter.FoundAlone(f.Path, e.Now) || !lint.SharesSame(e.Before, e.Now) {
			return false, nil
		}
	}
	return true, nil
}
