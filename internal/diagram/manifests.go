package diagram

import (
	"path"
	"strconv"
	"strings"

	"github.com/karplint/karplint/survey"
)

// gitOps tells in which order tools apply manifests and install the charts that these name.
type gitOps struct {
	releases map[string][]*survey.Resource // of Flux and helmfile, by tool and name
}

func newGitOps(resources []*survey.Resource) *gitOps {
	g := &gitOps{releases: map[string][]*survey.Resource{}}
	for _, r := range resources {
		if tool := toolByName(r); r.Kind == survey.Installation && tool != "" {
			key := tool + " " + releaseName(r)
			g.releases[key] = append(g.releases[key], r)
		}
	}
	return g
}

// orders returns the tool that applies one resource only after another, "" if none does.
func (g *gitOps) orders(later, first *survey.Resource) string {
	if sharesName(later, "after", first, "builds") {
		return "Flux"
	}
	later, first = applierOf(later), applierOf(first)
	switch {
	case isArgo(later) && isArgo(first) && waveOf(later) > waveOf(first):
		return "Argo CD"
	case g.isBehind(later, first):
		return toolByName(later)
	}
	return ""
}

// applierOf returns the Application or release that applies an object, if it is known, and otherwise the resource itself.
func applierOf(r *survey.Resource) *survey.Resource {
	if by := r.Value.Get("applied_by"); by.IsMap() {
		return &survey.Resource{Kind: survey.Installation, Address: by.Str("address"), Value: by}
	}
	return r
}

// sharesName reports whether a list of names of one resource has one of a list of the other. Names with a star are not ready in time.
func sharesName(one *survey.Resource, key string, other *survey.Resource, otherKey string) bool {
	names := map[string]bool{}
	for _, name := range other.Value.List(otherKey) {
		names[name.Text] = true
	}
	for _, name := range one.Value.List(key) {
		if names[name.Text] {
			return true
		}
	}
	return false
}

// isBehind reports whether a release depends on another by name, directly or through others.
func (g *gitOps) isBehind(later, first *survey.Resource) bool {
	tool := toolByName(later)
	if tool == "" || tool != toolByName(first) {
		return false
	}
	visited := map[*survey.Resource]bool{later: true}
	for next := []*survey.Resource{later}; len(next) > 0; {
		last := next[len(next)-1]
		next = next[:len(next)-1]
		for _, before := range g.before(last, tool) {
			if before.Address == first.Address { // first may be a copy
				return true
			}
			if !visited[before] {
				visited[before] = true
				next = append(next, before)
			}
		}
	}
	return false
}

// before returns the releases that a release names as its dependencies.
func (g *gitOps) before(r *survey.Resource, tool string) (releases []*survey.Resource) {
	for _, item := range r.Value.List("depends_on") {
		for _, other := range g.releases[tool+" "+item.Str("name")] {
			if namespace := item.Str("namespace"); tool != "Flux" || isIn(other, namespace, namespaceOf(r)) {
				releases = append(releases, other)
			}
		}
	}
	return releases
}

// isIn reports whether a release of Flux may be in the namespace that a dependency names, or in that of the release that depends on it.
func isIn(r *survey.Resource, named, own string) bool {
	if named == "" {
		named = own
	}
	there := namespaceOf(r)
	return named == "" || there == "" || named == there
}

// namespaceOf returns the namespace of the object HelmRelease/namespace/name, "" if it is not written.
func namespaceOf(r *survey.Resource) string {
	if parts := strings.Split(r.Address, "/"); r.Block == "" && len(parts) == 3 {
		return parts[1]
	}
	return ""
}

// toolByName returns the tool that orders a release by names, "" if none does.
func toolByName(r *survey.Resource) string {
	switch r.Value.Str("via") {
	case survey.ViaFlux:
		return "Flux"
	case survey.ViaHelmfile:
		return "helmfile"
	}
	return ""
}

// releaseName returns the name by which others depend on a release.
func releaseName(r *survey.Resource) string {
	switch {
	case r.Value.Str("via") == survey.ViaHelmfile:
		return r.Value.Str("name")
	case r.Block == "":
		return path.Base(r.Address)
	}
	return r.Value.Str("object")
}

func isArgo(r *survey.Resource) bool {
	via := r.Value.Str("via")
	return via == "Application" || via == "ApplicationSet"
}

// waveOf returns the sync wave of an Application; 0 if it is not written.
func waveOf(r *survey.Resource) int {
	wave, err := strconv.Atoi(r.Value.Str("sync_wave"))
	if err != nil {
		return 0
	}
	return wave
}
