package survey

import (
	"fmt"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// TargetOf returns the target of a project: the smallest interval around the releases that the controllers' chart versions admit.
// The API versions of the objects narrow it, unless they contradict it.
func TargetOf(resources []*Resource) versions.Target {
	charts, apis := chartTarget(resources), apiTarget(resources)
	narrowed := charts.Intersect(apis.Interval)
	switch {
	case narrowed.IsEmpty() || narrowed.Equal(charts.Interval):
		return charts
	case !charts.IsKnown():
		return apis
	}
	return versions.Target{Interval: narrowed, From: charts.From + ", " + apis.From, At: charts.At + ", " + apis.At}
}

// chartTarget returns the smallest interval around the releases that the installations of the controller admit.
func chartTarget(resources []*Resource) versions.Target {
	var targets []versions.Target
	for _, r := range resources {
		if r.Role() == ControllerRole {
			targets = append(targets, versions.Target{Interval: r.Versions, From: r.versionFrom(), At: lineOf(r.Value.Get("version"), r)})
		}
	}
	return versions.Union(targets...)
}

// CRDReleases returns the smallest interval around the releases that the installations of karpenter-crd admit; an open interval if
// there is none.
func CRDReleases(resources []*Resource) versions.Interval {
	var releases []versions.Interval
	for _, r := range resources {
		if r.Role() == CRDsRole {
			releases = append(releases, r.Versions)
		}
	}
	return versions.Hull(releases...)
}

// versionFrom names the source of an installation's version.
func (r *Resource) versionFrom() string {
	address := r.Address
	if r.Owner != "" {
		address = r.Owner
	}
	if r.Value.Get("pinned").IsFalse() && r.Versions != (versions.Interval{}) {
		return address + " version (its default chart)"
	}
	if path := r.Real["version"]; r.Owner != "" && len(path) > 0 {
		return fmt.Sprint(address, " ", path[len(path)-1])
	}
	return address + " version"
}

// apiTarget returns the releases that serve the API versions of all Karpenter objects; the zero Target if there are no such
// objects.
func apiTarget(resources []*Resource) versions.Target {
	var target versions.Target
	for _, r := range resources {
		if r.Kind != Object {
			continue
		}
		version := r.Value.Str("apiVersion")
		served, ok := servedBy(version, r.Value.Str("kind"))
		if !ok {
			continue
		}
		narrowed := target.Intersect(served)
		if narrowed.IsEmpty() {
			return versions.Target{}
		}
		if !narrowed.Equal(target.Interval) {
			text, at := version+" in "+placeOf(r.Value.Get("apiVersion"), r), lineOf(r.Value.Get("apiVersion"), r)
			if target.From != "" {
				text, at = target.From+", "+text, target.At+", "+at
			}
			target = versions.Target{Interval: narrowed, From: text, At: at}
		}
	}
	return target
}

// placeOf returns the path of the file that contains a value of a resource.
func placeOf(v *model.Value, r *Resource) string {
	if v != nil && v.Origin != nil && v.Origin.File != nil {
		return v.Origin.File.Path
	}
	if r.File == nil {
		return "?"
	}
	return r.File.Path
}

// lineOf returns the file and line of a value of a resource, only the file if the line is unknown, "" if both are.
func lineOf(v *model.Value, r *Resource) string {
	f := r.File
	if v != nil && v.Origin != nil && v.Origin.File != nil {
		f = v.Origin.File
	}
	switch {
	case f == nil:
		return ""
	case v == nil || f.Data == nil || v.Span.End > len(f.Data):
		return f.Path
	}
	return fmt.Sprintf("%s:%d", f.Path, f.Position(v.Span.Start).Line)
}

// servedBy returns the smallest interval around the releases that serve a kind in an API version.
func servedBy(apiVersion, kind string) (versions.Interval, bool) {
	var served []versions.Interval
	for _, releases := range facts.Served().Of(apiVersion, kind) {
		served = append(served, versions.Of(releases))
	}
	return versions.Hull(served...), len(served) > 0
}
