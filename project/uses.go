package project

import (
	"path"
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// completeDependencies adds to dependencies of charts how these charts are installed. Keys in which several users differ become Unknown.
func completeDependencies(resources []*survey.Resource, uses []*survey.ChartUse, roots []*survey.Root, maxLevels int) {
	local := localReleases(roots)
	for i, r := range resources {
		umbrella := r.Value.Str("umbrella")
		if r.Kind != survey.Installation || umbrella == "" {
			continue
		}
		var users []*survey.Resource
		for _, use := range uses {
			if usesChart(use, umbrella, maxLevels) {
				users = append(users, use.Resource)
			}
		}
		resources[i] = r.Copy()
		installBy(resources[i], append(users, local[umbrella]...))
	}
}

// usesChart reports whether the use refers to the chart in the directory.
func usesChart(u *survey.ChartUse, umbrella string, maxLevels int) bool {
	start := path.Dir(u.File.Path)
	if !u.FromRoot {
		return path.Join(start, u.Dir) == umbrella
	}
	for dir := range ancestors(start, maxLevels) {
		if path.Join(dir, u.Dir) == umbrella {
			return true
		}
	}
	return false
}

// localReleases returns the releases in Terraform of charts in a directory, by each directory that the path may mean.
func localReleases(roots []*survey.Root) map[string][]*survey.Resource {
	releases := map[string][]*survey.Resource{}
	for _, root := range roots {
		for _, r := range root.Resources {
			home, chart := r.Value.Str("repository"), r.Value.Str("chart")
			isNamed := r.Kind == survey.Installation && home != "" && chart != ""
			if !isNamed || !survey.IsLocalChart(r.Value.Get("repository")) {
				continue
			}
			user := r.AsUser()
			dir := path.Join(home, chart)
			for _, name := range slices.Compact([]string{dir, path.Join(root.Dir, dir)}) {
				releases[name] = append(releases[name], user)
			}
		}
	}
	return releases
}

// installBy takes over the keys in which all users agree. Without any user, it is not known how the chart is installed.
func installBy(r *survey.Resource, users []*survey.Resource) {
	for _, key := range survey.UseKeys {
		r.Drop(key)
	}
	if len(users) == 0 {
		r.SetText("via", survey.ViaChart)
		return
	}
	for _, key := range survey.UseKeys {
		value := users[0].Value.Get(key)
		for _, user := range users[1:] {
			if !model.Equal(value, user.Value.Get(key)) {
				value = model.NewUnknown("one of several " + key)
			}
		}
		if key == "clusters" {
			value = allClusters(users)
		}
		r.Set(key, value)
	}
}

// allClusters returns the clusters of several installations, nil if those of one are unknown.
func allClusters(users []*survey.Resource) *model.Value {
	all := model.NewList()
	for _, user := range users {
		clusters := user.Value.Get("clusters")
		if clusters == nil {
			return nil
		}
		for _, cluster := range clusters.Items {
			if !slices.ContainsFunc(all.Items, func(listed *model.Value) bool { return listed.Text == cluster.Text }) {
				all.Items = append(all.Items, cluster)
			}
		}
	}
	return all
}
