package survey

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Roles of AWS's two charts: the values of the key karpenter.
const (
	ControllerRole = "controller"
	CRDsRole       = "crds"
)

// ChartName is the name of the controller's chart, and part of the other's.
const ChartName = "karpenter"

// SetChart adds chart, repository and karpenter. A chart that is an address of a registry or a path is taken apart: its last part is
// the chart.
func (r *Resource) SetChart(chart, repository *model.Value) {
	if chart != nil && chart.Kind == model.String {
		name, home := splitChart(chart.Text)
		if home != "" {
			if repository.IsAbsent() {
				repository = model.NewString(home).PlacedAt(chart)
			}
			chart = model.NewString(name).PlacedAt(chart)
		}
	}
	r.Set("chart", chart)
	r.Set("repository", repository)
	r.Set("karpenter", karpenterRole(chart, repository, r.Value.Get("name"), r.Address))
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
	if chart == nil || isOtherProvider(repository) || IsLocalChart(repository) {
		return nil
	}
	if chart.Kind == model.Unknown {
		if IsLocalChart(chart) {
			return nil
		}
		// A name proves nothing, but it is reason enough not to take the chart for another one.
		named := []*model.Value{chart, repository, release}
		if slices.ContainsFunc(named, mentionsKarpenter) || strings.Contains(address, "karpenter") {
			return model.NewUnknown(chart.Text)
		}
		return nil
	}
	switch chart.Text {
	case ChartName:
		return model.NewString(ControllerRole)
	case "karpenter-crd":
		return model.NewString(CRDsRole)
	}
	return nil
}

// isOtherProvider reports whether the repository belongs to a Karpenter that is not for AWS.
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

// IsLocalChart reports whether the chart is a directory of the repository: what it installs is written in there.
func IsLocalChart(repository *model.Value) bool {
	if repository.IsAbsent() {
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

// Role returns the role of an installation: "" if it has none or it is unknown.
func (r *Resource) Role() string { return r.Value.Str("karpenter") }

// ChartInterval returns the releases that the version of a chart admits, the hull of them where it may be one of several. It is
// open at both ends for a version that is absent or unknown.
func ChartInterval(version *model.Value) versions.Interval {
	if version.IsUnknown() && len(version.Items) > 0 {
		var all []versions.Interval
		for _, one := range version.Items {
			all = append(all, ChartInterval(one))
		}
		return versions.Hull(all...)
	}
	if version == nil || !version.IsScalar() {
		return versions.Interval{}
	}
	return versions.ParseHelmRange(version.Text)
}

// SetLocated adds the key with the value at the steps below the object at, and where it stands or would stand.
func (r *Resource) SetLocated(key string, at *model.Value, base []any, steps ...any) {
	r.Set(key, at.Get(steps...))
	r.Locate(key, base, steps...)
}

// PinVersion adds version and pinned.
func (r *Resource) PinVersion(version *model.Value) {
	r.Set("version", version)
	r.SetBool("pinned", !version.IsAbsent())
	r.Versions = ChartInterval(version)
}

// TakeChart copies what an OCIRepository says about the chart.
func (r *Resource) TakeChart(from *Resource) {
	for _, key := range []string{"chart", "repository", "karpenter", "version", "pinned"} {
		r.Drop(key)
		r.Set(key, from.Value.Get(key))
	}
	r.Versions = from.Versions
}
