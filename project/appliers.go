package project

import (
	"path"
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/survey"
)

// Applier is a tool that applies the objects of a directory.
type Applier struct {
	Tool    string // its name in the table of appliers
	Address string // of the object or block that makes the tool apply the directory: Application/argocd/pools
}

// appliers are the tools that apply directories.
type appliers struct {
	named *namedDirs
	all   []Applier
	byDir *dirIndex // of all; the first of each tool
}

// newAppliers finds the directories that manifests and Terraform roots apply. Those that are named relative to the root of a repository come
// first, and those that Flux applies last.
func newAppliers(o *survey.Observations, named *namedDirs) *appliers {
	a := &appliers{named: named, byDir: newDirIndex()}
	for _, use := range o.Uses {
		a.addFromRoot(use)
	}
	for _, root := range o.Roots {
		for _, use := range root.Uses {
			a.addFromRoot(use)
		}
	}
	for _, use := range o.Uses {
		a.addUse(use, path.Dir(use.File.Path))
	}
	for _, root := range o.Roots {
		for _, use := range root.Uses {
			a.addUse(use, root.Dir, ".")
		}
	}
	for _, build := range o.Builds {
		a.all = append(a.all, Applier{facts.Flux, build.Address})
		for dir := range named.of(build.File, build.Path) {
			a.add(dir)
		}
	}
	return a
}

// addFromRoot adds the directory of a use that is relative to the root of the repository.
func (a *appliers) addFromRoot(use *survey.ChartUse) {
	if !use.FromRoot {
		return
	}
	a.all = append(a.all, applierOf(use))
	for dir := range a.named.of(use.File.Path, use.Dir) {
		a.add(dir)
	}
}

// addUse adds the directory of a use that is relative to one of starts.
func (a *appliers) addUse(use *survey.ChartUse, starts ...string) {
	if use.FromRoot {
		return
	}
	a.all = append(a.all, applierOf(use))
	for _, start := range starts {
		if dir := path.Join(start, use.Dir); dir != "." {
			a.add(dir)
		}
	}
}

// add adds a directory of the last applier, unless the same tool has it.
func (a *appliers) add(dir string) {
	last := len(a.all) - 1
	isKnown := func(number int) bool { return a.all[number].Tool == a.all[last].Tool }
	if !slices.ContainsFunc(a.byDir.numbers[dir], isKnown) {
		a.byDir.add(dir, last)
	}
}

// Appliers returns the tools that apply a manifest file, by their names in the table of appliers. It finds them by the directories
// that objects of Argo CD and Flux, helmfiles and Terraform name. It returns none if the file is below none of these directories.
func (m *Map) Appliers(file string) []string {
	var names []string
	for _, by := range m.AppliersOf(file) {
		names = append(names, by.Tool)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// AppliersOf returns the tools that apply a manifest file, with the objects or blocks that make them do so: for each directory above the
// file, the first ones of each tool. Flux comes last.
func (m *Map) AppliersOf(file string) (appliers []Applier) {
	for _, number := range m.appliers.byDir.around(file) {
		appliers = append(appliers, m.appliers.all[number])
	}
	return appliers
}

func applierOf(use *survey.ChartUse) Applier {
	switch via := use.Value.Str("via"); {
	case via == survey.ViaFlux || via == survey.ViaHelmfile:
		return Applier{facts.Helm, use.Address}
	case via == "helm_release":
		return Applier{facts.HelmRelease, use.Address}
	case via == survey.ViaKustomization:
		return Applier{facts.KustomizationResource, use.Address}
	case use.ServerSide:
		return Applier{facts.ArgoCDServerSide, use.Address}
	}
	return Applier{facts.ArgoCD, use.Address}
}
