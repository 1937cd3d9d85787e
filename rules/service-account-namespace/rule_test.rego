package karplint.rules.service_account_namespace_test

import data.karplint.lib.given
import data.karplint.rules.service_account_namespace as rule

account(namespace, name) := given.in_terraform("ServiceAccount", sprintf("aws_eks_pod_identity_association.%v", [namespace]), {
	"namespace": namespace,
	"name": name,
	"via": "pod identity",
})

release(namespace, more) := given.in_terraform("ChartInstallation", "helm_release.karpenter", object.union(
	{"karpenter": "controller", "name": "karpenter", "namespace": namespace, "values": {}},
	more,
))

reports(resources) := found if {
	found := rule.report with input as given.project(resources, {"a": []}, "1.0.8")
}

test_another_namespace if {
	some found in reports([account("karpenter", "karpenter"), release("kube-system", {})])
	found.path == ["namespace"]
	found.message == `the pod identity is for namespace "karpenter", but release "karpenter" runs in "kube-system"`
}

test_the_name_of_the_account if {
	count(reports([account("karpenter", "scaler"), release("kube-system", {"values": {"serviceAccount": {"name": "scaler"}}})])) == 1
	count(reports([account("karpenter", "karpenter-a"), release("kube-system", {"name": "karpenter-a"})])) == 1
	reports([account("karpenter", "scaler"), release("kube-system", {})]) == set()
	every values in [{"$open": true}, {"serviceAccount": {"name": {"$unknown": "x"}}}, {"fullnameOverride": "x"}, {"$unknown": "x"}] {
		reports([account("karpenter", "karpenter"), release("kube-system", {"values": values})]) == set()
	}
}

test_namespaces_that_fit if {
	every namespace in ["kube-system", "kube-*", {"$unknown": "var.n"}] {
		reports([account(namespace, "karpenter"), release("kube-system", {})]) == set()
	}
	reports([account("karpenter", "karpenter"), release({"$unknown": "var.n"}, {})]) == set()
}

test_another_role_fits if {
	reports([account("karpenter", "karpenter"), account("kube-system", "karpenter"), release("kube-system", {})]) == set()
	reports([account("karpenter", "karpenter"), account("kube-system", {"$unknown": "x"}), release("kube-system", {})]) == set()
}

test_clusters if {
	one := object.union(account("karpenter", "karpenter"), {"value": {"cluster": "Cluster module.a"}})
	reports([one, release("kube-system", {"cluster": "Cluster module.b"})]) == set()
	count(reports([one, release("kube-system", {"cluster": "Cluster module.a"})])) == 1
}
