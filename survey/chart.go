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

// ChartName is the name of the controller's chart, and a prefix of the name of the CRDs' chart.
const ChartName = "karpenter"

// SetChart adds chart, repository and karpenter. If chart is a path or the address of a registry, its last part is the chart and
// the rest is the repository.
func (r *Resource) SetChart(chart, repository *model.Value) {
	if chart.IsString() {
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

// splitChart splits "oci://public.ecr.aws/karpenter/karpenter" into the chart and its repository, which is "" for a plain name.
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

// karpenterRole returns the role of the chart: "controller" or "crds" for AWS's charts, nil for any other. It is Unknown if the
// chart is unknown but its repository, release or address mentions Karpenter.
func karpenterRole(chart, repository, release *model.Value, address string) *model.Value {
	if chart == nil || isOtherProvider(repository) || IsLocalChart(repository) {
		return nil
	}
	if chart.Kind == model.Unknown {
		if IsLocalChart(chart) {
			return nil
		}
		// A name does not prove which chart it is, but if it mentions Karpenter the chart may be Karpenter's.
		names := []*model.Value{chart, repository, release}
		if slices.ContainsFunc(names, mentionsKarpenter) || strings.Contains(address, "karpenter") {
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

// isOtherProvider reports whether the repository belongs to a Karpenter for another cloud than AWS.
func isOtherProvider(repository *model.Value) bool {
	if repository == nil {
		return false
	}
	text := strings.ToLower(repository.Text)
	// Repositories of other providers have names such as karpenter-provider-oci.
	if _, provider, ok := strings.Cut(text, "karpenter-provider-"); ok && !strings.HasPrefix(provider, "aws") {
		return true
	}
	return slices.ContainsFunc(facts.Terraform().OtherProviders, func(part string) bool { return strings.Contains(text, part) })
}

// IsLocalChart reports whether a chart from this repository is a directory beside the files, which therefore include its templates.
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
	// A relative path. The first step of an address is a host, which has a dot or a port.
	first, _, nested := strings.Cut(text, "/")
	return repository.Kind == model.String && nested && !strings.ContainsAny(first, ".:")
}

func mentionsKarpenter(v *model.Value) bool {
	return v != nil && strings.Contains(strings.ToLower(v.Text), "karpenter")
}

// Role returns the role of an installation: "" if it has none or it is unknown.
func (r *Resource) Role() string { return r.Value.Str("karpenter") }

// ChartInterval returns the releases that the version of a chart admits. If the version is one of several, it returns the smallest
// interval around all of them. If the version is absent or unknown, both ends are open.
func ChartInterval(version *model.Value) versions.Interval {
	if version.IsUnknown() && len(version.Items) > 0 {
		var intervals []versions.Interval
		for _, alternative := range version.Items {
			intervals = append(intervals, ChartInterval(alternative))
		}
		return versions.Hull(intervals...)
	}
	if version == nil || !version.IsScalar() {
		return versions.Interval{}
	}
	return versions.ParseHelmRange(version.Text)
}

// SetLocated adds a key with the value at the steps below the object. It records their path even if the object has no such value,
// because a fix may add it there.
func (r *Resource) SetLocated(key string, object *model.Value, base []any, steps ...any) {
	r.Set(key, object.Get(steps...))
	r.Locate(key, base, steps...)
}

// PinVersion adds version and pinned. It is called after SetChart.
func (r *Resource) PinVersion(version *model.Value) {
	isPinned := !version.IsAbsent()
	if !isPinned && isOldHome(r.Value.Str("repository")) && r.Role() != "" {
		version = model.NewString(facts.ChartChanges().LastHome.Version).PlacedAt(r.Value)
	}
	r.Set("version", version)
	r.SetBool("pinned", isPinned)
	r.Versions = ChartInterval(version)
}

// isOldHome reports whether a repository is that of the charts before the registry. It gets no new versions, so that its last one is
// installed where none is written.
func isOldHome(repository string) bool {
	_, host, _ := strings.Cut(repository, "://")
	return strings.TrimRight(host, "/") == facts.ChartChanges().LastHome.URL
}

// TakeChart copies the chart and its version from an OCIRepository, or the repository from a HelmRepository.
func (r *Resource) TakeChart(from *Resource) {
	if from.Value.Get("chart") == nil {
		chart := r.Value.Get("chart")
		for _, key := range []string{"chart", "repository", "karpenter"} {
			r.Drop(key)
		}
		r.SetChart(chart, from.Value.Get("repository"))
		if version := r.Value.Get("version"); version.IsAbsent() {
			r.Drop("version")
			r.Drop("pinned")
			r.PinVersion(version)
		}
		return
	}
	for _, key := range []string{"chart", "repository", "karpenter", "version", "pinned", "semver"} {
		r.Replace(key, from.Value.Get(key))
	}
	r.Versions = from.Versions
}
