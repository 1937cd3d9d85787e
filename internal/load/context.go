package load

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/karplint/karplint/filetype"
)

// addContexts lists what stands around the paths that were asked for: who calls a module, which chart is installed
// and which objects others name can stand anywhere in a repository. What is found does not depend on what was asked
// for, only what is reported of it.
func (l *lister) addContexts() {
	l.context = true
	for _, dir := range l.asked {
		if root := l.contextRoot(dir); root != "" && !l.walked(root) {
			l.walk(root, root)
		}
	}
	l.addLinks()
}

// walked reports whether the directory stands in one that was walked.
func (l *lister) walked(real string) bool {
	return slices.ContainsFunc(l.listing.trees, func(t area) bool { return within(t.real, real) })
}

// Walked reports whether the directory, an absolute path, was asked for, or one above it.
func (l *Listing) Walked(dir string) bool {
	real, err := filepath.EvalSymlinks(dir)
	return err == nil && slices.ContainsFunc(l.trees, func(t area) bool { return t.asked && within(t.real, real) })
}

// contextRoot returns the directory whose Terraform files and manifests tell what those in dir mean: the repository's
// root, or what .gitignore names above dir; outside of any repository the narrower of the configuration's directory and
// the working directory that holds dir. It is "" where that would be a whole home directory or file system.
func (l *lister) contextRoot(dir string) string {
	root := ""
	if repositoryRoot(dir) != "" {
		root = ignoresAbove(dir).base
	} else {
		for _, candidate := range []string{l.scope(dir).Dir, l.options.Dir} {
			if len(candidate) > len(root) && within(candidate, dir) {
				root = candidate
			}
		}
	}
	if home, _ := os.UserHomeDir(); root == home || filepath.Dir(root) == root {
		return ""
	}
	return root
}

// within reports whether the path is the directory or stands in it; both are absolute and without links.
func within(dir, path string) bool {
	rest, ok := strings.CutPrefix(path, dir)
	return ok && (rest == "" || rest[0] == filepath.Separator || strings.HasSuffix(dir, string(filepath.Separator)))
}

// Asked reports whether a file that is none of Files, such as the template of a manifest, stands in a directory that
// was asked for.
func (l *Listing) Asked(path string) bool {
	if filetype.IsTerraform(path) || filetype.IsManifest(path) {
		return false // it would have been listed
	}
	return slices.ContainsFunc(l.trees, func(t area) bool { return t.asked && filetype.IsWithin(t.path, path) })
}

// Listed returns the file with the path, if it is among Files.
func (l *Listing) Listed(path string) (File, bool) {
	i, found := slices.BinarySearchFunc(l.Files, path, func(f File, path string) int { return strings.Compare(f.Path, path) })
	if !found {
		return File{}, false
	}
	return l.Files[i], true
}

// Find returns the file with the path: a listed one, or one that Asked admits.
func (l *Listing) Find(path string) (File, bool) {
	if f, listed := l.Listed(path); listed {
		return f, true
	}
	for _, t := range l.trees {
		if t.asked && filetype.IsWithin(t.path, path) {
			return File{Path: path, Root: t.root, path: filepath.Join(l.dir, filepath.FromSlash(path))}, true
		}
	}
	return File{}, false
}
