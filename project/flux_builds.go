package project

import "github.com/karplint/karplint/survey"

// maxBuildsOfFile bounds the Kustomizations of Flux that apply a file. Beyond it, they count as unknown.
const maxBuildsOfFile = 1000

// fluxBuilds finds the Kustomizations of Flux that apply a file.
type fluxBuilds struct {
	all   []*survey.FluxBuild
	byDir *dirIndex // of all; not more than what is needed to know that there are too many
}

func newFluxBuilds(all []*survey.FluxBuild, named *namedDirs) *fluxBuilds {
	b := &fluxBuilds{all, newDirIndex()}
	for i, build := range all {
		for dir := range named.of(build.File, build.Path) {
			if len(b.byDir.numbers[dir]) <= maxBuildsOfFile {
				b.byDir.add(dir, i)
			}
		}
	}
	return b
}

// of returns the Kustomizations that apply a file. known is false if there are too many.
func (b *fluxBuilds) of(file string) (builds []*survey.FluxBuild, known bool) {
	numbers := b.byDir.around(file)
	if len(numbers) > maxBuildsOfFile {
		return nil, false
	}
	for _, number := range numbers {
		builds = append(builds, b.all[number])
	}
	return builds, true
}
