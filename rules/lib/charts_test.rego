package karplint.lib.charts_test

import data.karplint.lib.charts
import data.karplint.lib.given

installed(fields) := chart if {
	some chart in charts.installed with input as given.resource(object.union({"kind": "ChartInstallation", "via": "helm_release", "chart": "a"}, fields), "unknown")
}

test_installed if {
	installed({"version": "1.2.3", "values": {"b": 1}}) == {"name": "a", "version": "1.2.3", "values": {"b": 1}, "path": ["values"], "others": false}
	installed({}).values == {}
	installed({}).version == ""
	installed({"version": {"$unknown": "var.v"}}).version == "?"
	installed({"values": {"b": 1, "$open": true}}).others
	installed({"chart": "oci://example.com/charts/a"}).name == "a"
	not installed({"chart": {"$unknown": "var.chart"}})
	installed({"via": "HelmRelease"}).name == "a"
}

# What makes an installation of them is the model's matter.
test_objects_are_none if {
	every kind in ["HelmRelease", "Application", "ApplicationSet", "Kustomization"] {
		found := charts.installed with input as given.resource({"kind": kind, "spec": {"chart": {"spec": {"chart": "a"}}}}, "unknown")
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
