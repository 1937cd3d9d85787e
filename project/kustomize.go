package project

import "github.com/karplint/karplint/model"

// helmCharts reads the helmCharts of a kustomization.
func (m *manifestReader) helmCharts(o *model.Resource) {
	charts := o.Value.Get("helmCharts")
	if charts == nil || charts.Kind != model.List {
		return
	}
	for i, chart := range charts.Items {
		if !isMap(chart) || chart.Get("name") == nil {
			continue
		}
		base := below(o.Path, "helmCharts", i)
		name := chart.Str("name")
		r := newResource(Installation, "Kustomization helmCharts "+name)
		if release := chart.Get("releaseName"); release != nil {
			r.set("name", short(release))
		} else {
			r.set("name", short(chart.Get("name")))
		}
		r.set("namespace", short(chart.Get("namespace")))
		r.setChart(short(chart.Get("name")), short(chart.Get("repo")))
		r.real("chart", below(base, "name")...)
		r.pinVersion(short(chart.Get("version")))
		r.real("version", below(base, "version")...)
		r.setText("via", "helmCharts")
		// kustomize renders what is in crds/ only when it is told to.
		if include := chart.Get("includeCRDs"); isUnknown(include) {
			r.set("skip_crds", short(include))
		} else {
			r.setBool("skip_crds", !isTrue(include))
		}
		values := newValues()
		if isGiven(chart.Get("valuesFile")) || isGiven(chart.Get("additionalValuesFiles")) {
			values.open()
		}
		m.addInline(values, chart.Get("valuesInline"))
		r.set("values", values.root)
		r.real("values", below(base, "valuesInline")...)
		m.add(r, chart)
	}
}
