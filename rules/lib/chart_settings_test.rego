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
