package project

import (
	"path"
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/survey"
)

// appliedDir is a directory whose objects a tool applies.
type appliedDir struct{ dir, applier string }

// addApplied adds the directories that objects and Terraform roots have applied.
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

// addUse adds a directory that is relative to one of starts, or to the root of a repository.
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

// Appliers returns the tools that apply a manifest file, by their names in the table of appliers. It knows them from objects of
// Argo CD and Flux, helmfiles and Terraform; it returns none if none of these names a directory above the file.
func (m *Map) Appliers(file string) []string {
	var names []string
	for _, use := range m.uses {
		if isBelow(use.File.Path, use.Dir, file, m.arranger.maxLevels) {
			names = append(names, applierOf(use))
		}
	}
	for _, a := range m.applied {
		if contains(a.dir, file) {
			names = append(names, a.applier)
		}
	}
	for _, build := range m.builds {
		if isBelow(build.File, build.Path, file, m.arranger.maxLevels) {
			names = append(names, facts.Flux)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func applierOf(use *survey.ChartUse) string {
	switch via := use.Value.Str("via"); {
	case via == "HelmRelease" || via == survey.ViaHelmfile:
		return facts.Helm
	case via == "helm_release":
		return facts.HelmRelease
	case via == survey.ViaKustomization:
		return facts.KustomizationResource
	case use.ServerSide:
		return facts.ArgoCDServerSide
	}
	return facts.ArgoCD
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
