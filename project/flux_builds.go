package project

import "github.com/karplint/karplint/survey"

// fluxBuilds finds the Kustomizations of Flux that apply a file.
type fluxBuilds struct {
	all   []*survey.FluxBuild
	byDir *dirIndex // of all
}

func newFluxBuilds(all []*survey.FluxBuild, named *namedDirs) *fluxBuilds {
	b := &fluxBuilds{all, newDirIndex()}
	for i, build := range all {
		for dir := range named.of(build.File, build.Path) {
			b.byDir.add(dir, i)
		}
	}
	return b
}

// of returns the Kustomizations that apply a file.
func (b *fluxBuilds) of(file string) (builds []*survey.FluxBuild) {
	for _, number := range b.byDir.around(file) {
		builds = append(builds, b.all[number])
	}
	return builds
}
