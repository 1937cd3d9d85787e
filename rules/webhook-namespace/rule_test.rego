package karplint.rules.webhook_namespace_test

import data.karplint.lib.given
import data.karplint.rules.webhook_namespace

controller(fields) := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union({"karpenter": "controller", "via": "helm_release"}, fields))

crds(fields) := given.in_terraform("ChartInstallation", "helm_release.crds", object.union({"karpenter": "crds", "via": "helm_release"}, fields))

pool(version) := given.in_terraform("Object", "kubectl_manifest.pool", {"kind": "NodePool", "apiVersion": sprintf("karpenter.sh/%s", [version]), "metadata": {"name": "default"}})

reports(resources, version) := found if {
	found := webhook_namespace.report with input as given.project(resources, {}, version)
}

elsewhere := controller({"namespace": "karpenter"})

test_crds_of_the_controllers_chart if {
	some found in reports([elsewhere], "0.37.8")
	found.resource == "helm_release.karpenter"
	found.severity == "error"
	found.message == `the CRDs of chart karpenter 0.37.8 look for the conversion webhook in "kube-system"`
	found.help == `install chart "karpenter-crd" in "karpenter", and skip these CRDs`
}

test_severity_in_1_0 if {
	some alone in reports([elsewhere], "1.0.8")
	alone.severity == "warning"
	some born in reports([elsewhere, pool("v1")], "1.0.8")
	born.severity == "warning"
	some beta in reports([elsewhere, pool("v1beta1")], "1.0.8")
	beta.severity == "error"
}

test_crds_without_v1 if {
	every version in ["0.37.0", "0.36.2", "0.33.5", "1.1.0", "unknown"] {
		reports([elsewhere], version) == set()
	}
}

test_right_or_unknown_namespace if {
	every fields in [{"namespace": "kube-system"}, {"namespace": {"$unknown": "var.namespace"}}, {}] {
		reports([controller(fields)], "0.37.8") == set()
	}
}

test_crds_from_elsewhere if {
	reports([controller({"namespace": "karpenter", "skip_crds": true})], "0.37.8") == set()
	reports([controller({"namespace": "karpenter", "skip_crds": {"$unknown": "var.skip"}})], "0.37.8") == set()
	definition := given.in_terraform("Object", "kubectl_manifest.crds", {"kind": "CustomResourceDefinition", "apiVersion": "apiextensions.k8s.io/v1", "metadata": {"name": "nodepools.karpenter.sh"}})
	reports([elsewhere, definition], "0.37.8") == set()
}

test_crd_chart_elsewhere if {
	some found in reports([elsewhere, crds({"namespace": "kube-system"})], "0.37.8")
	found.resource == "helm_release.crds"
	found.help == `set webhook.serviceNamespace to "karpenter"`
	count(reports([elsewhere, crds({"namespace": "karpenter", "values": {"webhook": {"serviceNamespace": "kube-system"}}})], "0.37.8")) == 1
}

test_crd_chart_beside_it if {
	every fields in [
		{"namespace": "karpenter"},
		{"namespace": "kube-system", "values": {"webhook": {"serviceNamespace": "karpenter"}}},
		{"namespace": "kube-system", "values": {"webhook": {"enabled": false}}},
		{"namespace": "kube-system", "values": {"$open": true}},
		{"namespace": {"$unknown": "var.namespace"}},
		{},
	] {
		reports([elsewhere, crds(fields)], "0.37.8") == set()
	}
	reports([elsewhere, crds({"namespace": "kube-system"})], "0.37.2") == set()
}
