package project

import (
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// buildOrder is the order of Flux Kustomizations, by namespace/name. Several objects may have one name, in the directories of several
// clusters; it has what is true of all of them.
type buildOrder struct {
	builds  *fluxBuilds
	before  map[string]map[string]bool // the Kustomizations that it depends on
	waits   map[string]bool            // it is ready only when its releases are
	checks  map[string]bool            // it may be ready only when some of its objects are
	applied map[string]map[string]bool // the Kustomizations that apply a file, computed by of
	reached map[string]map[string]bool // the results of behind
	unclear map[string]bool            // its fields are those of several clusters, or a patch may change them
}

func newBuildOrder(builds *fluxBuilds, patches *kustomize.Tree) *buildOrder {
	b := &buildOrder{
		builds: builds, before: map[string]map[string]bool{}, waits: map[string]bool{}, checks: map[string]bool{},
		applied: map[string]map[string]bool{}, reached: map[string]map[string]bool{}, unclear: map[string]bool{},
	}
	paths := map[string]string{}
	for _, build := range builds.all {
		name, direct := buildName(build), map[string]bool{}
		if other, exists := paths[name]; exists && other != build.Path || isPatched(patches, build) {
			b.unclear[name] = true
		}
		paths[name] = build.Path
		b.checks[name] = b.checks[name] || build.Checks || build.Waits
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

// isPatched reports whether a kustomization may change the object.
func isPatched(patches *kustomize.Tree, build *survey.FluxBuild) bool {
	_, name, _ := strings.Cut(buildName(build), "/")
	object := kustomize.Object{APIVersion: "kustomize.toolkit.fluxcd.io/v1", Kind: "Kustomization", Names: []string{name}}
	return len(patches.Changes(build.File, object)) > 0
}

// buildName returns namespace/name of a Kustomization.
func buildName(build *survey.FluxBuild) string {
	_, name, _ := strings.Cut(build.Address, "/")
	return name
}

// orderReleases adds builds to Karpenter's releases by Flux, and after to those of the controller's chart.
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
		setNames(resources, i, "builds", b.of(resources[i]))
		after := b.after(resources[i])
		maps.DeleteFunc(after, func(name string, _ bool) bool { return !ofCRDs[name] || !b.waits[name] })
		setNames(resources, i, "after", after)
	}
}

// orderObjects adds builds to pools and classes: the Kustomizations that apply them, and after: those that must be ready before, with those that
// they apply, each with a star if it may be ready before its objects are. after is Unknown if one of them is not in the files, or is not clear.
func (b *buildOrder) orderObjects(resources []*survey.Resource) {
	for i, r := range resources {
		if r.Kind != survey.Object || !isOfAWS(r) || strings.Contains(r.File.Path, "/templates/") {
			continue
		}
		builds := b.of(r)
		if len(builds) == 0 {
			continue
		}
		setNames(resources, i, "builds", builds)
		after, isKnown := map[string]bool{}, !b.anyUnclear(builds)
		for name := range b.withChildren(b.after(r)) { // in any order: the result is a set
			_, isHere := b.before[name]
			isKnown = isKnown && isHere && !b.unclear[name]
			if !b.checks[name] {
				name += "*"
			}
			after[name] = true
		}
		if isKnown {
			setNames(resources, i, "after", after)
		} else {
			resources[i].Set("after", model.NewUnknown("after"))
		}
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

// of returns the Kustomizations that apply a resource: those that take it from elsewhere, and of those around its file the ones with the longest
// path.
func (b *buildOrder) of(r *survey.Resource) map[string]bool {
	return b.ofFile(r.File.Path)
}

func (b *buildOrder) ofFile(file string) map[string]bool {
	if known, ok := b.applied[file]; ok {
		return known
	}
	builds, around, longest := map[string]bool{}, map[string]bool{}, 0
	for _, build := range b.builds.of(file) {
		switch length := len(build.Path); {
		case !strings.Contains("/"+file, "/"+build.Path+"/") && build.Path != ".":
			builds[buildName(build)] = true
		case length > longest:
			around, longest = map[string]bool{buildName(build): true}, length
		case length == longest:
			around[buildName(build)] = true
		}
	}
	maps.Copy(builds, around)
	b.applied[file] = builds
	return builds
}

// after returns the Kustomizations that must be ready before any Kustomization applies the resource.
func (b *buildOrder) after(r *survey.Resource) map[string]bool {
	var all map[string]bool
	for name := range b.of(r) { // in any order: it is an intersection
		behind := b.behind(name)
		if all == nil {
			all = maps.Clone(behind)
		} else {
			all = inBoth(all, behind)
		}
	}
	return all
}

// behind returns the Kustomizations that must be ready before this one is applied.
func (b *buildOrder) behind(build string) map[string]bool {
	if known, ok := b.reached[build]; ok {
		return known
	}
	visited := map[string]bool{build: true}
	for next := []string{build}; len(next) > 0; {
		limit.Point()
		last := next[len(next)-1]
		next = next[:len(next)-1]
		for before := range b.beforeOrAbove(last) { // in any order: the result is a set
			if !visited[before] {
				visited[before] = true
				next = append(next, before)
			}
		}
	}
	delete(visited, build)
	b.reached[build] = visited
	return visited
}

// beforeOrAbove returns the Kustomizations that one depends on, or that those which apply it depend on.
func (b *buildOrder) beforeOrAbove(name string) map[string]bool {
	all := maps.Clone(b.before[name])
	for _, build := range b.builds.all {
		if buildName(build) != name {
			continue
		}
		for parent := range b.ofFile(build.File) { // in any order: the result is a set
			maps.Copy(all, b.before[parent])
		}
	}
	return all
}

// withChildren returns the Kustomizations, and those that they apply.
func (b *buildOrder) withChildren(names map[string]bool) map[string]bool {
	all := maps.Clone(names)
	for _, build := range b.builds.all {
		for parent := range b.ofFile(build.File) { // likewise
			if names[parent] {
				all[buildName(build)] = true
			}
		}
	}
	return all
}

// anyUnclear reports whether one of the Kustomizations is not clear.
func (b *buildOrder) anyUnclear(names map[string]bool) bool {
	for name := range names { // in any order: one is enough
		if b.unclear[name] {
			return true
		}
	}
	return false
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
