package patches

import (
	"maps"
	"slices"

	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Files returns the paths of the files that kustomizations among the files use as patches, or that say how patches are made. A conversion must
// be given those too, because they need not contain any name that it looks for. They decide which files a run has, so that the kustomizations
// are parsed here, before the run that parses them once more.
func Files(files []*model.File) map[string]bool {
	b := NewBuilds(nil)
	for _, f := range files {
		if filetype.IsKustomization(f.Path) {
			b.addFile(f)
		}
	}
	transformers := map[string]bool{}
	for _, k := range b.kustomizations {
		for _, name := range b.transformerFiles(k.Transformers, map[string]bool{}) {
			transformers[name] = true
		}
	}
	paths := maps.Clone(transformers)
	for _, f := range files {
		if transformers[f.Path] {
			b.addFile(f)
		}
	}
	for _, k := range slices.AppendSeq(b.overlays, maps.Values(b.kustomizations)) {
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
