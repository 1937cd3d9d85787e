package patches

import (
	"maps"
	"slices"

	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Files returns the paths of files that kustomizations use as patches or for making patches. A conversion needs these files even
// if they contain none of its needles. The kustomizations are parsed here for that, and again in the run, because the list of
// files must be complete before the run starts.
func Files(files []*model.File) map[string]bool {
	b := NewBuilds(nil)
	for _, f := range files {
		if filetype.IsKustomization(f.Path) {
			b.addFile(f)
		}
	}
	transformers, visited := map[string]bool{}, map[string]bool{}
	for _, k := range b.kustomizations {
		for _, name := range b.transformerFiles(k.Transformers, visited) {
			transformers[name] = true
		}
	}
	paths := maps.Clone(transformers)
	for _, f := range files {
		if transformers[f.Path] {
			b.addFile(f)
		}
	}
	for _, k := range slices.AppendSeq(b.overlays, maps.Values(b.kustomizations)) { // in any order: the paths are a set
		for _, name := range k.Files() {
			paths[name] = true
		}
	}
	return paths
}

// addFile indexes the kustomizations in a file.
func (b *Builds) addFile(f *model.File) {
	units.Read(f, 0, nil, func(u *units.Unit) {
		if u.Err == nil {
			b.add(Find(u))
		}
	})
}
