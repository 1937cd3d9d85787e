package karplint.lib.chart_settings_test

import data.karplint.lib.chart_settings
import data.karplint.lib.given

keys(version, values) := {written.name | some written in found} if {
	release := given.in_terraform("ChartInstallation", "helm_release.a", {"karpenter": "controller", "version": version, "values": values})
	found := chart_settings.written("settings.clusterName") with input as given.project([release], {"helm_release.a": []}, "unknown")
}

all := {"clusterName": "a", "settings": {"clusterName": "a", "aws": {"clusterName": "a"}}, "controller": {"env": [{"name": "CLUSTER_NAME", "value": "a"}]}}

test_names_of_the_version if {
	keys("0.18.1", all) == {"clusterName", "CLUSTER_NAME"}
	keys("0.31.4", all) == {"settings.aws.clusterName", "CLUSTER_NAME"}
	keys("0.32.10", all) == {"settings.aws.clusterName", "settings.clusterName", "CLUSTER_NAME"}
	keys("1.0.8", all) == {"settings.clusterName", "CLUSTER_NAME"}
	keys({"$unknown": "var.version"}, all) == {"clusterName", "settings.aws.clusterName", "settings.clusterName", "CLUSTER_NAME"}
}

test_without_values if {
	keys("1.0.8", {}) == set()
	keys("1.0.8", {"settings": {"clusterName": null}}) == set()
	keys("1.0.8", {"$unknown": "var.values"}) == set()
}

unset(version, value) if {
	release := given.in_terraform("ChartInstallation", "helm_release.a", object.union({"karpenter": "controller", "version": version}, value))
	chart_settings.unset(release, "settings.clusterEndpoint") with input as given.project([release], {"helm_release.a": []}, "unknown")
}

test_unset if {
	unset("1.0.8", {})
	unset("1.0.8", {"values": {"settings": {"clusterEndpoint": ""}}})
	unset("1.0.8", {"values": {"settings": {"aws": {"clusterEndpoint": "ignored"}}}})
	unset("1.0.8", {"values": {"controller": {"env": [{"name": "A", "value": "b"}]}}})
	not unset("1.0.8", {"values": {"settings": {"clusterEndpoint": "a"}}})
	not unset("0.31.4", {"values": {"settings": {"aws": {"clusterEndpoint": "a"}}}})
	not unset("1.0.8", {"values": {"$unknown": "var.values"}})
	not unset("1.0.8", {"values": {"settings": {"$open": true}}})
	not unset("1.0.8", {"values": {"controller": {"env": [{"name": "CLUSTER_ENDPOINT", "value": "a"}]}}})
	not unset("1.0.8", {"values": {"controller": {"env": {"$unknown": "var.env"}}}})

	# whoever installs the chart around it may set it
	not unset("1.0.8", {"umbrella": "shop"})
}
