package karplint.lib.charts_test

import data.karplint.lib.charts
import data.karplint.lib.given

test_flux if {
	manifest := {"kind": "HelmRelease", "spec": {"chart": {"spec": {"chart": "a", "version": "1.2.3"}}, "values": {"b": 1}}}
	found := charts.installed with input as given.resource(manifest, "unknown")
	found == {{"name": "a", "version": "1.2.3", "values": {"b": 1}, "path": ["spec", "values"], "text": false, "others": false}}
}

test_repository_is_cut_off if {
	manifest := {"kind": "Kustomization", "helmCharts": [{"name": "oci://example.com/charts/a", "valuesInline": {}}]}
	some chart in charts.installed with input as given.resource(manifest, "unknown")
	chart.name == "a"
	chart.version == ""
}

test_template_as_version if {
	manifest := {"kind": "HelmRelease", "spec": {"chart": {"spec": {"chart": "a", "version": {"$unknown": "${v}"}}}}}
	some chart in charts.installed with input as given.resource(manifest, "unknown")
	chart.version == "?"
	chart.values == {}
}

test_argo_without_values if {
	every source in [{}, {"helm": {}}, {"helm": {"releaseName": "a"}}] {
		manifest := {"kind": "Application", "spec": {"source": object.union({"chart": "a", "targetRevision": "1.2.3"}, source)}}
		some chart in charts.installed with input as given.resource(manifest, "unknown")
		chart.values == {}
		chart.path == ["spec", "source", "helm", "valuesObject"]
		chart.others == false
	}
}

terraform(fields) := chart if {
	some chart in charts.installed with input as given.resource(object.union({"kind": "ChartInstallation", "via": "helm_release", "chart": "a"}, fields), "unknown")
}

test_terraform if {
	terraform({"version": "1.2.3", "values": {"b": 1}}) == {"name": "a", "version": "1.2.3", "values": {"b": 1}, "path": ["values"], "text": false, "others": false}
	terraform({}).values == {}
	terraform({"version": {"$unknown": "var.v"}}).version == "?"
	terraform({"values": {"b": 1, "$open": true}}).others
	not terraform({"chart": {"$unknown": "var.chart"}})
	not terraform({"via": "HelmRelease"})
}

test_nothing if {
	every manifest in [
		{"kind": "HelmRelease"},
		{"kind": "HelmRelease", "spec": {"chartRef": {"kind": "OCIRepository", "name": "a"}}},
		{"kind": "Application", "spec": {"source": {"path": "charts/a"}}},
		{"kind": "Application", "spec": {"source": {"chart": "a", "helm": {"values": ": ["}}}},
		{"kind": "Application", "spec": {"sources": {"$unknown": "{{ .x }}"}}},
	] {
		found := charts.installed with input as given.resource(manifest, "unknown")
		found == set()
	}
}

test_intervals if {
	from := {"since": "2.36.0"}
	charts.in_interval("2.36.0", from)
	charts.in_interval("v2.40.1", from)
	charts.in_interval("~2.36.1", from)
	charts.in_interval("", from)
	charts.outside("2.35.x", from)
	charts.outside("2.35", from)
	every range in ["2.x", "^2.30.0", ">= 2.30", "*", "latest", "?"] {
		not charts.in_interval(range, from)
		not charts.outside(range, from)
	}
	charts.in_interval("2.10.1", {"until": "2.11.0"})
	charts.outside("2.11.0", {"until": "2.11.0"})
	charts.outside("", {"until": "2.11.0"})
}
