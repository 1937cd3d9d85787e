package manifests

import (
	"strings"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// kustomizationOf returns a kustomization without a kind, which kustomize recognises by its file name; nil for any other document.
func kustomizationOf(doc *model.Document) *model.Resource {
	if !filetype.IsKustomization(doc.File.Path) || !doc.Root.IsMap() || doc.Root.Get("kind") != nil {
		return nil
	}
	return &model.Resource{Document: doc, Value: doc.Root, Kind: "Kustomization"}
}

// readKustomization reads the helmCharts of a kustomization, and helmChartInflationGenerator, their former name, and the CRDs of Karpenter that
// it takes from Git.
func (m *reader) readKustomization(o *model.Resource) {
	for _, item := range o.Value.List("resources") {
		isOfKarpenter := strings.Contains(item.Text, "karpenter") && kustomize.IsRemote(item.Text)
		if isOfKarpenter && (strings.Contains(item.Text, crdsInGit) || strings.Contains(item.Text, "nodepools")) {
			m.add(crdsFromGit(o), item)
		}
	}
	for _, field := range []string{"helmCharts", "helmChartInflationGenerator"} {
		for i, chart := range mapsIn(o.Value.Get(field)) {
			m.readHelmChart(chart, model.Join(o.Path, field, i))
		}
	}
}

// readHelmChart reads a chart that kustomize renders: an item of a kustomization, or a generator, which is a separate object.
func (m *reader) readHelmChart(chart *model.Value, base []any) {
	name := survey.FirstGiven(chart.Get("name"), chart.Get("chartName"))
	if name == nil {
		return
	}
	r := survey.New(survey.Installation, "Kustomization helmCharts "+name.Text)
	r.Set("name", survey.FirstGiven(chart.Get("releaseName"), name))
	r.Set("namespace", survey.FirstGiven(chart.Get("namespace"), chart.Get("releaseNamespace")))
	r.SetChart(name, survey.FirstGiven(chart.Get("repo"), chart.Get("chartRepo"), chart.Get("chartRepoUrl")))
	r.PinVersion(survey.FirstGiven(chart.Get("version"), chart.Get("chartVersion")))
	for _, key := range []string{"name", "chartName"} {
		if chart.Get(key) != nil {
			r.Locate("chart", base, key)
		}
	}
	for _, key := range []string{"repo", "chartRepo", "chartRepoUrl"} {
		if chart.Get(key) != nil {
			r.Locate("repository", base, key)
		}
	}
	r.Locate("version", base, "version")
	if chart.Get("chartVersion") != nil {
		r.Locate("version", base, "chartVersion")
	}
	r.SetText("via", "helmCharts")
	// kustomize renders crds/ only if includeCRDs is set.
	if include := chart.Get("includeCRDs"); include.IsUnknown() {
		r.Set("skip_crds", include)
	} else {
		r.SetBool("skip_crds", !include.IsTrue())
		r.Locate("include_crds", base, "includeCRDs")
	}
	r.SetValues(m.kustomizeValues(chart))
	r.Locate("values", base, "valuesInline")
	m.add(r, chart)
}

// kustomizeValues merges the values of a chart in the order of kustomize: valuesFile, the inline values, additionalValuesFiles. If
// valuesMerge is "merge", valuesFile overrides the inline values; if it is "replace", kustomize ignores valuesFile.
func (m *reader) kustomizeValues(chart *model.Value) *helm.Values {
	values := helm.NewValues()
	inline := chart.Get("valuesInline")
	merge := chart.Str("valuesMerge")
	if survey.IsGiven(inline) && merge == "merge" {
		m.addInline(values, inline)
		values.Open() // the files may override them
		return values
	}
	if file := chart.Get("valuesFile"); survey.IsGiven(file) && !(merge == "replace" && survey.IsGiven(inline)) {
		m.addFile(values, "", file)
	}
	m.addInline(values, inline)
	for _, file := range chart.Get("additionalValuesFiles").Children() {
		m.addFile(values, "", file)
	}
	return values
}
