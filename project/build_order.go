package project

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// buildOrder is the order of Flux Kustomizations, by namespace/name. Several objects may have one name, in the directories of several
// clusters; it has what is true of all of them.
type buildOrder struct {
	builds  *fluxBuilds
	before  map[string]map[string]bool // the Kustomizations that it depends on
	waits   map[string]bool            // it is ready only when its objects are
	applied map[string]map[string]bool // the Kustomizations that apply a directory, computed by of
	waited  map[string]map[string]bool // the results of waitedFor
}

func newBuildOrder(builds *fluxBuilds) *buildOrder {
	b := &buildOrder{builds, map[string]map[string]bool{}, map[string]bool{}, map[string]map[string]bool{}, map[string]map[string]bool{}}
	for _, build := range builds.all {
		name, direct := buildName(build), map[string]bool{}
		for _, before := range build.DependsOn {
			direct[before] = true
		}
		if earlier, known := b.before[name]; known {
			b.before[name] = inBoth(earlier, direct)
			b.waits[name] = b.waits[name] && build.Waits
		} else {
			b.before[name], b.waits[name] = direct, build.Waits
		}
	}
	return b
}

// buildName returns namespace/name of a Kustomization.
func buildName(build *survey.FluxBuild) string {
	_, name, _ := strings.Cut(build.Address, "/")
	return name
}

// orderReleases adds builds to the releases of the CRD chart by Flux, and after to those of the controller's chart.
func (b *buildOrder) orderReleases(resources []*survey.Resource) {
	releases := map[string][]int{}
	for i, r := range resources {
		if r.Role() != "" && r.Value.Str("via") == survey.ViaFlux {
			releases[r.Role()] = append(releases[r.Role()], i)
		}
	}
	ofCRDs := map[string]bool{}
	for _, i := range releases[survey.CRDsRole] {
		builds := b.of(resources[i])
		maps.Copy(ofCRDs, builds)
		setNames(resources, i, "builds", builds)
	}
	for _, i := range releases[survey.ControllerRole] {
		setNames(resources, i, "after", b.after(resources[i], ofCRDs))
	}
}

// setNames sets a key of a copy of a resource to the names of Kustomizations, if there are some.
func setNames(resources []*survey.Resource, i int, key string, names map[string]bool) {
	if len(names) == 0 {
		return
	}
	list := model.NewList()
	for _, name := range slices.Sorted(maps.Keys(names)) {
		list.Items = append(list.Items, model.NewString(name))
	}
	resources[i] = resources[i].Copy()
	resources[i].Set(key, list)
}

// of returns the Kustomizations that apply a release: those with the longest path to its directory.
func (b *buildOrder) of(r *survey.Resource) map[string]bool {
	dir := path.Dir(r.File.Path)
	if known, ok := b.applied[dir]; ok {
		return known
	}
	all := b.builds.of(r.File.Path)
	builds, longest := map[string]bool{}, 0
	for _, build := range all {
		switch length := len(build.Path); {
		case length < longest:
			continue
		case length > longest:
			builds, longest = map[string]bool{}, length
		}
		builds[buildName(build)] = true
	}
	b.applied[dir] = builds
	return builds
}

// after returns those of the named Kustomizations whose objects are ready before any Kustomization applies the release.
func (b *buildOrder) after(r *survey.Resource, named map[string]bool) map[string]bool {
	builds := b.of(r)
	var all map[string]bool
	for name := range builds { // in any order: it is an intersection
		waited := b.waitedFor(name, named)
		if all != nil {
			waited = inBoth(all, waited)
		}
		all = waited
	}
	return all
}

// waitedFor returns those of the named Kustomizations that must be ready, with their objects, before this one is applied.
func (b *buildOrder) waitedFor(build string, named map[string]bool) map[string]bool {
	if known, ok := b.waited[build]; ok {
		return known
	}
	found, visited := map[string]bool{}, map[string]bool{build: true}
	for next := []string{build}; len(next) > 0; {
		limit.Point()
		last := next[len(next)-1]
		next = next[:len(next)-1]
		for before := range b.before[last] { // in any order: the result is a set
			if visited[before] {
				continue
			}
			visited[before] = true
			next = append(next, before)
			if b.waits[before] && named[before] {
				found[before] = true
			}
		}
	}
	b.waited[build] = found
	return found
}

// inBoth returns the names in both sets.
func inBoth(one, other map[string]bool) map[string]bool {
	both := map[string]bool{}
	for name := range one {
		if other[name] {
			both[name] = true
		}
	}
	return both
}
