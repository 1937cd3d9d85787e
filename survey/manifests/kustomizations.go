package manifests

import (
	"path"
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
)

// kustomizations are the kustomizations of directories, each read once; nil for a directory without one.
type kustomizations struct {
	reader *reader
	byDir  map[string]*kustomization
}

// kustomization has the generators of ConfigMaps of one kustomization, and the files and directories that it builds.
type kustomization struct {
	generators []generator
	places     []string
}

// generator is an item of configMapGenerator, and the directory of its kustomization.
type generator struct {
	dir   string
	value *model.Value
}

// changes reports whether the generator changes the ConfigMap of another one.
func (g generator) changes() bool {
	behavior := g.value.Get("behavior")
	return behavior != nil && behavior.Text != "create"
}

func newKustomizations(files terraform.Files) *kustomizations {
	return &kustomizations{&reader{files: files}, map[string]*kustomization{}}
}

// in returns the kustomization of a directory, or nil.
func (k *kustomizations) in(dir string) *kustomization {
	one, known := k.byDir[dir]
	if known || filetype.IsYAML(dir) {
		return one
	}
	for _, name := range filetype.Kustomizations() {
		documents, _ := k.reader.readPath(path.Join(dir, name))
		for _, doc := range documents {
			one = &kustomization{}
			for _, value := range mapsIn(doc.Root.Get("configMapGenerator")) {
				one.generators = append(one.generators, generator{dir, value})
			}
			for _, field := range []string{"resources", "bases", "components"} {
				for _, item := range doc.Root.List(field) {
					one.places = append(one.places, path.Join(dir, item.Text))
				}
			}
		}
	}
	k.byDir[dir] = one
	return one
}

// build is what the kustomization of a directory builds.
type build struct {
	dir        string
	own        []generator     // of the kustomization itself
	generators []generator     // of all, the outermost first
	places     map[string]bool // the files and directories
}

func (k *kustomizations) build(dir string) build {
	b := build{dir: dir, places: map[string]bool{dir: true}}
	for queue := []string{dir}; len(queue) > 0; queue = queue[1:] {
		one := k.in(queue[0])
		if one == nil {
			continue
		}
		b.generators = append(b.generators, one.generators...)
		for _, place := range one.places {
			if !b.places[place] {
				b.places[place] = true
				queue = append(queue, place)
			}
		}
	}
	if one := k.in(dir); one != nil {
		b.own = one.generators
	}
	return b
}

// below returns the builds with a generator of their own in a directory and below it.
func (k *kustomizations) below(top string) (builds []build) {
	dirs := []string{top}
	for i := 0; i < len(dirs); i++ {
		entries, _ := k.reader.files.ReadDir(dirs[i])
		for _, e := range entries {
			if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
				dirs = append(dirs, path.Join(dirs[i], e.Name()))
			}
		}
	}
	for _, dir := range dirs {
		if one := k.in(dir); one != nil && len(one.generators) > 0 {
			builds = append(builds, k.build(dir))
		}
	}
	return builds
}
