package patches

import (
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// Files returns the paths of files that kustomizations use as patches or for making patches. A conversion needs these files even
// if they contain none of its needles. The kustomizations are parsed here for that, and again in the run, because the list of
// files must be complete before the run starts.
func Files(files []*model.File) map[string]bool {
	paths := map[string]bool{}
	for _, f := range files {
		if !filetype.IsKustomization(f.Path) {
			continue
		}
		units.Read(f, 0, nil, func(u *units.Unit) {
			if u.Err != nil {
				return
			}
			for _, k := range kustomize.Read(u.Res) {
				for _, name := range k.Files() {
					paths[name] = true
				}
			}
		})
	}
	return paths
}
