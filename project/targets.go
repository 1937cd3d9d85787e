package project

import (
	"fmt"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// claim is what one place says about the Karpenter version: an interval, and the place for people.
type claim struct {
	Interval
	from string
}

// targetOf returns the target that controllers and objects of one project give it. The controllers' chart versions count, the hull
// of them if they differ; the API versions of the objects narrow that, unless nothing is left.
func targetOf(resources []*Resource) Target {
	charts := chartClaim(resources)
	apis := apiClaim(resources)
	both := intersect(charts.Interval, apis.Interval)
	switch {
	case isEmpty(both) || equalIntervals(both, charts.Interval):
		return charts.target()
	case charts.from == "" || charts.Min == nil && charts.Max == nil:
		return apis.target()
	}
	return claim{both, charts.from + ", " + apis.from}.target()
}

func (c claim) target() Target {
	if c.Min == nil && c.Max == nil {
		return Target{}
	}
	return Target{Interval: c.Interval, From: c.from}
}

// chartClaim returns what the installations of the controller say.
func chartClaim(resources []*Resource) claim {
	var all []claim
	for _, r := range resources {
		if r.Kind == Installation && r.role() == controllerRole {
			all = append(all, claim{r.versions, r.versionFrom()})
		}
	}
	return hullOf(all)
}

// hullOf returns the smallest interval that holds those of all claims, and what says so.
func hullOf(claims []claim) claim {
	var all []Interval
	var from []string
	for _, c := range claims {
		all = append(all, c.Interval)
		if c.from != "" && !slices.Contains(from, c.from) {
			from = append(from, c.from)
		}
	}
	return claim{hull(all...), strings.Join(limited(from), ", ")}
}

// limited cuts a list that is printed for people.
func limited(texts []string) []string {
	const most = 3
	if len(texts) > most {
		return append(slices.Clone(texts[:most]), "…")
	}
	return texts
}

// versionFrom names what gives an installation its version.
func (r *Resource) versionFrom() string {
	address := r.Address
	if r.owner != "" {
		address = r.owner
	}
	if r.Value.Get("pinned").IsFalse() && r.versions != (Interval{}) {
		return address + " version (its default chart)"
	}
	if path := r.Real["version"]; r.owner != "" && len(path) > 0 {
		return fmt.Sprint(address, " ", path[len(path)-1])
	}
	return address + " version"
}

// apiClaim returns what the API versions of the Karpenter objects say, "" if they contradict each other.
func apiClaim(resources []*Resource) claim {
	all := claim{}
	for _, r := range resources {
		if r.Kind != Object {
			continue
		}
		version := r.Value.Str("apiVersion")
		served, ok := servedBy(version, r.Value.Str("kind"))
		if !ok {
			continue
		}
		narrowed := intersect(all.Interval, served)
		if isEmpty(narrowed) {
			return claim{}
		}
		if !equalIntervals(narrowed, all.Interval) {
			text := version + " in " + placeOf(r.Value.Get("apiVersion"), r)
			if all.from != "" {
				text = all.from + ", " + text
			}
			all = claim{narrowed, text}
		}
	}
	return all
}

// placeOf returns the file in which a value of a resource stands.
func placeOf(v *model.Value, r *Resource) string {
	if v != nil && v.Origin != nil && v.Origin.File != nil {
		return v.Origin.File.Path
	}
	if r.File == nil {
		return "?"
	}
	return r.File.Path
}

// servedBy returns the Karpenter versions that serve a kind in an API version: the hull of them.
func servedBy(apiVersion, kind string) (Interval, bool) {
	for _, row := range facts.Served().APIs {
		if row.APIVersion != apiVersion || !slices.Contains(row.Kinds, kind) || len(row.Served) == 0 {
			continue
		}
		var all []Interval
		for _, one := range row.Served {
			all = append(all, releasesOf(one))
		}
		return hull(all...), true
	}
	return Interval{}, false
}

func releasesOf(r facts.Releases) Interval {
	var i Interval
	if v, err := semver.NewVersion(r.Since); err == nil {
		i.Min = v
	}
	if v, err := semver.NewVersion(r.Until); err == nil {
		i.Max = before(v)
	}
	return i
}
