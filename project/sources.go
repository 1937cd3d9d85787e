package project

import (
	"path"

	"github.com/karplint/karplint/survey"
)

// completeChartSources completes the releases that refer to a source for their chart. Of several sources with the same name the
// nearest one is used. maxLevels is as in ancestors.
func completeChartSources(resources []*survey.Resource, sources []*survey.ChartSource, maxLevels int) {
	byName := map[string][]*survey.ChartSource{}
	for _, s := range sources {
		byName[s.Name] = append(byName[s.Name], s)
	}
	for i, r := range resources {
		if r.Kind != survey.Installation || r.FluxSource == "" {
			continue
		}
		if from := nearestOf(r.File.Path, byName[r.FluxSource], func(s *survey.ChartSource) string { return s.File.Path }, maxLevels); from != nil {
			resources[i] = r.Copy()
			resources[i].TakeChart((*from).Resource)
		}
	}
}

// nearestOf returns the candidate that shares the most directories with the file; nil if there is none or a tie.
func nearestOf[T any](file string, candidates []T, fileOf func(T) string, maxLevels int) *T {
	for dir := range ancestors(path.Dir(file), maxLevels) {
		var matches []T
		for _, candidate := range candidates {
			if contains(dir, fileOf(candidate)) {
				matches = append(matches, candidate)
			}
		}
		switch len(matches) {
		case 0:
		case 1:
			return &matches[0]
		default:
			return nil
		}
	}
	return nil
}
