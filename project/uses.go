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
	manifests []*survey.ChartUse
	roots     []*survey.ChartUse            // relative to the root of a repository
	byDir     map[string][]*survey.ChartUse // of Terraform, by each directory that the path may mean
	maxLevels int                           // see ancestors
}

func newChartUses(manifests []*survey.ChartUse, roots []*survey.Root, maxLevels int) *chartUses {
	uses := &chartUses{manifests: manifests, byDir: map[string][]*survey.ChartUse{}, maxLevels: maxLevels}
	for _, root := range roots {
		for _, use := range root.Uses {
			if use.FromRoot {
				uses.roots = append(uses.roots, use)
				continue
			}
			for _, dir := range slices.Compact([]string{use.Dir, path.Join(root.Dir, use.Dir)}) {
				uses.byDir[dir] = append(uses.byDir[dir], use)
			}
		}
	}
	return uses
}

// of returns the installations of the chart in a directory.
func (uses *chartUses) of(dir string) (ofChart []*survey.ChartUse) {
	for _, use := range slices.Concat(uses.manifests, uses.roots) {
		if uses.usesChart(use, dir) {
			ofChart = append(ofChart, use)
		}
	}
	return append(ofChart, uses.byDir[dir]...)
}

// usesChart reports whether the use installs the chart in the directory.
func (uses *chartUses) usesChart(u *survey.ChartUse, chart string) bool {
	start := path.Dir(u.File.Path)
	if !u.FromRoot {
		return path.Join(start, u.Dir) == chart
	}
	for dir := range ancestors(start, uses.maxLevels) {
		if path.Join(dir, u.Dir) == chart {
			return true
		}
	}
	return false
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
