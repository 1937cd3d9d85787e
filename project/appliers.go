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

// appliedDir is a directory with the tool that applies its objects.
type appliedDir struct {
	dir string
	by  Applier
}

// addApplied adds the directories that manifests and Terraform roots apply.
func (m *Map) addApplied(uses []*survey.ChartUse, roots []*survey.Root) {
	for _, use := range uses {
		m.addUse(use, path.Dir(use.File.Path))
	}
	for _, root := range roots {
		for _, use := range root.Uses {
			m.addUse(use, root.Dir, ".")
		}
	}
}

// addUse adds the directory of a use. It is relative to one of starts, or to the root of the repository.
func (m *Map) addUse(use *survey.ChartUse, starts ...string) {
	if use.FromRoot {
		m.uses = append(m.uses, use)
		return
	}
	for _, start := range starts {
		if dir := path.Join(start, use.Dir); dir != "." {
			m.applied = append(m.applied, appliedDir{dir, applierOf(use)})
		}
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

// AppliersOf returns the tools that apply a manifest file, with the objects or blocks that make them do so. Flux comes last.
func (m *Map) AppliersOf(file string) (appliers []Applier) {
	for _, use := range m.uses {
		if isBelow(use.File.Path, use.Dir, file, m.arranger.maxLevels) {
			appliers = append(appliers, applierOf(use))
		}
	}
	for _, a := range m.applied {
		if contains(a.dir, file) {
			appliers = append(appliers, a.by)
		}
	}
	for _, build := range m.builds {
		if isBelow(build.File, build.Path, file, m.arranger.maxLevels) {
			appliers = append(appliers, Applier{facts.Flux, build.Address})
		}
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

// isBelow reports whether a file is below dir, which another file names relative to some directory above both files.
func isBelow(from, dir, file string, maxLevels int) bool {
	for above := range ancestors(path.Dir(from), maxLevels) {
		if contains(path.Join(above, dir), file) {
			return true
		}
	}
	return false
}
