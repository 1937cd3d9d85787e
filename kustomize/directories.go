package kustomize

import (
	"path"
	"slices"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Directories finds the kustomizations of directories. A file is read when its directory is first asked for, so it is not safe for concurrent use.
type Directories struct {
	names  []string
	source Source
	files  map[string]string // the files of kustomizations, by directory; nil before the first is asked for
}

// NewDirectories returns the kustomizations among the files with the names.
func NewDirectories(names []string, files model.Reader) *Directories {
	return directoriesOf(names, newFileSource(files))
}

func directoriesOf(names []string, source Source) *Directories {
	return &Directories{names: names, source: source}
}

// Of returns the kustomization of a directory; nil if it has none, or one that cannot be read. nil has none.
func (d *Directories) Of(dir string) *Kustomization {
	if d == nil {
		return nil
	}
	if d.files == nil {
		d.files = map[string]string{}
		for _, name := range d.names {
			if filetype.IsKustomization(name) {
				d.files[path.Dir(name)] = name
			}
		}
	}
	if name := d.files[dir]; name != "" {
		for _, k := range slices.Backward(d.source.Kustomizations(name)) {
			if !k.InObject() {
				return k
			}
		}
	}
	return nil
}

// Leaves reports whether the directory of a file has a kustomization that leaves the file out.
func (d *Directories) Leaves(file string) bool {
	k := d.Of(path.Dir(file))
	return k != nil && !slices.Contains(k.Resources, file) && !slices.Contains(k.Files(), file)
}

// Built returns the names that the kustomization of a directory builds, through other directories as well: files, also those of patches, and what it
// cannot follow.
func (d *Directories) Built(dir string) map[string]bool {
	built, visited := map[string]bool{}, map[string]bool{}
	d.build(dir, built, visited)
	return built
}

func (d *Directories) build(dir string, built, visited map[string]bool) {
	visited[dir] = true
	k := d.Of(dir)
	for _, name := range slices.Concat(k.Resources, k.Components, k.Files()) {
		switch {
		case d.Of(name) == nil:
			built[name] = true
		case !visited[name]:
			d.build(name, built, visited)
		}
	}
}
