package convert

import (
	"maps"
	"slices"

	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// Patches returns the paths of the files that kustomizations among the files use as patches, or that say how patches are made: files must
// be given those too, whatever Selects says of them, for they may name neither kind nor field that it knows.
func Patches(files []*model.File) map[string]bool {
	seen := newSurvey(nil)
	for _, f := range files {
		if filetype.IsKustomization(f.Path) {
			seen.addFile(f)
		}
	}
	transformers := map[string]bool{}
	for _, k := range seen.kustomizations {
		for _, name := range seen.transformerFiles(k.Transformers, map[string]bool{}) {
			transformers[name] = true
		}
	}
	paths := maps.Clone(transformers)
	for _, f := range files {
		if transformers[f.Path] {
			seen.addFile(f)
		}
	}
	for _, k := range slices.AppendSeq(seen.overlays, maps.Values(seen.kustomizations)) {
		for _, name := range k.Files() {
			paths[name] = true
		}
	}
	return paths
}

// addFile notes the kustomizations in a file.
func (s *survey) addFile(f *model.File) {
	units.Read(f, 0, func(u *units.Unit) {
		if u.Err == nil {
			s.addKustomizations(kustomizationsIn(u))
		}
	})
}
