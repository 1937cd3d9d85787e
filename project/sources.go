package project

import (
	"path"

	"github.com/karplint/karplint/survey"
)

// giveSources completes the releases that take their chart from an OCIRepository, of several with the same name the one in the
// nearest directory. above is that of ancestors.
func giveSources(resources []*survey.Resource, sources []*survey.ChartSource, above int) {
	byName := map[string][]*survey.ChartSource{}
	for _, s := range sources {
		byName[s.Name] = append(byName[s.Name], s)
	}
	for i, r := range resources {
		if r.Kind != survey.Installation || r.OCIRepository == "" {
			continue
		}
		if from := nearestOf(r.File.Path, byName[r.OCIRepository], func(s *survey.ChartSource) string { return s.File.Path }, above); from != nil {
			resources[i] = r.Copy()
			resources[i].TakeChart((*from).Resource)
		}
	}
}

// nearestOf returns the one among others that has most directories in common with the file, nil if that is not one alone.
func nearestOf[T any](file string, others []T, fileOf func(T) string, above int) *T {
	for dir := range ancestors(path.Dir(file), above) {
		var found []T
		for _, other := range others {
			if holds(dir, fileOf(other)) {
				found = append(found, other)
			}
		}
		switch len(found) {
		case 0:
		case 1:
			return &found[0]
		default:
			return nil
		}
	}
	return nil
}
