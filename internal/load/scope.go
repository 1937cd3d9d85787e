package load

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Scope is the directory of a configuration and the files in it that are excluded.
type Scope struct {
	Dir     string   // the configuration's directory, absolute and without links; "" without one
	Exclude []string // globs of files and directories to skip, relative to Dir
	Broken  bool     // the configuration has a mistake, so its files are only context
}

// excludes reports whether a file or directory is skipped. A glob without a slash matches a name anywhere, one with a
// slash the path relative to the configuration. full is absolute and without links.
func (s *Scope) excludes(full string) bool {
	if len(s.Exclude) == 0 {
		return false
	}
	rel, err := filepath.Rel(s.Dir, full)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	for _, glob := range s.Exclude {
		glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
		subject := rel
		if !strings.Contains(glob, "/") {
			subject = path.Base(rel)
		}
		if ok, _ := doublestar.Match(strings.TrimPrefix(glob, "/"), subject); ok {
			return true
		}
	}
	return false
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
