package project

import (
	"path"
	"slices"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/survey"
)

// fluxBuilds finds the Kustomizations of Flux that apply a file.
type fluxBuilds struct {
	all            []*survey.FluxBuild
	byDir          *dirIndex // of all, by the directories that they may name
	kustomizations *kustomize.Directories
	built          map[string]map[string]bool // by directory: what its kustomization builds
	elsewhere      map[string][]int           // of all, by files that are not below the directory; nil before the first use
}

func newFluxBuilds(all []*survey.FluxBuild, named *namedDirs, kustomizations *kustomize.Directories) *fluxBuilds {
	b := &fluxBuilds{all: all, byDir: newDirIndex(), kustomizations: kustomizations, built: map[string]map[string]bool{}}
	for i, build := range all {
		for dir := range named.of(build.File, build.Path) {
			b.byDir.add(dir, i)
		}
	}
	return b
}

// of returns the Kustomizations that apply a file.
func (b *fluxBuilds) of(file string) (builds []*survey.FluxBuild) {
	if len(b.all) == 0 {
		return nil
	}
	numbers := slices.Clone(b.fromElsewhere()[file])
	for dir := path.Dir(file); levels(dir) <= b.byDir.highest; dir = parentOf(dir) {
		if ofDir := b.byDir.numbers[dir]; len(ofDir) > 0 && b.applies(dir, file) {
			numbers = append(numbers, ofDir...)
		}
		if dir == "/" {
			break
		}
	}
	slices.Sort(numbers)
	for _, number := range slices.Compact(numbers) {
		builds = append(builds, b.all[number])
	}
	return builds
}

// applies reports whether Flux applies a file below a directory. It takes all files, except in directories with a kustomization, which lists some.
func (b *fluxBuilds) applies(dir, file string) bool {
	highest := ""
	for below := path.Dir(file); ; below = parentOf(below) {
		if b.kustomizations.Of(below) != nil {
			highest = below
		}
		if below == dir {
			return highest == "" || b.builtBy(highest)[file]
		}
	}
}

func (b *fluxBuilds) builtBy(dir string) map[string]bool {
	built, ok := b.built[dir]
	if !ok {
		built = b.kustomizations.Built(dir)
		b.built[dir] = built
	}
	return built
}

// fromElsewhere returns the Kustomizations by the files that their kustomizations take from other directories, such as bases.
func (b *fluxBuilds) fromElsewhere() map[string][]int {
	if b.elsewhere != nil {
		return b.elsewhere
	}
	b.elsewhere = map[string][]int{}
	for dir, numbers := range b.byDir.numbers { // in any order: they are sorted later
		if b.kustomizations.Of(dir) == nil {
			continue
		}
		for file := range b.builtBy(dir) { // likewise
			if !contains(dir, file) {
				b.elsewhere[file] = append(b.elsewhere[file], numbers...)
			}
		}
	}
	return b.elsewhere
}
