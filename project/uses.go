package project

import (
	"path"
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// completeDependencies adds to chart dependencies how the charts around them are installed. Keys that differ between installations
// become Unknown.
func completeDependencies(resources []*survey.Resource, uses *chartUses) {
	for i, r := range resources {
		umbrella := r.Value.Str("umbrella")
		if r.Kind != survey.Installation || umbrella == "" {
			continue
		}
		var users []*survey.Resource
		for _, use := range uses.of(umbrella) {
			users = append(users, use.Resource)
		}
		resources[i] = r.Copy()
		installBy(resources[i], users)
	}
}

// chartUses are the installations of charts in directories of the repository.
type chartUses struct {
	all   []*survey.ChartUse // those in manifests, and then those in Terraform, of which those relative to the root of a repository come first
	byDir *dirIndex          // of all, by each directory that may be meant
}

func newChartUses(manifests []*survey.ChartUse, roots []*survey.Root, named *namedDirs) *chartUses {
	uses := &chartUses{byDir: newDirIndex()}
	for _, use := range manifests {
		uses.add(use, named, path.Join(path.Dir(use.File.Path), use.Dir))
	}
	for _, fromRoot := range []bool{true, false} {
		for _, root := range roots {
			for _, use := range root.Uses {
				if use.FromRoot == fromRoot {
					uses.add(use, named, use.Dir, path.Join(root.Dir, use.Dir))
				}
			}
		}
	}
	return uses
}

// add adds a use of the chart in one of the directories or, if it is relative to the root of a repository, in one that this may mean.
func (uses *chartUses) add(use *survey.ChartUse, named *namedDirs, dirs ...string) {
	number := len(uses.all)
	uses.all = append(uses.all, use)
	if use.FromRoot {
		dirs = slices.Collect(named.of(use.File.Path, use.Dir))
	}
	for _, dir := range dirs {
		uses.byDir.add(dir, number)
	}
}

// of returns the installations of the chart in a directory.
func (uses *chartUses) of(dir string) (ofChart []*survey.ChartUse) {
	for _, number := range uses.byDir.numbers[dir] {
		ofChart = append(ofChart, uses.all[number])
	}
	return ofChart
}

// ChartValues returns the values that the installations in the repository give to the chart in a directory.
func (m *Map) ChartValues(dir string) (values []survey.ChartValues) {
	for _, use := range m.charts.of(dir) {
		if use.Given.Values != nil {
			values = append(values, use.Given)
		}
	}
	return values
}

// installBy copies the UseKeys of the users to r. A key that differs between users becomes Unknown. If there are no users, it is
// unknown how the chart is installed.
func installBy(r *survey.Resource, users []*survey.Resource) {
	for _, key := range survey.UseKeys {
		r.Drop(key)
	}
	if len(users) == 0 {
		r.SetText("via", survey.ViaChart)
		return
	}
	for _, key := range survey.UseKeys {
		if key == "clusters" {
			r.Set(key, allClusters(users))
		} else {
			r.Set(key, common(users, key))
		}
	}
	if name := common(users, "name"); name != nil { // the release has the name that its installation gives it
		r.Replace("name", name)
	}
}

// common returns the value that all resources have for a key, Unknown if they differ.
func common(resources []*survey.Resource, key string) *model.Value {
	value := resources[0].Value.Get(key)
	for _, r := range resources[1:] {
		if !model.Equal(value, r.Value.Get(key)) {
			return model.NewUnknown("one of several " + key)
		}
	}
	return value
}

// allClusters returns the clusters of all installations; nil if those of one are unknown.
func allClusters(users []*survey.Resource) *model.Value {
	list := model.NewList()
	for _, user := range users {
		clusters := user.Value.Get("clusters")
		if clusters == nil {
			return nil
		}
		for _, cluster := range clusters.Items {
			if !slices.ContainsFunc(list.Items, func(listed *model.Value) bool { return listed.Text == cluster.Text }) {
				list.Items = append(list.Items, cluster)
			}
		}
	}
	return list
}
