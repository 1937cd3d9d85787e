package project

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// Roles of AWS's two charts: the values of the key karpenter.
const (
	controllerRole = "controller"
	crdsRole       = "crds"
)

// chartName is the name of the controller's chart, and part of the other's.
const chartName = "karpenter"

// setChart adds chart, repository and karpenter. A chart that is an address of a registry or a path is taken apart: its last part is
// the chart.
func (r *Resource) setChart(chart, repository *model.Value) {
	if chart != nil && chart.Kind == model.String {
		name, home := splitChart(chart.Text)
		if home != "" {
			if repository == nil || repository.Kind == model.Null {
				repository = model.NewString(home).PlacedAt(chart)
			}
			chart = model.NewString(name).PlacedAt(chart)
		}
	}
	r.set("chart", chart)
	r.set("repository", repository)
	r.set("karpenter", karpenterRole(chart, repository, r.Value.Get("name"), r.Address))
}

// splitChart takes "oci://public.ecr.aws/karpenter/karpenter" apart into the chart and where it comes from, which is "" for a
// chart that is only a name.
func splitChart(chart string) (name, home string) {
	trimmed := strings.TrimRight(chart, "/")
	i := strings.LastIndexByte(trimmed, '/')
	if i < 0 {
		return chart, ""
	}
	name, home = trimmed[i+1:], trimmed[:i]
	if strings.HasSuffix(name, ".tgz") && strings.Contains(home, "://") {
		// https://host/karpenter-1.0.8.tgz: the version belongs to the file's name.
		name = strings.TrimRight(strings.TrimRight(strings.TrimSuffix(name, ".tgz"), "0123456789.v"), "-")
	}
	return name, home
}

// karpenterRole returns which of AWS's charts this is: "controller", "crds", nil for none, Unknown where the chart is unknown
// but called after Karpenter.
func karpenterRole(chart, repository, release *model.Value, address string) *model.Value {
	if chart == nil || isOtherProvider(repository) || isLocalChart(repository) {
		return nil
	}
	if chart.Kind == model.Unknown {
		if isLocalChart(chart) {
			return nil
		}
		// A name proves nothing, but it is reason enough not to take the chart for another one.
		if mentionsKarpenter(chart) || mentionsKarpenter(repository) || mentionsKarpenter(release) || strings.Contains(address, "karpenter") {
			return model.NewUnknown(chart.Text)
		}
		return nil
	}
	switch chart.Text {
	case chartName:
		return model.NewString(controllerRole)
	case "karpenter-crd":
		return model.NewString(crdsRole)
	}
	return nil
}

// isOtherProvider says whether the repository belongs to a Karpenter that is not for AWS.
func isOtherProvider(repository *model.Value) bool {
	if repository == nil {
		return false
	}
	text := strings.ToLower(repository.Text)
	// Providers name their repositories so: karpenter-provider-oci.
	if _, provider, found := strings.Cut(text, "karpenter-provider-"); found && !strings.HasPrefix(provider, "aws") {
		return true
	}
	return slices.ContainsFunc(facts.Terraform().OtherProviders, func(part string) bool { return strings.Contains(text, part) })
}

// isLocalChart says whether the chart is a directory of the repository: what it installs is written in there.
func isLocalChart(repository *model.Value) bool {
	if repository == nil || repository.Kind == model.Null {
		return false
	}
	text := repository.Text
	for _, prefix := range []string{".", "/", "file:"} {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	if strings.Contains(text, "path.module") || strings.Contains(text, "path.root") || text == "charts" {
		return true
	}
	// A directory, as opposed to a host and what is behind it.
	first, _, nested := strings.Cut(text, "/")
	return repository.Kind == model.String && nested && !strings.ContainsAny(first, ".:")
}

func mentionsKarpenter(v *model.Value) bool {
	return v != nil && strings.Contains(strings.ToLower(v.Text), "karpenter")
}

// role returns the role of an installation: "" if it has none or it is unknown.
func (r *Resource) role() string { return r.Value.Str("karpenter") }

// chartInterval returns the releases that the version of a chart admits, the hull of them where it may be one of several. It is
// open at both ends for a version that is absent or unknown.
func chartInterval(version *model.Value) Interval {
	if version.IsUnknown() && len(version.Items) > 0 {
		var all []Interval
		for _, one := range version.Items {
			all = append(all, chartInterval(one))
		}
		return hull(all...)
	}
	if version == nil || !version.IsScalar() {
		return Interval{}
	}
	return parseHelmRange(version.Text)
}

// from adds the key with the value at the steps below the object at, and where it stands or would stand.
func (r *Resource) from(key string, at *model.Value, base []any, steps ...any) {
	r.set(key, short(at.Get(steps...)))
	r.real(key, base, steps...)
}

// pinVersion adds version and pinned.
func (r *Resource) pinVersion(version *model.Value) {
	r.set("version", version)
	r.setBool("pinned", version != nil && version.Kind != model.Null)
	r.versions = chartInterval(version)
}

// takeChart copies what an OCIRepository says about the chart.
func (r *Resource) takeChart(from *Resource) {
	for _, key := range []string{"chart", "repository", "karpenter", "version", "pinned"} {
		r.drop(key)
		r.set(key, from.Value.Get(key))
	}
	r.versions = from.versions
}
