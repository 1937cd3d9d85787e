package project

import (
	"path"
	"slices"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/survey"
)

// Appliers returns the names of the tools, as the table of appliers has them, that apply a manifest file according to objects of Argo CD
// and Flux; none if no object names a directory above the file.
func (m *Map) Appliers(file string) []string {
	var names []string
	for _, use := range m.uses {
		if use.FromRoot && isBelow(use.File.Path, use.Dir, file, m.arranger.maxLevels) {
			names = append(names, applierOf(use))
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
	switch {
	case use.Value.Str("via") == "HelmRelease":
		return facts.Helm
	case use.ServerSide:
		return facts.ArgoCDServerSide
	}
	return facts.ArgoCD
}

// isBelow reports whether a file is below a directory that another file names relative to some directory above both.
func isBelow(from, dir, file string, maxLevels int) bool {
	for above := range ancestors(path.Dir(from), maxLevels) {
		if contains(path.Join(above, dir), file) {
			return true
		}
	}
	return false
}
