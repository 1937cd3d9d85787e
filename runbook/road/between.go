package road

import (
	"slices"

	"github.com/karplint/karplint/versions"
)

// Between returns the releases at which an upgrade stops. Each version admits some releases; the generation is that of the objects, as in Start. The
// last stop is the end of the road, as `plan --to` takes it. There is none where one of the versions is unknown.
func Between(from, to versions.Interval, generation string) (releases []string) {
	if from.Min == nil && from.Max == nil || to.Min == nil {
		return nil
	}
	installed, _ := Installed(from, generation)
	end := LastWithin(to)
	if Judged(to) != "" {
		end = to.Exact()
	}
	if installed == "" || end == "" {
		return nil
	}
	for _, stop := range Find(Start{Release: installed, Generation: generation}, end) {
		if !slices.Contains(releases, stop.Release) {
			releases = append(releases, stop.Release)
		}
	}
	return releases
}
