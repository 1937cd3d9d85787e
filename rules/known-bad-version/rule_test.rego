package karplint.rules.known_bad_version_test

import data.karplint.lib.given
import data.karplint.rules.known_bad_version

reports(fields) := found if {
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", fields)
	found := known_bad_version.report with input as given.project([release], {}, "unknown")
}

controller(version) := reports({"karpenter": "controller", "chart": "karpenter", "version": version})

crds(fields) := reports(object.union({"karpenter": "crds", "chart": "karpenter-crd", "version": "1.0.0"}, fields))

test_bad if {
	some found in controller("v0.29.1")
	found.message == "chart karpenter v0.29.1 has a known defect"
	found.why == "it leaks memory and file descriptors until it is killed"
	found.help == "use 0.29.2 or a later patch"
	count(controller("1.8.4")) == 1
	count(controller("v0.28.0")) == 1
}

test_others if {
	every version in ["v0.29.2", "1.8.5", "1.0.0", "~> 1.8.4", "1.8.x", "", {"$unknown": "var.version"}] {
		controller(version) == set()
	}
}

beside(kubernetes) := found if {
	release := given.in_terraform("ChartInstallation", "helm_release.karpenter", {"karpenter": "controller", "chart": "karpenter", "version": "v0.28.0"})
	cluster := given.in_terraform("Cluster", "module.eks", {"version": kubernetes})
	found := known_bad_version.report with input as given.project([release, cluster], {}, "unknown")
}

test_kubernetes if {
	beside("1.25") == set()
	count(beside("1.26")) == 1
}

test_crds if {
	some found in crds({"namespace": "karpenter"})
	found.why == "it expects the conversion webhook in namespace kube-system"
	count(crds({"namespace": "karpenter", "values": {"webhook": {"enabled": true}}})) == 1
}

test_crds_elsewhere if {
	every fields in [
		{},
		{"namespace": ""},
		{"namespace": "kube-system"},
		{"namespace": {"$unknown": "var.namespace"}},
		{"namespace": "karpenter", "version": "1.0.1"},
		{"namespace": "karpenter", "values": {"webhook": {"serviceNamespace": "karpenter"}}},
		{"namespace": "karpenter", "values": {"$open": true}},
	] {
		crds(fields) == set()
	}
}
