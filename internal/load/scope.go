package load

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Scope is what a configuration says of the files below its directory, as far as no other one is nearer to them.
type Scope struct {
	Dir     string   // the configuration's directory, absolute and without links; "" without one
	Exclude []string // globs of files and directories to pass over, relative to Dir
}

// excludes reports whether a file or directory is passed over. A glob without a slash matches a name anywhere, one with a
// slash the path from the configuration on. full is absolute and without links.
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

// scope returns the scope of a directory, which is absolute and without links. What is wrong with the configuration of a
// directory that was asked for is kept in the listing; elsewhere it is not this run's matter.
func (l *lister) scope(dir string) *Scope {
	if l.options.Scopes == nil {
		return &Scope{}
	}
	scope, err := l.options.Scopes(dir)
	if err == nil {
		return scope
	}
	if l.listing.Err == nil && !l.context {
		l.listing.Err = err
	}
	return &Scope{Dir: dir}
}
