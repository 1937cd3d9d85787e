package load

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Scope is the directory of a configuration and the files in it that are excluded.
type Scope struct {
	Dir     string   // the configuration's directory, absolute and without links; "" without one
	Exclude []string // globs of files and directories to skip
	From    string   // the directory that they are relative to; "" for Dir
	Broken  bool     // the configuration has a mistake, so its files are only context
}

// excludes reports whether a file or directory is skipped. full is absolute and without links.
func (s *Scope) excludes(full string) bool {
	return slices.ContainsFunc(s.Exclude, func(glob string) bool { return Matches(glob, cmp.Or(s.From, s.Dir), full) })
}

// Matches reports whether a glob of a configuration in a directory matches a path. A glob without a slash matches a name anywhere, one with a slash
// the path relative to the directory. Both paths are absolute and without links.
func Matches(glob, dir, full string) bool {
	rel, err := filepath.Rel(dir, full)
	if err != nil {
		return false
	}
	subject := filepath.ToSlash(rel)
	glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
	if !strings.Contains(glob, "/") {
		subject = path.Base(subject)
	}
	matches, _ := doublestar.Match(strings.TrimPrefix(glob, "/"), subject)
	return matches
}

// scope returns the scope of a directory, which is absolute and without links. If the configuration of a requested directory is
// wrong, the error is kept in the listing. Errors elsewhere do not concern this run.
func (l *lister) scope(dir string) *Scope {
	if l.options.Scopes == nil {
		return &Scope{}
	}
	scope, err := l.options.Scopes(dir)
	if err == nil {
		l.recordBroken(scope)
		return scope
	}
	if l.listing.Err == nil && !l.context {
		l.listing.Err = err
	}
	return &Scope{Dir: dir}
}

// recordBroken records a broken scope of requested files.
func (l *lister) recordBroken(scope *Scope) {
	if scope.Broken && !l.context && !slices.Contains(l.listing.Broken, scope) {
		l.listing.Broken = append(l.listing.Broken, scope)
	}
}
