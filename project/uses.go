package project

import (
	"path"
	"slices"

	"github.com/karplint/karplint/model"
)

// giveUses tells the dependencies of charts who installs those. Where several do, what they do not agree on is Unknown.
func giveUses(resources []*Resource, uses []*chartUse, roots []*Root, above int) {
	local := localReleases(roots)
	for i, r := range resources {
		umbrella := r.Value.Str("umbrella")
		if r.Kind != Installation || umbrella == "" {
			continue
		}
		var users []*Resource
		for _, use := range uses {
			if usesChart(use, umbrella, above) {
				users = append(users, use.Resource)
			}
		}
		resources[i] = r.copied()
		installBy(resources[i], append(users, local[umbrella]...))
	}
}

// usesChart says whether the use is that of the chart in the directory.
func usesChart(u *chartUse, umbrella string, above int) bool {
	start := path.Dir(u.File.Path)
	if !u.fromRoot {
		return path.Join(start, u.dir) == umbrella
	}
	for dir := range ancestors(start, above) {
		if path.Join(dir, u.dir) == umbrella {
			return true
		}
	}
	return false
}

// localReleases returns the releases in Terraform of charts that lie in a directory, by each directory that this may be.
func localReleases(roots []*Root) map[string][]*Resource {
	found := map[string][]*Resource{}
	for _, root := range roots {
		for _, r := range root.Resources {
			home, chart := r.Value.Str("repository"), r.Value.Str("chart")
			if r.Kind != Installation || home == "" || chart == "" || !isLocalChart(r.Value.Get("repository")) {
				continue
			}
			user := r.asUser()
			dir := path.Join(home, chart)
			for _, name := range slices.Compact([]string{dir, path.Join(root.Dir, dir)}) {
				found[name] = append(found[name], user)
			}
		}
	}
	return found
}

// installBy takes over what all users say. Without any, nothing says how the chart is installed.
func installBy(r *Resource, users []*Resource) {
	for _, key := range givenByUse {
		r.drop(key)
	}
	if len(users) == 0 {
		r.setText("via", chartVia)
		return
	}
	for _, key := range givenByUse {
		value := users[0].Value.Get(key)
		for _, other := range users[1:] {
			if !model.Equal(value, other.Value.Get(key)) {
				value = model.NewUnknown("one of several " + key)
			}
		}
		if key == "clusters" {
			value = allClusters(users)
		}
		r.set(key, value)
	}
}

// allClusters returns those of several installations, nil where one of them does not say where it goes.
func allClusters(users []*Resource) *model.Value {
	all := model.NewList()
	for _, user := range users {
		named := user.Value.Get("clusters")
		if named == nil {
			return nil
		}
		for _, one := range named.Items {
			if !slices.ContainsFunc(all.Items, func(other *model.Value) bool { return other.Text == one.Text }) {
				all.Items = append(all.Items, one)
			}
		}
	}
	return all
}
