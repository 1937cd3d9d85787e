package project

import (
	"path"
	"slices"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// giveUses tells the dependencies of charts who installs those. Where several do, what they do not agree on is Unknown.
func giveUses(resources []*survey.Resource, uses []*survey.ChartUse, roots []*survey.Root, above int) {
	local := localReleases(roots)
	for i, r := range resources {
		umbrella := r.Value.Str("umbrella")
		if r.Kind != survey.Installation || umbrella == "" {
			continue
		}
		var users []*survey.Resource
		for _, use := range uses {
			if usesChart(use, umbrella, above) {
				users = append(users, use.Resource)
			}
		}
		resources[i] = r.Copy()
		installBy(resources[i], append(users, local[umbrella]...))
	}
}

// usesChart reports whether the use is that of the chart in the directory.
func usesChart(u *survey.ChartUse, umbrella string, above int) bool {
	start := path.Dir(u.File.Path)
	if !u.FromRoot {
		return path.Join(start, u.Dir) == umbrella
	}
	for dir := range ancestors(start, above) {
		if path.Join(dir, u.Dir) == umbrella {
			return true
		}
	}
	return false
}

// localReleases returns the releases in Terraform of charts that lie in a directory, by each directory that this may be.
func localReleases(roots []*survey.Root) map[string][]*survey.Resource {
	found := map[string][]*survey.Resource{}
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
				found[name] = append(found[name], user)
			}
		}
	}
	return found
}

// installBy takes over what all users say. Without any, nothing says how the chart is installed.
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
		for _, other := range users[1:] {
			if !model.Equal(value, other.Value.Get(key)) {
				value = model.NewUnknown("one of several " + key)
			}
		}
		if key == "clusters" {
			value = allClusters(users)
		}
		r.Set(key, value)
	}
}

// allClusters returns those of several installations, nil where one of them does not say where it goes.
func allClusters(users []*survey.Resource) *model.Value {
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
