package project

import (
	"path"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// ChartObjects returns Karpenter's objects in the charts of the repository that a root installs, each as a resource of the release: Terraform
// creates and destroys it with the release.
func (m *Map) ChartObjects(root *survey.Root) []*survey.Resource {
	var all []*survey.Resource
	for _, release := range root.Resources {
		if release.Kind != survey.Installation || release.Value.Str("via") != "helm_release" {
			continue
		}
		for _, object := range m.templates[chartDirectory(root, release)] {
			all = append(all, inRelease(release, object))
		}
	}
	return all
}

// chartDirectory returns the directory of the chart that a release installs from the repository, "" for any other chart.
func chartDirectory(root *survey.Root, release *survey.Resource) string {
	chart, home := release.Value.Get("chart"), release.Value.Get("repository")
	if chart == nil || chart.Kind != model.String || home.IsAbsent() || home.Kind != model.String || !survey.IsLocalChart(home) {
		return ""
	}
	if path.IsAbs(home.Text) {
		return ""
	}
	return path.Join(root.Dir, home.Text, chart.Text)
}

// templatesByChart returns the objects of Karpenter in the templates of charts, by the directory of the chart. Objects that only a
// condition adds are left out.
func templatesByChart(manifests []*survey.Resource) map[string][]*survey.Resource {
	byChart := map[string][]*survey.Resource{}
	for _, r := range manifests {
		if r.Kind != survey.Object || r.File == nil {
			continue
		}
		gate := r.Value.Str("gate")
		object := model.Resource{APIVersion: r.Value.Str("apiVersion")}
		chart, _, isTemplate := strings.Cut(r.File.Path, "/templates/")
		if isTemplate && facts.IsKarpenter(object.Group()) && (gate == "" || strings.HasPrefix(gate, "range ")) {
			byChart[chart] = append(byChart[chart], r)
		}
	}
	return byChart
}

// inRelease returns an object of a chart as a resource of the release that installs it.
func inRelease(release, object *survey.Resource) *survey.Resource {
	r := survey.New(survey.ChartObject, release.Address)
	r.ID += " " + object.Address + " " + object.File.Path
	r.Block, r.File, r.Document = release.Block, release.File, release.Document
	r.Value.Style, r.Value.Span, r.Value.Props, r.Value.Origin = release.Value.Style, release.Value.Span, release.Value.Props, release.Value.Origin
	for _, key := range []string{"apiVersion", "kind", "metadata", "class"} {
		r.Set(key, object.Value.Get(key))
	}
	r.Set("waits_for", release.Value.Get("waits_for"))
	r.SetText("gate", release.Value.Str("gate"))
	r.Real["depends_on"] = release.Real["depends_on"]
	return r
}
