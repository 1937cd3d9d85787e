package project

import (
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// kustomizationOf returns the kustomization that leaves out what it is, for its file says that; nil for another document.
func kustomizationOf(doc *model.Document) *model.Resource {
	if !filetype.IsKustomization(doc.File.Path) || !doc.Root.IsMap() || doc.Root.Get("kind") != nil {
		return nil
	}
	return &model.Resource{Document: doc, Value: doc.Root, Kind: "Kustomization"}
}

// helmCharts reads the helmCharts of a kustomization, and helmChartInflationGenerator, as they were called before.
func (m *manifestReader) helmCharts(o *model.Resource) {
	for _, field := range []string{"helmCharts", "helmChartInflationGenerator"} {
		for i, chart := range mapsIn(o.Value.Get(field)) {
			m.helmChart(chart, model.Below(o.Path, field, i))
		}
	}
}

// helmChart reads a chart that kustomize renders: of a kustomization, or a generator, which is an object of its own.
func (m *manifestReader) helmChart(chart *model.Value, base []any) {
	name := firstGiven(chart.Get("name"), chart.Get("chartName"))
	if name == nil {
		return
	}
	r := newResource(Installation, "Kustomization helmCharts "+name.Text)
	r.set("name", short(firstGiven(chart.Get("releaseName"), name)))
	r.set("namespace", short(firstGiven(chart.Get("namespace"), chart.Get("releaseNamespace"))))
	r.setChart(short(name), short(firstGiven(chart.Get("repo"), chart.Get("chartRepo"), chart.Get("chartRepoUrl"))))
	r.pinVersion(short(firstGiven(chart.Get("version"), chart.Get("chartVersion"))))
	for _, key := range []string{"name", "chartName"} {
		if chart.Get(key) != nil {
			r.real("chart", base, key)
		}
	}
	r.real("version", base, "version")
	if chart.Get("chartVersion") != nil {
		r.real("version", base, "chartVersion")
	}
	r.setText("via", "helmCharts")
	// kustomize renders what is in crds/ only when it is told to.
	if include := chart.Get("includeCRDs"); include.IsUnknown() {
		r.set("skip_crds", short(include))
	} else {
		r.setBool("skip_crds", !include.IsTrue())
		r.real("include_crds", base, "includeCRDs")
	}
	r.setValues(m.kustomizeValues(chart))
	r.real("values", base, "valuesInline")
	m.add(r, chart)
}

// kustomizeValues merges the values of a chart in kustomize's order: a file and more files, and the inline ones, which win unless
// valuesMerge says otherwise.
func (m *manifestReader) kustomizeValues(chart *model.Value) *chartValues {
	values := newValues()
	inline := chart.Get("valuesInline")
	merge := chart.Str("valuesMerge")
	if isGiven(inline) && merge == "merge" {
		m.addInline(values, inline) // the files only fill in
		values.open()
		return values
	}
	if file := chart.Get("valuesFile"); isGiven(file) && !(merge == "replace" && isGiven(inline)) {
		m.addFile(values, "", file)
	}
	m.addInline(values, inline)
	for _, file := range chart.Get("additionalValuesFiles").Children() {
		m.addFile(values, "", file)
	}
	return values
}
